import type { Event } from 'x11'
import type { WindowEvent } from '../../port.ts'
import { windowHandle } from './handles.ts'
import { readText, readWord } from './properties.ts'
import { watchRoot, watchWindow } from './selections.ts'
import type { XServer } from './server.ts'
import { attributesOf, childrenOf, clientIn, readProperty } from './window-list.ts'
import { ownerPid, pidsByConnection } from './window-pids.ts'

/** A child of the root, and the client's window in it. */
export interface TopLevel {
  readonly top: number
  /** The client's window: inside the window manager's frame, or the child of the root itself. */
  client: number
  overrideRedirect: boolean
  mapped: boolean
  pid: Promise<number | undefined>
}

const VIEWABLE = 2

export interface TopLevelListener {
  /** Called once for each child of the root, also for those that exist already, before anything else about it. */
  readonly onTop: (top: number) => void
  readonly onWindow: (kind: WindowEvent['kind'], window: TopLevel) => void
  readonly onRootProperty: (atom: number) => void
}

/** Keeps a directory of the root's children from events, so that a window can still be named after it has gone. */
export class TopLevels {
  readonly #server: XServer
  readonly #listener: TopLevelListener
  readonly #byTop = new Map<number, TopLevel>()

  constructor(server: XServer, listener: TopLevelListener) {
    this.#server = server
    this.#listener = listener
  }

  get(top: number): TopLevel | undefined {
    return this.#byTop.get(top)
  }

  /** Resolves once every change from now on is noticed. */
  async start(): Promise<void> {
    const { connection } = this.#server
    const { root } = connection
    connection.onEvent((event) => this.#take(event))
    await watchRoot(this.#server)
    const children = (await childrenOf(this.#server, root))?.children ?? []
    await Promise.all(
      children.map(async (top) => {
        const window = this.#add(top, false)
        const [attributes, client] = await Promise.all([attributesOf(this.#server, top), clientIn(this.#server, top)])
        if (attributes === undefined) return
        window.mapped = attributes.mapState === VIEWABLE
        window.overrideRedirect = attributes.overrideRedirect !== 0
        if (client !== undefined && client !== top) this.#frame(window, client)
      }),
    )
    await Promise.all([...this.#byTop.values()].map(({ pid }) => pid))
  }

  #take(event: Event): void {
    const { root } = this.#server.connection
    switch (event.name) {
      case 'CreateNotify':
        if (event.parent === root) this.#add(event.wid, event.overrideRedirect)
        return
      case 'ReparentNotify':
        this.#takeReparent(event.wid, event.parent)
        return
      case 'MapNotify':
        this.#takeVisibility(event.wid, true)
        return
      case 'UnmapNotify':
        this.#takeVisibility(event.wid, false)
        return
      case 'DestroyNotify':
        this.#takeVisibility(event.wid, false)
        this.#byTop.delete(event.wid)
        return
      case 'ConfigureNotify': {
        // The window itself is told of the same.
        const window = event.wid === root ? this.#byTop.get(event.wid1) : undefined
        if (window?.mapped) this.#listener.onWindow('moved', window)
        return
      }
      case 'PropertyNotify':
        if (event.wid === root) this.#listener.onRootProperty(event.atom)
        else this.#takeProperty(event.wid, event.atom)
    }
  }

  #takeVisibility(top: number, mapped: boolean): void {
    const window = this.#byTop.get(top)
    if (window === undefined || window.mapped === mapped) return
    window.mapped = mapped
    this.#listener.onWindow(mapped ? 'mapped' : 'unmapped', window)
  }

  #takeProperty(client: number, atom: number): void {
    const { atoms } = this.#server
    if (atom !== atoms._NET_WM_NAME && atom !== atoms.WM_NAME) return
    for (const window of this.#byTop.values()) {
      if (window.client === client && window.mapped) this.#listener.onWindow('renamed', window)
    }
  }

  /** A window manager takes a client's window from the root into its frame, or gives it back. */
  #takeReparent(client: number, parent: number): void {
    if (parent === this.#server.connection.root) {
      if (!this.#byTop.has(client)) this.#add(client, false)
      return
    }
    this.#byTop.delete(client)
    const frame = this.#byTop.get(parent)
    if (frame !== undefined) this.#frame(frame, client)
  }

  #add(top: number, overrideRedirect: boolean): TopLevel {
    const existing = this.#byTop.get(top)
    if (existing !== undefined) return existing
    const window = { top, client: top, overrideRedirect, mapped: false, pid: this.#ownerOf(top) }
    this.#byTop.set(top, window)
    this.#watchTitle(top)
    this.#listener.onTop(top)
    return window
  }

  #frame(window: TopLevel, client: number): void {
    window.client = client
    window.pid = this.#ownerOf(client)
    this.#watchTitle(client)
  }

  #watchTitle(window: number): void {
    watchWindow(this.#server, window).catch(() => {
      // It has gone already, and so has its title.
    })
  }

  async #ownerOf(id: number): Promise<number | undefined> {
    try {
      const [pids, claimed, machine] = await Promise.all([
        pidsByConnection(this.#server, [id]),
        readProperty(this.#server, id, '_NET_WM_PID'),
        readProperty(this.#server, id, 'WM_CLIENT_MACHINE'),
      ])
      const { UTF8_STRING, STRING } = this.#server.atoms
      return ownerPid({
        connectionPid: pids.get(id),
        claimedPid: readWord(claimed),
        machine: readText(machine, UTF8_STRING, STRING),
      })
    } catch {
      return undefined
    }
  }
}

/** Override-redirect, and no frame that a window manager made (those are override-redirect too). */
export function isUnmanaged(window: TopLevel): boolean {
  return window.overrideRedirect && window.client === window.top
}

export async function windowEvent(at: number, kind: WindowEvent['kind'], window: TopLevel): Promise<WindowEvent> {
  // Read before the wait: the event speaks of the window as it was then.
  const unmanaged = isUnmanaged(window)
  const handle = windowHandle(window.client)
  const pid = await window.pid
  return { at, kind, window: handle, ...(pid === undefined ? {} : { pid }), unmanaged }
}
