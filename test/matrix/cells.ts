/** Over these the reach is counted. */
export const counted = ['gtk3', 'gtk4', 'qt', 'chromium'] as const
/** Those beside them are listed, and must keep the same promises. */
export const toolkits = [...counted, 'firefox', 'vte', 'xterm', 'tk'] as const
export const placements = ['visible', 'covered'] as const
export const modes = ['background', 'takeover'] as const

/** By which the target is named: its id, or a pixel of the picture. */
export type Address = 'element' | 'point'

/** Each with the addresses that its tool takes; keys go to what has the focus inside the app, a drag knows pixels only. */
export const addresses = {
  left: ['element', 'point'],
  right: ['element', 'point'],
  double: ['element', 'point'],
  type: ['element'],
  key: ['element'],
  hotkey: ['element'],
  scroll: ['element', 'point'],
  drag: ['point'],
  'set value': ['element'],
  'select text': ['element'],
  'context menu': ['element', 'point'],
  'child window': ['element', 'point'],
} as const satisfies Record<string, readonly Address[]>

export type Toolkit = (typeof toolkits)[number]
/** `visible`: beside the person's window, which has the focus. `covered`: wholly under it. */
export type Placement = (typeof placements)[number]
/** `takeover`: the flags that allow moving the person's focus and pointer are given. */
export type Mode = (typeof modes)[number]
export type Action = keyof typeof addresses

export interface Cell {
  readonly toolkit: Toolkit
  readonly action: Action
  readonly address: Address
  readonly placement: Placement
  readonly mode: Mode
}

/** Cells of one window of an app, in the order in which they are played; for some apps not all make sense. */
export const cellsOf = (scene: Pick<Cell, 'toolkit' | 'placement' | 'mode'>): readonly Cell[] =>
  Object.entries(addresses).flatMap(([action, known]) =>
    known.map((address) => ({ ...scene, action: action as Action, address })),
  )

export const nameOf = ({ toolkit, action, address, placement, mode }: Cell): string =>
  `${toolkit} ${action} by ${address}, ${placement}, ${mode}`
