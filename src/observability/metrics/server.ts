import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'

/** Nobody but this machine is served. */
const ADDRESS = '127.0.0.1'
/** Names under which a scraper on this machine, or at the near end of a tunnel, asks. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** A scrape is one small request; whoever sends it slowly is cut off. Milliseconds. */
const REQUEST_MS = 5_000
const MOST_CONNECTIONS = 16

/** What can be read, and as what. */
export interface Source {
  readonly contentType: string
  metrics(): Promise<string>
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A metrics endpoint that runs. */
export interface MetricsServer {
  close(): Promise<void>
}

/**
 * Serves `/metrics` and `/healthz` over HTTP on the loopback address.
 * @throws when the port is taken
 */
export async function serveMetrics(source: Source, port: number): Promise<MetricsServer> {
  const server: Server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      replyTo(request, source)
        .catch((): Reply => ({ status: 500, text: 'The metrics could not be put together.\n' }))
        .then(({ status, text, headers }) => {
          response.writeHead(status, {
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': 'no-store',
            ...headers,
          })
          response.end(text)
        })
        .catch(() => response.destroy())
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  server.listen({ host: ADDRESS, port, exclusive: true })
  await once(server, 'listening')
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function replyTo(request: IncomingMessage, source: Source): Promise<Reply> {
  const stranger = strangerIn(request)
  if (stranger !== undefined) return { status: 403, text: `${stranger}\n` }
  const path = request.url?.split('?', 1)[0]
  if (path !== '/metrics' && path !== '/healthz') return { status: 404, text: 'Here are only /metrics and /healthz.\n' }
  if (request.method !== 'GET') return { status: 405, text: 'Only GET is answered here.\n', headers: { allow: 'GET' } }
  if (path === '/healthz') return { status: 200, text: 'ok\n' }
  return { status: 200, text: await source.metrics(), headers: { 'content-type': source.contentType } }
}

/**
 * A page of any site can make a browser of this machine ask here, also under a name of its own that it lets point to
 * 127.0.0.1. Such a request shows an Origin, or a Host that is not ours.
 */
function strangerIn({ headers }: IncomingMessage): string | undefined {
  if (headers.origin !== undefined) return 'Requests of web pages are refused: a scraper sends no Origin header.'
  const host = headers.host?.replace(/:\d+$/, '').toLowerCase()
  if (host !== undefined && LOOPBACK.has(host)) return undefined
  return 'The Host header must name 127.0.0.1 or localhost: that is where the metrics are served.'
}
