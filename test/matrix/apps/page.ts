import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MatrixApp } from './app.ts'

/** Starts a browser that shows the page with the controls, and serves it for as long as that runs. */
export async function withPage(start: (page: (journal: string) => string) => Promise<MatrixApp>): Promise<MatrixApp> {
  const server = await serve()
  try {
    const app = await start((journal) => {
      server.journalTo(journal)
      return `http://127.0.0.1:${server.port}/`
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
