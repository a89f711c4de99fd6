import dbus from 'dbus-native'

/** One method call on the accessibility bus. */
export interface BareCall {
  readonly path: string
  readonly iface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly unknown[]
}

export interface BareSignal {
  readonly sender: string
  readonly path: string
  readonly member: string
  readonly body: readonly unknown[]
}

type Accessible = { readonly path: string; readonly showing: boolean; readonly editable: boolean }

const REGISTRY = 'org.a11y.atspi.Registry'
const SIGNAL = 4
const SHOWING = 25
const MULTI_LINE = 17
const EDITABLE_TEXT = 'org.a11y.atspi.EditableText'

/**
 * dbus-native with nothing around it: no time limits, no budget, no types. What one app costs over it is the floor that
 * surehand, which goes over the same library, is held against.
 */
export class BareBus {
  readonly #bus
  readonly #app: string

  private constructor(bus: ReturnType<typeof dbus.createClient>, app: string) {
    this.#bus = bus
    this.#app = app
  }

  /** @param pid of the app that all calls go to; it must be on the bus */
  static async connect(address: string, pid: number): Promise<BareBus> {
    const bus = dbus.createClient({ busAddress: address, timeout: 0 })
    const on = (app: string) => new BareBus(bus, app)
    // An app offers its cache, and sends events, once somebody has asked for events.
    for (const event of ['object:', 'window:create']) {
      await on(REGISTRY).call({
        path: '/org/a11y/atspi/registry',
        iface: REGISTRY,
        member: 'RegisterEvent',
        signature: 's',
        body: [event],
      })
    }
    const [children] = await on(REGISTRY).call({
      path: '/org/a11y/atspi/accessible/root',
      iface: 'org.a11y.atspi.Accessible',
      member: 'GetChildren',
    })
    for (const [name] of children as [string, string][]) {
      const daemon = 'org.freedesktop.DBus'
      const question = { path: '/org/freedesktop/DBus', iface: daemon, signature: 's', body: [name] }
      const [owner] = await on(daemon).call({ ...question, member: 'GetConnectionUnixProcessID' })
      if (owner === pid) return on(name)
    }
    await bus.close()
    throw new Error(`process ${pid} is not on the accessibility bus`)
  }

  call({ path, iface, member, signature, body }: BareCall): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      this.#bus.invoke(
        {
          destination: this.#app,
          path,
          interface: iface,
          member,
          ...(signature ? { signature, body: [...(body ?? [])] } : {}),
        },
        (error: unknown, ...reply: unknown[]) => (error ? reject(error) : resolve(reply)),
      )
    })
  }

  /** The whole app in one call. */
  async items(): Promise<readonly Accessible[]> {
    const [items] = await this.call({
      path: '/org/a11y/atspi/cache',
      iface: 'org.a11y.atspi.Cache',
      member: 'GetItems',
    })
    return (items as unknown[][]).map((item) => {
      const states = (item[9] as number[])[0] ?? 0
      return {
        path: (item[0] as [string, string])[1],
        showing: ((states >>> SHOWING) & 1) === 1,
        editable: ((states >>> MULTI_LINE) & 1) === 1 && (item[5] as string[]).includes(EDITABLE_TEXT),
      }
    })
  }

  /** Screen x, y, width, height. */
  async extents(path: string): Promise<readonly number[]> {
    const call = { path, iface: 'org.a11y.atspi.Component', member: 'GetExtents', signature: 'u', body: [0] }
    return (await this.call(call))[0] as number[]
  }

  /** Object path of the accessible that the app gave this id. */
  async find(accessibleId: string): Promise<string> {
    const paths = (await this.items()).map(({ path }) => path)
    const ids = await Promise.all(paths.map((path) => this.#identifier(path)))
    const path = paths[ids.indexOf(accessibleId)]
    if (path === undefined) throw new Error(`the app has no accessible with the id ${accessibleId}`)
    return path
  }

  /** Object path of the first accessible in which a person can edit several lines. */
  async editable(): Promise<string> {
    const found = (await this.items()).find(({ editable }) => editable)
    if (found === undefined) throw new Error('the app has no text to edit')
    return found.path
  }

  async #identifier(path: string): Promise<unknown> {
    const call = { path, iface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' }
    const [id] = await this.call({ ...call, body: ['org.a11y.atspi.Accessible', 'AccessibleId'] })
    return id
  }

  /** Has the app's events delivered. */
  async listen(listener: (signal: BareSignal) => void): Promise<void> {
    this.#bus.connection.on('message', (message: Partial<BareSignal> & { type: number }) => {
      const { type, sender = '', path = '', member = '', body = [] } = message
      if (type === SIGNAL && sender === this.#app) listener({ sender, path, member, body })
    })
    await this.#bus.addMatch(`type='signal',sender='${this.#app}',interface='org.a11y.atspi.Event.Object'`)
  }

  async close(): Promise<void> {
    await this.#bus.close()
  }
}
