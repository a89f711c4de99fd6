import type { Geometry } from './options.ts'

/**
 * What the behaviours in `controls/` need of a toolkit. `gtk3/` and `gtk4/` implement it; nothing outside those folders
 * names a widget class.
 */

export interface ToolkitOptions {
  /** On the accessibility bus, and WM_CLASS. */
  readonly name: string
  readonly title: string
  readonly place: Geometry
  /** Asks the window manager not to focus the window when it appears. */
  readonly background: boolean
  readonly journalMotion: boolean
}

export interface Control {
  readonly id: string
  setSensitive(on: boolean): void
  /** Takes the control out of the window for good. */
  remove(): void
  /** Asks for the keyboard focus inside the window. */
  focus(): void
}

/** Words of the app about itself, which no user edits. */
export interface Readout extends Control {
  show(text: string): void
}

export interface Labelled extends Control {
  setLabel(text: string): void
}

export interface ButtonSpec {
  readonly id: string
  readonly label: string
  readonly press: () => void
  /** Exactly 10×10 px; the label is for accessibility only. */
  readonly tiny?: boolean
  /** Its accessible says ENABLED even while it is insensitive, as some toolkits and apps do. */
  readonly claimsEnabled?: boolean
}

export interface ToggleSpec {
  readonly id: string
  readonly label: string
  readonly changed: (on: boolean) => void
}

export interface Toggle extends Control {
  set(on: boolean): void
}

export interface TextSpec {
  readonly id: string
  readonly name: string
  readonly text?: string
  readonly kind?: 'line' | 'lines' | 'password'
  readonly maxLength?: number
  readonly readOnly?: boolean
  readonly changed?: (text: string) => void
  /** One key press that would insert `character`; only for read-only fields. */
  readonly typed?: (character: string) => void
  /** The selection changed, or the caret moved; offsets in characters, equal where nothing is selected. Only for one line. */
  readonly selected?: (start: number, end: number) => void
}

export interface TextField extends Control {
  text(): string
  /** Replaces the text, keeping the caret where it can. */
  set(text: string): void
}

export interface NumberSpec {
  readonly id: string
  readonly name: string
  readonly kind: 'slider' | 'spin'
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  readonly value: number
  readonly changed: (value: number) => void
}

export interface NumberField extends Control {
  set(value: number): void
}

export interface ChoiceSpec {
  readonly id: string
  readonly name: string
  readonly kind: 'combo' | 'radio'
  readonly options: readonly string[]
  readonly chosen: (option: string) => void
}

export interface ListSpec {
  readonly id: string
  readonly name: string
  readonly rows: readonly string[]
  readonly selected: (row: string) => void
  readonly activated: (row: string) => void
  /** The first row that is at least partly in view, by index. */
  readonly scrolled?: (position: number) => void
}

export interface RowList extends Control {
  /** Puts the rows into another order; the same rows, told apart by their text. */
  order(rows: readonly string[]): void
}

export interface WheelSinkSpec {
  readonly id: string
  readonly name: string
  /** A wheel notch or a scroll bar change arrived; nothing moves. */
  readonly eaten: () => void
}

export interface ScrolledTextSpec {
  readonly id: string
  readonly name: string
  readonly lines: readonly string[]
  /** Index of the first line that is at least partly in view, and how many pixels are hidden at the left. */
  readonly scrolled: (first: number, left: number) => void
}

/** A press and its release on the same spot. `presses` is 2 for the second one of a double click. */
export interface AreaClick {
  /** 1 left, 2 middle, 3 right. */
  readonly button: number
  readonly presses: number
  /** Relative to the area. */
  readonly x: number
  readonly y: number
}

/** Draws itself; has an accessible of its own, but none inside and no actions. Does only what is asked here. */
export interface AreaSpec {
  readonly id: string
  readonly name: string
  readonly height: number
  readonly clicked?: (click: AreaClick) => void
  /** The left button, held. Distances from where it began. */
  readonly dragged?: {
    readonly started: (x: number, y: number) => void
    readonly moved: (dx: number, dy: number) => void
    readonly ended: (dx: number, dy: number) => void
  }
  /** Takes the focus when clicked, and then every key: `ctrl+shift+a`. */
  readonly chord?: (chord: string) => void
}

/** Drag and drop of the toolkit, with data. */
export interface DragAndDropSpec {
  /** The label is what is carried. */
  readonly source: { readonly id: string; readonly label: string }
  readonly target: { readonly id: string; readonly label: string }
  readonly began: () => void
  /** What is dragged came over the target. */
  readonly entered: () => void
  readonly dropped: (text: string) => void
  readonly ended: () => void
}

export type MenuItem =
  | { readonly id: string; readonly label: string; readonly chosen: () => void }
  | { readonly id: string; readonly label: string; readonly toggled: (on: boolean) => void }
  | { readonly id: string; readonly label: string; readonly items: readonly MenuItem[] }

export interface ContextTargetSpec {
  readonly id: string
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly opened: () => void
}

export interface ContextTarget extends Control {
  open(): void
}

export interface DialogSpec {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly buttons: readonly { readonly id: string; readonly label: string }[]
  /** The id of the pressed button, or `dismissed`. */
  readonly closed: (answer: string) => void
}

/** One column of the window; each `row` is one line of controls, the first of which takes the spare width. */
export interface Panel {
  row(...controls: readonly Control[]): void
  /** Puts a new control where another one is, and removes that one. */
  replace(old: Control, by: Control): void
}

export interface Toolkit {
  /** Whether an accessible can say ENABLED while its control is insensitive. */
  readonly canClaimEnabled: boolean
  readonly panels: readonly [Panel, Panel, Panel, Panel]
  button(spec: ButtonSpec): Labelled
  /** `width` in characters; longer text is cut for the eye only. */
  readout(id: string, text: string, width?: number): Readout
  toggle(spec: ToggleSpec): Toggle
  text(spec: TextSpec): TextField
  number(spec: NumberSpec): NumberField
  choice(spec: ChoiceSpec): Control
  list(spec: ListSpec): Control
  table(spec: ListSpec): RowList
  wheelSink(spec: WheelSinkSpec): Control
  scrolledText(spec: ScrolledTextSpec): Control
  area(spec: AreaSpec): Control
  dragAndDrop(spec: DragAndDropSpec): { readonly source: Control; readonly target: Control }
  popover(spec: { readonly id: string; readonly label: string; readonly content: readonly Control[] }): Control
  contextTarget(spec: ContextTargetSpec): ContextTarget
  menuBar(items: readonly MenuItem[]): void
  dialog(spec: DialogSpec): void
  /** `moved` is told the id of the control that the window's keyboard focus went to, also while another window is in front. */
  onFocus(moved: (id: string) => void): void
  /** Reads the clipboard; undefined where it holds no text. */
  readClipboard(told: (text: string | undefined) => void): void
  /** Shows the window; `ready` runs once it is mapped, with its X window id. */
  show(ready: (xid: number) => void): void
  resize(width: number, height: number): void
  present(): void
  run(): void
  quit(): void
}
