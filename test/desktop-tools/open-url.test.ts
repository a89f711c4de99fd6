import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Stage } from './stage.ts'

let stage: Stage
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-open-url-'))
  stage = await Stage.set()
}, 120_000)
afterAll(async () => {
  await stage?.strike()
  rmSync(folder, { recursive: true })
})

const open = (url: string, args = {}) =>
  stage.surehand.call('open_url', { url, allow_focus_change: true, include_state: false, ...args })

describe('what is refused before anything is handed over', () => {
  test.each(['example.org', '/etc/passwd', 'http://', ''])('%j is no URL', async (url) => {
    expect((await open(url)).said).toBe('INVALID_ARGUMENTS')
  })

  test('nothing is installed that opens it', async () => {
    expect((await open('x-nobody:thing', { confirm: true })).said).toBe('APP_NOT_FOUND')
  })

  test('a file needs confirm', async () => {
    const file = join(folder, 'a.txt')
    writeFileSync(file, 'hello')
    expect((await open(pathToFileURL(file).href)).said).toBe('CONFIRMATION_REQUIRED')
  })
})

test('a file opens in the app of its type, which shows a window', async () => {
  const file = join(folder, 'a letter.txt')
  writeFileSync(file, 'Dear reader')
  const answer = await open(pathToFileURL(file).href, { confirm: true })
  expect(answer.said).toBe('success')
  expect(await stage.run('xdotool', 'search', '--onlyvisible', '--name', 'a letter.txt')).not.toBe('')
})

describe('pages in Chromium', () => {
  let server: Server
  let base: string
  const asked: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = request.url ?? ''
      if (url !== '/favicon.ico') asked.push(url)
      if (url === '/old') response.writeHead(302, { location: '/new' }).end()
      else response.setHeader('content-type', 'text/html').end(`<title>${url}</title><h1>Page ${url}</h1>`)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // Chromium's sandbox does not start as root, as which containers run tests.
    stage.install(
      'chromium',
      'Name=Chromium',
      'Exec=chromium --no-sandbox --no-first-run --disable-gpu %U',
      'MimeType=text/html;x-scheme-handler/http;',
    )
  })
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })

  test('never without allow_focus_change', async () => {
    const answer = await stage.surehand.call('open_url', { url: `${base}/never` })
    expect(answer.said).toBe('unsupported')
    expect(asked).toEqual([])
  })

  test('a browser is started, and the verdict waits for the page', async () => {
    const answer = await open(`${base}/first`, { include_state: true, include_screenshot: false })
    expect(answer.said).toBe('success')
    expect(answer.data.delivery_tier).toBe('app-launch')
    expect(asked).toEqual(['/first'])
    expect(await stage.run('xdotool', 'search', '--onlyvisible', '--name', '^/first')).not.toBe('')
    // It was started so that accessibility sees into the page.
    expect(answer.text).toContain('Page /first')
  })

  test('a browser that runs gets another page', async () => {
    expect((await open(`${base}/second`)).said).toBe('success')
    expect(asked.at(-1)).toBe('/second')
    expect(await stage.run('xdotool', 'search', '--onlyvisible', '--name', '^/second')).not.toBe('')
  })

  test('what is shown already is not opened again', async () => {
    const answer = await open(`${base}/second`)
    expect(answer.said).toBe('success')
    expect(answer.data).not.toHaveProperty('delivery_tier')
    expect(asked.filter((url) => url === '/second')).toHaveLength(1)
  })

  test('a redirect is told', async () => {
    const answer = await open(`${base}/old`)
    expect(answer.data).toMatchObject({ verdict: 'success', failure_domain: 'app_specific_semantics' })
    expect(asked.slice(-2)).toEqual(['/old', '/new'])
  })

  test('what should be shown decides', async () => {
    expect((await open(`${base}/third`, { expect: { text: 'Page /third' } })).said).toBe('success')
  })

  test('a page that nobody serves is no success', async () => {
    const answer = await open('http://127.0.0.1:9/')
    expect(answer.said).toBe('effect_not_verified')
    expect(answer.data.failure_domain).toBe('web')
  })
})
