import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Environment, GEOMETRY, type MatrixApp, startProgram } from './app.ts'

/** A page with the controls, in Chromium. Each thing that happens in it is posted to a server of ours, which journals it. */
export async function startChromium(env: Environment, { accessible = true } = {}): Promise<MatrixApp> {
  const server = await serve()
  try {
    const { width, height, x, y } = GEOMETRY
    const app = await startProgram(env, (folder, journal) => {
      server.journalTo(journal)
      return [
        'chromium',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--user-data-dir=${folder}/profile`,
        `--window-size=${width},${height}`,
        `--window-position=${x},${y}`,
        ...QUIET,
        ...(accessible ? ['--force-renderer-accessibility'] : []),
        `--app=http://127.0.0.1:${server.port}/`,
      ]
    })
    const stop = async () => {
      await app.stop()
      await server.close()
    }
    return { ...app, stop }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** No first-run pages, no requests of its own, the same drawing on every machine. */
const QUIET = [
  '--no-first-run',
  // Without the bar that warns of missing sandboxes.
  '--test-type',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--password-store=basic',
]

interface PageServer {
  readonly port: number
  journalTo(path: string): void
  close(): Promise<void>
}

async function serve(): Promise<PageServer> {
  const page = readFileSync(new URL('page.html', import.meta.url))
  let path: string | undefined
  let next = 0
  const write = (body: string) => {
    if (path === undefined) throw new Error('the page spoke before there was a journal')
    const t = Number(process.hrtime.bigint() / 1_000n)
    appendFileSync(path, `${JSON.stringify({ t, seq: next++, ...JSON.parse(body) })}\n`)
  }
  const server: Server = createServer((request, response) => {
    if (request.method !== 'POST') {
      const isPage = request.url === '/'
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(isPage ? page : '')
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      write(body)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    journalTo: (file) => {
      path = file
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
