import { fileURLToPath } from 'node:url'
import { type CallToolResult, Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

type Environment = Readonly<Record<string, string>>
type Plain = Readonly<Record<string, unknown>>

/** The launcher that users run. */
export const launcher = fileURLToPath(new URL('../../bin/surehand', import.meta.url))

/** One answer of the server, as a client sees it, with the moments around it. */
export interface Answer {
  /** The verdict, or the code of the refusal; `none` where the protocol carries neither. */
  readonly said: string
  /** First text of the result. */
  readonly text: string
  readonly data: Plain
  readonly meta: Plain
  readonly raw: CallToolResult
  /** CLOCK_MONOTONIC in microseconds, the clock of the journals. */
  readonly askedAt: number
  readonly answeredAt: number
}

/** An element as a look shows it. */
interface SeenElement {
  readonly id: string
  readonly role: string
  readonly label?: string
  readonly states?: readonly string[]
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** What one look showed, found by accessible id (GTK 4: the description) or, for rows and items, by label. */
export class View {
  readonly answer: Answer
  readonly #elements = new Map<string, SeenElement>()
  readonly #all: SeenElement[] = []

  constructor(answer: Answer) {
    this.answer = answer
    for (const outline of [answer.data.outline, ...((answer.data.popups as unknown[] | undefined) ?? [])])
      this.#collect(outline)
  }

  has(name: string, role?: string): boolean {
    return this.#find(name, role) !== undefined
  }

  /** The element with this accessible id, else the first one with this label. @param role the first with this role too */
  element(name: string, role?: string): SeenElement {
    const found = this.#find(name, role)
    if (found === undefined)
      throw new Error(
        `get_app_state (${this.coverage}) does not show ${name}; it shows: ${[...this.#elements.keys()].join(', ')}`,
      )
    return found
  }

  /** As the server says: `complete`, or why not. */
  get coverage(): string {
    return String(this.answer.data.coverage)
  }

  /** The only element that fits. */
  only(fits: (element: SeenElement) => boolean): SeenElement {
    const found = this.#all.filter(fits)
    const [first] = found
    if (first === undefined || found.length > 1)
      throw new Error(
        `${found.length} elements of get_app_state fit ${fits}; it shows:\n${this.answer.text.slice(0, 4_000)}`,
      )
    return first
  }

  #find(name: string, role?: string): SeenElement | undefined {
    if (role === undefined) return this.#elements.get(name)
    return this.#all.find((element) => element.label === name && element.role === role)
  }

  #collect(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { accessible_id, description, children, ...element } = node as SeenElement & {
      accessible_id?: string
      description?: string
      children?: unknown[]
    }
    this.#all.push(element)
    const name = accessible_id ?? description
    if (name !== undefined) this.#elements.set(name, element)
    if (accessible_id === undefined && element.label !== undefined && !this.#elements.has(element.label))
      this.#elements.set(element.label, element)
    for (const child of children ?? []) this.#collect(child)
  }
}

interface ConnectOptions {
  /** Path of a configuration file. */
  readonly config?: string
  /** `auto` negotiates the newest protocol revision, `legacy` begins with `initialize`. */
  readonly era?: 'auto' | 'legacy'
  /** Laid over the environment of the desktop. */
  readonly env?: Environment
}

/** Longer than any call may take; a test that waits this long has found a hang. */
const ANSWER_WITHIN_MS = 60_000

/** `surehand serve` as the child of a real MCP client over stdio. */
export class Surehand {
  readonly client: Client
  readonly #transport: StdioClientTransport
  #stderr = ''

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client
    this.#transport = transport
    transport.stderr?.on('data', (chunk) => {
      this.#stderr += chunk
    })
  }

  static async connect(
    env: Environment,
    { config, era = 'auto', env: more = {} }: ConnectOptions = {},
  ): Promise<Surehand> {
    const client = new Client({ name: 'truth-suite', version: '1' }, { versionNegotiation: { mode: era } })
    const transport = new StdioClientTransport({
      command: launcher,
      args: ['serve'],
      env: { ...env, SUREHAND_CONFIG: config ?? '', ...more },
      stderr: 'pipe',
    })
    const surehand = new Surehand(client, transport)
    await client.connect(transport)
    return surehand
  }

  /** Everything that the server has written to stderr so far. */
  get stderr(): string {
    return this.#stderr
  }

  /** The lines of its log. */
  log(): readonly Plain[] {
    return this.#stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Plain] : []))
  }

  /** What its log says of failures inside. */
  #faults(): string {
    return this.log()
      .flatMap(({ fault }) => (fault === undefined ? [] : [String(fault)]))
      .join('\n')
  }

  get pid(): number {
    const { pid } = this.#transport
    if (pid === null) throw new Error('the server does not run')
    return pid
  }

  async call(tool: string, args: Plain, signal?: AbortSignal): Promise<Answer> {
    const askedAt = now()
    const raw = (await this.client.callTool(
      { name: tool, arguments: { ...args } },
      { timeout: ANSWER_WITHIN_MS, ...(signal && { signal }) },
    )) as CallToolResult
    const answeredAt = now()
    const data = (raw.structuredContent ?? {}) as Plain
    const meta = raw._meta ?? {}
    const first = raw.content[0]
    const refused = (meta['computer-use-mcp/error'] as { code?: string } | undefined)?.code
    return {
      said: refused ?? (data.verdict as string | undefined) ?? 'none',
      text: first?.type === 'text' ? first.text : '',
      data,
      meta,
      raw,
      askedAt,
      answeredAt,
    }
  }

  /** get_app_state, without a picture unless asked. */
  async look(app: string, args: Plain = {}): Promise<View> {
    const answer = await this.call('get_app_state', { app, include_screenshot: false, ...args })
    if (answer.raw.isError === true) throw new Error(`get_app_state of ${app}: ${answer.text}\n${this.#faults()}`)
    return new View(answer)
  }

  stop(): Promise<void> {
    return this.client.close()
  }
}

/** CLOCK_MONOTONIC in microseconds. */
export const now = (): number => Number(process.hrtime.bigint() / 1_000n)
