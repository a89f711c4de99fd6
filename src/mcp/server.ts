import { Server } from '@modelcontextprotocol/server'
import type { Caller, Engine } from '../dispatch/engine.ts'
import type { Tool } from '../tools/define.ts'
import { instructions } from './instructions.ts'
import { throughResources } from './keeping.ts'
import { renderResult } from './render.ts'
import { serveResources } from './resources.ts'
import type { ResultFiles } from './result-files.ts'

/** How long a client may keep the list of tools, in milliseconds; it never changes while we run. */
const LIST_TTL_MS = 3_600_000

/** What a session's results are bounded by, and where the rest of them goes. */
export interface Results {
  readonly maxBytes: number
  readonly files: ResultFiles
}

/**
 * One MCP server over the engine. The low-level `Server` is used on purpose: the high-level one validates arguments
 * before our funnel sees the call and sends the text of thrown errors to the client.
 */
export function createMcpServer(engine: Engine, caller: Caller, version: string, results: Results): Server {
  const server = new Server({ name: 'surehand', version }, { capabilities: { tools: {}, resources: {} }, instructions })
  const keeping = throughResources(results.maxBytes, results.files)
  serveResources(server, results.files)
  const tools = engine.tools.map(describeTool)
  server.setRequestHandler('tools/list', () => ({ tools, ttlMs: LIST_TTL_MS, cacheScope: 'public' as const }))
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params
    const result = await engine.call(caller, { tool: name, arguments: args }, { signal: context.mcpReq.signal })
    return renderResult(result, keeping)
  })
  return server
}

/** A tool as `tools/list` shows it. Schemas have object roots: clients drop tools, or the whole list, otherwise. */
export function describeTool(tool: Tool) {
  const { facts } = tool
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: objectSchema(tool.input.toJSONSchema({ io: 'input' })),
    outputSchema: objectSchema(tool.output.toJSONSchema({ io: 'output' })),
    annotations: {
      title: tool.title,
      readOnlyHint: !facts.mutating,
      destructiveHint: facts.destructive,
      idempotentHint: facts.idempotent,
      openWorldHint: facts.openWorld,
    },
  }
}

function objectSchema(schema: object): { type: 'object'; [key: string]: unknown } {
  const { $schema: _, ...rest } = schema as Record<string, unknown>
  if (rest.type !== 'object') throw new Error('a tool schema must have an object at its root')
  return { ...rest, type: 'object' }
}
