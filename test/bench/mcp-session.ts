import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** An MCP client with `surehand serve` as its child. */
export class McpSession {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async open(launcher: string, env: Readonly<Record<string, string>>): Promise<McpSession> {
    const client = new Client({ name: 'surehand-bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(
      new StdioClientTransport({ command: launcher, args: ['serve'], env: { ...env }, stderr: 'ignore' }),
    )
    // As hosts do: from then on the client checks each result against the tool's output schema.
    await client.listTools()
    return new McpSession(client)
  }

  call(name: string, args: Readonly<Record<string, unknown>>) {
    return this.#client.callTool({ name, arguments: args })
  }

  /** Looks at the app and returns the id of the line that shows this accessible id. */
  async elementId(app: string, accessibleId: string): Promise<string> {
    const { content } = await this.call('get_app_state', { app, include_screenshot: false })
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    const line = text.split('\n').find((each) => each.includes(` id=${accessibleId} `))
    const id = /^\s*(e\d+@s\d+) /.exec(line ?? '')?.[1]
    if (id === undefined)
      throw new Error(`get_app_state shows nothing with the accessible id ${accessibleId}:\n${text}`)
    return id
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}
