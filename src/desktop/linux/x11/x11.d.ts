/** The parts of npm `x11` 4.2.2 that surehand uses, written from its source; the package has no types of its own. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex } from 'node:stream'

  /** Rejections of requests: `error` is the X error code; `message` is undefined for errors of extensions. */
  export interface XError extends Error {
    readonly error: number
    readonly majorOpcode: number
    readonly minorOpcode: number
    readonly badParam: number
  }

  /** Returning true says that an error was handled; otherwise the client emits it again as 'error'. */
  export type Callback<T> = (error: Error | null | undefined, value: T) => boolean | undefined

  export interface Geometry {
    readonly windowid: number
    readonly depth: number
    readonly xPos: number
    readonly yPos: number
    readonly width: number
    readonly height: number
    readonly borderWidth: number
  }

  export interface WindowAttributes {
    readonly visual: number
    /** 1 InputOutput, 2 InputOnly. */
    readonly klass: number
    /** 0 unmapped, 1 unviewable, 2 viewable. */
    readonly mapState: number
    readonly overrideRedirect: number
    /** What any client wants to hear of it by the core protocol. */
    readonly allEventMasks: number
    readonly myEventMasks: number
  }

  export interface Property {
    /** Atom; 0 where the property does not exist. */
    readonly type: number
    readonly format: number
    readonly bytesAfter: number
    readonly data: Buffer
  }

  export interface Image {
    readonly depth: number
    readonly visualId: number
    /** Z format in the server's byte order, rows padded to its scanline pad, a few bytes longer than the image. */
    readonly data: Buffer
  }

  export interface Visual {
    readonly vid: number
    readonly class: number
    readonly red_mask: number
    readonly green_mask: number
    readonly blue_mask: number
  }

  export interface Screen {
    readonly root: number
    readonly root_depth: number
    readonly pixel_width: number
    readonly pixel_height: number
    readonly depths: Readonly<Record<number, Readonly<Record<number, Visual>>>>
  }

  export interface Display {
    readonly client: Client
    readonly screen: readonly Screen[]
    /** Bits a pixel and scanline pad by depth. */
    readonly format: Readonly<Record<number, { readonly bits_per_pixel: number; readonly scanline_pad: number }>>
    /** Of images: 0 least significant byte first. */
    readonly image_byte_order: number
    readonly vendor: string
    /** Bits that tell one client's resources apart; the others name the client. */
    readonly resource_mask: number
  }

  interface EventHeader {
    readonly type: number
    /** Full-width number of the last of our requests that the server had processed. */
    readonly seq: number
    /** The event as it came over the wire. */
    readonly rawData: Buffer
  }

  /** The core events that surehand selects; and, without a name, those of extensions, which it reads from `rawData`. */
  export type Event = EventHeader &
    (
      | {
          readonly name: 'CreateNotify'
          readonly parent: number
          readonly wid: number
          readonly overrideRedirect: boolean
        }
      | { readonly name: 'ReparentNotify'; readonly wid: number; readonly parent: number }
      | { readonly name: 'MapNotify' | 'UnmapNotify' | 'DestroyNotify'; readonly wid: number }
      /** `wid` is the window that was told, `wid1` the one that it is about. */
      | { readonly name: 'ConfigureNotify'; readonly wid: number; readonly wid1: number }
      | {
          readonly name: 'PropertyNotify'
          readonly wid: number
          readonly atom: number
          /** The server's own clock, in milliseconds. */
          readonly time: number
          /** 0 it has a new value, 1 it was deleted. */
          readonly state: number
        }
      | { readonly name: 'SelectionClear'; readonly owner: number; readonly selection: number }
      | {
          readonly name: 'SelectionRequest'
          readonly time: number
          readonly owner: number
          readonly requestor: number
          readonly selection: number
          readonly target: number
          /** 0 from clients of before ICCCM: use the target. */
          readonly property: number
        }
      | {
          readonly name: 'SelectionNotify'
          readonly requestor: number
          readonly selection: number
          readonly target: number
          /** 0: refused, or there is no owner. */
          readonly property: number
        }
      | { readonly name?: never }
    )

  export interface Client extends EventEmitter {
    readonly stream: Duplex
    /** As written in the display's name. */
    readonly screenNum: string | number
    readonly display: Display
    seq_num: number
    readonly replies: Record<number, [((body: Buffer, detail: number) => unknown) | null, Callback<never>]>
    readonly pack_stream: { put(packet: Buffer): void; submit(expectsReply?: boolean): boolean; flush(): void }
    _scheduleVoidSync(sequence: number): void
    AllocID(): number
    ReleaseID(id: number): void
    terminate(): void

    QueryExtension(
      name: string,
      done: Callback<{ present: number; majorOpcode: number; firstEvent: number; firstError: number }>,
    ): void
    GetGeometry(drawable: number, done: Callback<Geometry>): void
    GetWindowAttributes(window: number, done: Callback<WindowAttributes>): void
    QueryTree(window: number, done: Callback<{ root: number; parent: number; children: number[] }>): void
    GetProperty(
      remove: 0 | 1,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      done: Callback<Property>,
    ): void
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      done: Callback<{ child: number; destX: number; destY: number }>,
    ): void
    GetImage(
      format: 2,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      done: Callback<Image>,
    ): void
    /** `mode` 0 replaces, 2 appends. */
    ChangeProperty(
      mode: 0 | 2,
      window: number,
      property: number,
      type: number,
      format: 8 | 32,
      data: Buffer,
      done: Callback<void>,
    ): void
    /** `event` holds the 32 bytes that go over the wire. */
    SendEvent(window: number, propagate: 0 | 1, eventMask: number, event: Buffer, done: Callback<void>): void
    /** A bit for each key code that is down. */
    QueryKeymap(done: Callback<Buffer>): void
    GetSelectionOwner(selection: number, done: Callback<number>): void
    SetSelectionOwner(owner: number, selection: number, time: number, done: Callback<void>): void
    ConvertSelection(
      requestor: number,
      selection: number,
      target: number,
      property: number,
      time: number,
      done: Callback<void>,
    ): void
    /** `kind`: 1 InputOutput, 2 InputOnly. `visual` 0: the parent's. */
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: 0,
      depth: 0,
      kind: 1 | 2,
      visual: 0,
      values: { overrideRedirect?: 0 | 1; eventMask?: number },
      done: Callback<void>,
    ): void
    DestroyWindow(window: number, done: Callback<void>): void
    MapWindow(window: number, done: Callback<void>): void
    /** `revertTo`: 0 none, 1 pointer root, 2 parent. */
    SetInputFocus(window: number, revertTo: 0 | 1 | 2, done: Callback<void>): void
    GetInputFocus(done: Callback<{ focus: number; revertTo: number }>): void
    ChangeWindowAttributes(window: number, values: { eventMask: number }, done: Callback<void>): void
    FreePixmap(pixmap: number, done: Callback<void>): void
  }

  export interface ClientOptions {
    readonly display: string
    /** Used instead of one that the library opens. */
    readonly stream: Duplex
    readonly shm: false
    readonly disableBigRequests: true
    /** Batches the requests of one turn of the event loop into one write. */
    readonly bufferRequests: { readonly flushOnReply: false }
    /** Skips the library's own look into ~/.Xauthority. */
    readonly auth: { readonly name: string; readonly data: string }
  }

  /** @throws Error for a display name that cannot be parsed. */
  export function createClient(
    options: ClientOptions,
    done: (error: Error | undefined, display: Display) => void,
  ): Client

  /** keysymdef.h: names with the prefix `XK_`; the description begins with the character in parentheses, if there is one. */
  export const keySyms: Readonly<Record<string, { readonly code: number; readonly description: string | null }>>

  const x11: { createClient: typeof createClient; keySyms: typeof keySyms }
  export default x11
}
