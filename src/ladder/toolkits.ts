import type { AppInfo } from '../desktop/port.ts'

/** What is known of how a toolkit takes input, each cell with the evidence for it. */
export interface ToolkitProfile {
  /** Acts on button events posted with XSendEvent. */
  readonly postedPointer: Cell
  /** Acts on key events posted with XSendEvent. */
  readonly postedKeys: Cell
  /** How long after its answer to a press by accessibility it acts. */
  readonly pressDelay: Delay
  /** A scroll bar's maximum is the length of the content, so that its value ends a page before it. */
  readonly scrollsToPage: Cell
  /** After this time a second hit test may find something else, although nothing moved. */
  readonly hitTestDelay: Delay
  /** Takes keys while it does not answer accessibility requests. */
  readonly keysWhileSilent: Cell
  /** Why accessibility may know no more of a window than that it is there, and what to do about it. Absent: it always knows. */
  readonly bareWindows?: string
  /** Hears the person's keyboard while the agent's own exists. */
  readonly hearsPersonBesideSeat: Cell
  /** Two presses by accessibility right after one another are a double click. */
  readonly pairsPresses: Cell
  /** What is pressed by accessibility gets the app's own focus, as by a click. */
  readonly pressFocuses: Cell
  /** A text that accessibility inserts into a field arrives there. */
  readonly insertsText: Cell
  /** What is selected by accessibility in a terminal is what was asked. */
  readonly selectsInTerminals: Cell
  /** How a cell of a sheet is written into by keys. Absent: like any other field. */
  readonly sheetCells?: SheetCells
  /** A menu that the agent's own pointer opens grabs the agent's keyboard and leaves the person's alone. */
  readonly menusOfOwnSeat: Cell
}

/** Keys, by name, that go to a cell once GrabFocus has put the cell cursor on it. */
export interface SheetCells {
  /** What ends the input as it was typed. */
  readonly commit: readonly string[]
  readonly evidence: string
}

export interface Delay {
  readonly ms: number
  readonly evidence: string
}

export interface Cell {
  readonly works: boolean
  readonly evidence: string
}

const yes = (evidence: string): Cell => ({ works: true, evidence })
const no = (evidence: string): Cell => ({ works: false, evidence })

const atOnce = (evidence: string): Delay => ({ ms: 0, evidence })
const heard = yes(
  'measured with GTK 3.24, GTK 4.8 and Qt 5.15: keys of a takeover arrive while the second master exists',
)
const firstHit = atOnce('the toolkit itself answers')

const gtk = {
  postedPointer: no(
    'measured with GTK 3.24 under Openbox: neither press nor release reached a window in the background',
  ),
  postedKeys: no('measured with GTK 3.24: keys with the send_event mark are dropped without a word'),
} as const

const gtk3 = {
  ...gtk,
  hitTestDelay: firstHit,
  pressDelay: atOnce('measured with GTK 3.24: the effect is told 0.25 ms after the request'),
  scrollsToPage: no('measured with GTK 3.24: at the end of the content the value is the maximum'),
  keysWhileSilent: no(
    "measured with GTK 3.24 and at-spi2-atk 2.46: in a dialog that an accessibility action opened, any key, a person's too, " +
      'hangs the app for good: its bridge asks the registry about the key and waits, inside of the message that it handles',
  ),
  hearsPersonBesideSeat: heard,
  pairsPresses: yes('nothing else is known'),
  pressFocuses: yes('nothing else is known'),
  insertsText: yes('nothing else is known'),
  selectsInTerminals: no(
    'measured with VTE 0.70: with lines scrolled off it selects others, counted from the first line of all, and answers with the range that was asked',
  ),
  menusOfOwnSeat: yes("measured with GTK 3.24: the person's window heard nothing of a context menu"),
} as const

export const toolkits = {
  gtk3,
  /** LibreOffice; its widgets lie in a window of GTK 3, which is what takes input and speaks for it on the bus. */
  vcl: {
    ...gtk3,
    sheetCells: {
      commit: ['Delete', 'Return'],
      evidence:
        'measured with LibreOffice 7.4: cells offer neither EditableText nor actions. GrabFocus moves the cell cursor, also in ' +
        "the background, takes no focus of the desktop, and keys of the agent's seat go to that cell. Delete takes away what " +
        'AutoInput adds to the typed text, and at the end of a text does nothing',
    },
  },
  gtk4: {
    ...gtk,
    hitTestDelay: firstHit,
    pressDelay: {
      ms: 250,
      evidence:
        'GtkButton shows itself pressed for 250 ms first; measured with GTK 4.8: the effect is told after 252-259 ms',
    },
    scrollsToPage: yes('measured with GTK 4.8: 500 rows of 12 px make a maximum of 6000, whatever is in view'),
    keysWhileSilent: yes('GTK 4.8 asks nobody about keys'),
    hearsPersonBesideSeat: heard,
    pairsPresses: yes('nothing else is known'),
    pressFocuses: yes('nothing else is known'),
    insertsText: yes('nothing else is known'),
    selectsInTerminals: no('not measured; taken to be as with GTK 3'),
    menusOfOwnSeat: no(
      "measured with GTK 4.8: a context menu opened by the agent's pointer took the person's keyboard until it was closed; " +
        'popups grab the default seat, whoever opened them',
    ),
  },
  qt: {
    hitTestDelay: firstHit,
    postedPointer: yes('reported for Qt 5 and Qt 6 by comparable tools'),
    postedKeys: yes('reported for Qt 5 and Qt 6 by comparable tools'),
    pressDelay: atOnce('nothing else is known'),
    scrollsToPage: no('nothing else is known'),
    keysWhileSilent: yes('Qt asks about keys without waiting for the answer'),
    hearsPersonBesideSeat: heard,
    pairsPresses: yes('nothing else is known'),
    pressFocuses: yes('nothing else is known'),
    insertsText: yes('nothing else is known'),
    selectsInTerminals: yes('nothing else is known'),
    menusOfOwnSeat: yes(
      'measured with Qt 5.15: by itself a menu grabs the keyboard and every pointer of the person; where its first grab fails, as ' +
        'the seat sees to, it opens without any',
    ),
  },
  xterm: {
    hitTestDelay: firstHit,
    postedPointer: no('xterm ignores events with the send_event mark unless allowSendEvents is set'),
    postedKeys: no('xterm ignores events with the send_event mark unless allowSendEvents is set'),
    pressDelay: atOnce('nothing else is known'),
    scrollsToPage: no('nothing else is known'),
    keysWhileSilent: yes('it is not on the accessibility bus'),
    hearsPersonBesideSeat: yes('measured with xterm 379'),
    pairsPresses: yes('nothing else is known'),
    pressFocuses: yes('nothing else is known'),
    insertsText: yes('nothing else is known'),
    selectsInTerminals: no('it is not on the accessibility bus'),
    menusOfOwnSeat: yes('nothing else is known; its menus come while Control is held'),
  },
  tk: {
    hitTestDelay: firstHit,
    postedPointer: no('measured with Tk 8.6: a press that was posted to a dialog was not heard'),
    postedKeys: no('not measured; what is posted to the window misses the control, as presses do'),
    pressDelay: atOnce('it is not on the accessibility bus'),
    scrollsToPage: no('it is not on the accessibility bus'),
    keysWhileSilent: yes('it is not on the accessibility bus'),
    hearsPersonBesideSeat: yes('measured with Tk 8.6: keys of a takeover arrive while the second master exists'),
    pairsPresses: yes('nothing else is known'),
    pressFocuses: yes('nothing else is known'),
    insertsText: yes('nothing else is known'),
    selectsInTerminals: no('it is not on the accessibility bus'),
    menusOfOwnSeat: yes(
      "measured with Tk 8.6: while the agent's pointer is the app's client pointer, its menu grabs the agent's keyboard and " +
        "the person types on; without that it takes the person's",
    ),
  },
  chromium: {
    bareWindows:
      'This app is made with Chromium and tells accessibility nothing of what is in its window, because it was started without ' +
      '--force-renderer-accessibility. Act by x and y on the picture and by keys; or ask the person to close it, and start it by ' +
      'open_app, which turns accessibility on.',
    hitTestDelay: {
      ms: 50,
      evidence:
        'measured with Chromium 156: the first answer is an estimate of the browser process, the page is asked behind it; a ' +
        'click at the middle of a button found another element 10-30 ms later in 3 of 3 runs',
    },
    postedPointer: no('reported: posted events never reach the page'),
    postedKeys: no('reported: posted events never reach the page'),
    pressDelay: atOnce('nothing else is known'),
    scrollsToPage: no('nothing else is known'),
    keysWhileSilent: yes('nothing else is known'),
    hearsPersonBesideSeat: no(
      'measured with Chromium 156: with a second master keyboard on the server no key of the first reaches it, whoever made it',
    ),
    pairsPresses: yes('nothing else is known'),
    pressFocuses: yes('nothing else is known'),
    insertsText: yes('nothing else is known'),
    selectsInTerminals: yes('nothing else is known'),
    menusOfOwnSeat: yes('nothing else is known'),
  },
  gecko: {
    hitTestDelay: firstHit,
    postedPointer: no('not measured; it is a program of GTK 3, which drops what is posted'),
    postedKeys: no('not measured; it is a program of GTK 3, which drops what is posted'),
    pressDelay: atOnce('nothing else is known'),
    scrollsToPage: no('nothing else is known'),
    keysWhileSilent: no('not measured; it is a program of GTK 3, which may hang'),
    hearsPersonBesideSeat: yes('nothing else is known'),
    pairsPresses: no('measured with Firefox ESR 153: the page hears two presses, each the first of its own'),
    pressFocuses: no(
      'measured with Firefox ESR 153: the page hears a click, the keys after it go where they went before',
    ),
    insertsText: no('measured with Firefox ESR 153: it accepts the text, and the field of the page keeps what it held'),
    selectsInTerminals: yes('nothing else is known'),
    menusOfOwnSeat: yes('nothing else is known'),
  },
  unknown: {
    hitTestDelay: firstHit,
    postedPointer: yes('nothing is known; a posted event gives no landing signal, and the verdict says so'),
    postedKeys: yes('nothing is known; a posted event gives no landing signal, and the verdict says so'),
    pressDelay: atOnce('nothing else is known'),
    scrollsToPage: no('nothing else is known'),
    keysWhileSilent: no('it may be GTK 3 that said nothing of itself before it fell silent'),
    hearsPersonBesideSeat: heard,
    pairsPresses: yes('nothing else is known'),
    pressFocuses: yes('nothing else is known'),
    insertsText: yes('nothing else is known'),
    selectsInTerminals: yes('nothing else is known'),
    menusOfOwnSeat: yes('nothing else is known'),
  },
} as const satisfies Record<string, ToolkitProfile>

export type Toolkit = keyof typeof toolkits

/** Which toolkit an app is made with, from what it says of itself. */
export function toolkitOf({ toolkit, executable, windowClass }: AppInfo): Toolkit {
  const name = toolkit?.name.toLowerCase() ?? ''
  const process = `${executable ?? ''} ${windowClass ?? ''}`.toLowerCase()
  if (/\b(?:soffice|libreoffice)\b/.test(process)) return 'vcl'
  if (name.startsWith('gtk')) return toolkit?.version?.startsWith('4') === true ? 'gtk4' : 'gtk3'
  if (name.startsWith('qt')) return 'qt'
  if (name === 'gecko') return 'gecko'
  if (name === 'tk') return 'tk'
  if (name.startsWith('chrom')) return 'chromium'
  if (/\bxterm\b/.test(process)) return 'xterm'
  return /\b(?:chromium|chrome|electron)\b/.test(process) ? 'chromium' : 'unknown'
}

export const profileOf = (app: AppInfo): ToolkitProfile => toolkits[toolkitOf(app)]
