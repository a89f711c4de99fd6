import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { version } from '../../version.ts'

/** What the demo shows of one result, taken from the protocol alone. */
export interface SeenCall {
  readonly failed: boolean
  readonly text: string
  readonly verdict: string | undefined
  readonly tier: string | null
  readonly focusChanged: boolean | null
  /** Element ids by the accessible ids of the controls; of a look. */
  readonly elements: ReadonlyMap<string, string>
}

type Plain = Record<string, unknown>

/** A real MCP client with the server as its child. */
export class DemoClient {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async connect(launcher: string, env: Readonly<Record<string, string>>): Promise<DemoClient> {
    const client = new Client({ name: 'surehand-demo', version: version() }, { versionNegotiation: { mode: 'auto' } })
    const quiet = { SUREHAND_CONFIG: '' }
    await client.connect(
      new StdioClientTransport({ command: launcher, args: ['serve'], env: { ...env, ...quiet }, stderr: 'ignore' }),
    )
    return new DemoClient(client)
  }

  /** Pid of the app that shows a window with this title. */
  async findApp(title: string): Promise<string> {
    const { structuredContent } = await this.#client.callTool({ name: 'list_apps', arguments: {} })
    const apps = (structuredContent as { apps?: { pid?: number; windows: string[] }[] } | undefined)?.apps ?? []
    const app = apps.find(({ windows }) => windows.includes(title))
    if (app?.pid === undefined) throw new Error(`list_apps does not show a window "${title}"`)
    return String(app.pid)
  }

  async call(name: string, args: Plain): Promise<SeenCall> {
    const { isError, content, structuredContent, _meta } = await this.#client.callTool({ name, arguments: args })
    const plain = (structuredContent ?? {}) as Plain
    const focus = (_meta?.['computer-use-mcp/focus'] ?? {}) as Plain
    const first = content[0]
    return {
      failed: isError === true,
      text: first?.type === 'text' ? first.text : '',
      verdict: plain.verdict as string | undefined,
      tier: (plain.delivery_tier as string | undefined) ?? null,
      focusChanged: (focus.focus_changed as boolean | undefined) ?? null,
      elements: elementIds(plain.outline),
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

function elementIds(outline: unknown, found = new Map<string, string>()): Map<string, string> {
  if (typeof outline !== 'object' || outline === null) return found
  const { id, accessible_id, children } = outline as { id?: string; accessible_id?: string; children?: unknown[] }
  if (id !== undefined && accessible_id !== undefined) found.set(accessible_id, id)
  for (const child of children ?? []) elementIds(child, found)
  return found
}
