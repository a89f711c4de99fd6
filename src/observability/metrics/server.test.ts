import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MetricsServer, serveMetrics } from './server.ts'

let server: MetricsServer
let port: number
let metrics: () => Promise<string>

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

beforeEach(async () => {
  port = await freePort()
  metrics = async () => 'a 1\n'
  server = await serveMetrics({ contentType: 'text/plain; version=0.0.4', metrics: () => metrics() }, port)
})
afterEach(() => server.close())

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode as number, type: response.headers['content-type'], text }
}

test('it answers a scraper', async () => {
  expect(await ask('/metrics')).toEqual({ status: 200, type: 'text/plain; version=0.0.4', text: 'a 1\n' })
  expect(await ask('/metrics?x=1')).toMatchObject({ status: 200 })
  expect(await ask('/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
})

test.each([
  ['127.0.0.1', 200],
  ['localhost:9464', 200],
  ['LOCALHOST', 200],
  ['[::1]:9464', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example:9464', 403],
  ['evil.example#127.0.0.1', 403],
  ['127.0.0.1@evil.example', 403],
  ['192.168.1.7', 403],
])('Host %j: %i', async (host, status) => {
  for (const path of ['/metrics', '/healthz', '/']) {
    const answer = await ask(path, { host })
    expect(answer.status).toBe(path === '/' && status === 200 ? 404 : status)
    if (status === 403)
      expect(answer.text).toBe(
        'The Host header must name 127.0.0.1 or localhost: that is where the metrics are served.\n',
      )
  }
})

test('a request of old that names no host is refused', async () => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.end('GET /metrics HTTP/1.0\r\n\r\n')
  const [first] = await once(socket, 'data')
  expect(String(first)).toContain('403 Forbidden')
})

test.each(['https://evil.example', 'http://localhost:3000', 'null', ''])('Origin %j is refused', async (origin) => {
  const answer = await ask('/metrics', { origin })
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('a scraper sends no Origin')])
})

test.each([
  ['POST', '/metrics', 405],
  ['HEAD', '/metrics', 405],
  ['OPTIONS', '/healthz', 405],
  ['GET', '/', 404],
  ['GET', '/metrics/', 404],
  ['GET', '/../metrics', 404],
  ['GET', 'http://evil.example/metrics', 404],
])('%s %s: %i', async (method, path, status) => {
  expect((await ask(path, {}, method)).status).toBe(status)
})

test('figures that cannot be put together are an answer, and the next scrape is served', async () => {
  metrics = () => Promise.reject(new Error('/home/person'))
  expect(await ask('/metrics')).toMatchObject({ status: 500, text: 'The metrics could not be put together.\n' })
  metrics = async () => 'a 2\n'
  expect(await ask('/metrics')).toMatchObject({ status: 200, text: 'a 2\n' })
})

test('a port that is taken is an error', async () => {
  await expect(serveMetrics({ contentType: '', metrics }, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('nothing listens on another address of this machine', async () => {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, address }) => family === 'IPv4' && address !== '127.0.0.1')
    .map(({ address }) => address)
  for (const host of [...others, '127.0.0.2']) {
    const [error] = await once(connect({ host, port }), 'error').catch((error: unknown) => [error])
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  }
})

test('it ends with a client that holds its connection open', async () => {
  const idle = connect({ host: '127.0.0.1', port })
  await once(idle, 'connect')
  const gone = once(idle, 'close')
  await server.close()
  await gone
  server = await serveMetrics({ contentType: '', metrics }, port)
})
