import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFixture } from '../support/fixture.ts'
import { Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

let stage: Stage
let folder: string
let surehand: Surehand
let server: Server
let port: number
/** What the pages' buttons told the server: the browser's own witness. */
const pressed: string[] = []
const asked: string[] = []

/** 127.0.0.1 is allowed, localhost is denied: two hosts, one server. */
const pages: Readonly<Record<string, () => string>> = {
  '/plain': () => `<h1>Plain</h1>${button('plain')}<a href="http://localhost:${port}/inner">Away</a>`,
  '/framed': () => `<h1>Framed</h1>${button('framed')}<iframe src="http://localhost:${port}/inner"></iframe>`,
  '/written': () => `<h1>Written</h1>${button('written')}<iframe srcdoc="<p>own</p>"></iframe>`,
  '/inner': () => `<h1>Inner</h1>${button('inner')}`,
}
const button = (name: string) =>
  `<button onclick="fetch('/pressed/${name}', {method: 'POST'}); this.after('Heard ${name}')">Press ${name}</button>`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-url-policy-'))
  server = createServer((request, response) => {
    const url = request.url ?? ''
    if (request.method === 'POST') pressed.push(url.replace('/pressed/', ''))
    else if (url !== '/favicon.ico') asked.push(`${request.headers.host?.replace(/:.*/, '')}${url}`)
    if (url === '/redirect') return response.writeHead(302, { location: `http://localhost:${port}/inner` }).end()
    response.setHeader('content-type', 'text/html').end(`<title>${url}</title>${pages[url]?.() ?? ''}`)
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  port = (server.address() as AddressInfo).port
  stage = await Stage.set()
  // Chromium's sandbox does not start as root, as which containers run tests.
  stage.install(
    'chromium',
    'Name=Chromium',
    'Exec=chromium --no-sandbox --no-first-run --disable-gpu --site-per-process %U',
    'MimeType=text/html;x-scheme-handler/http;',
  )
  const config = join(folder, 'surehand.yaml')
  writeFileSync(config, 'policy: {urls: {deny: [localhost]}}')
  surehand = await Surehand.connect(stage.env, { config })
}, 120_000)
afterAll(async () => {
  await surehand?.stop()
  await stage?.strike()
  server?.closeAllConnections()
  server?.close()
  rmSync(folder, { recursive: true })
})

const open = (url: string) =>
  surehand.call('open_url', { url, allow_focus_change: true, include_state: false, confirm: true })
const show = async (page: string) => expect((await open(`http://127.0.0.1:${port}${page}`)).said).toBe('success')
const press = async (label: string, expected: object) => {
  // Who is in Chromium has its keyboard, and the agent's own would mute it.
  await stage.goHome()
  const view = await surehand.look('chromium')
  return surehand.call('click', {
    app: 'chromium',
    element_id: view.element(label).id,
    expect: expected,
    include_state: false,
  })
}

describe('open_url is judged on its argument', () => {
  test.each([
    (at: number) => `http://localhost:${at}/inner`,
    (at: number) => `http://LOCALHOST:${at}/inner`,
    (at: number) => `http://localhost.:${at}/inner`,
    (at: number) => `http://127.0.0.1@localhost:${at}/inner`,
    (at: number) => `view-source:http://localhost:${at}/inner`,
    () => 'javascript:alert(1)',
  ])('%s', async (url) => {
    const answer = await open(url(port))
    expect(['POLICY_DENIED', 'APP_NOT_FOUND']).toContain(answer.said)
    expect(asked).toEqual([])
  })
})

test('a page at an allowed address is acted on', async () => {
  await show('/plain')
  const answer = await press('Press plain', { text: 'Heard plain' })
  expect(answer.said, answer.text).toBe('success')
  expect(answer.meta['computer-use-mcp/outcome']).toMatchObject({ page_policy: { verdict: 'allowed' } })
  expect(pressed).toEqual(['plain'])
})

test('a link that leads to a denied address: told after the click, and nothing more is done there', async () => {
  const answer = await press('Away', { url: `http://localhost:${port}/inner` })
  expect(answer.said, answer.text).toBe('success')
  expect(answer.text).toContain("the operator's policy denies (urls.deny[0])")
  expect(answer.meta['computer-use-mcp/outcome']).toMatchObject({ page_policy: { verdict: 'denied' } })
  expect(asked.at(-1)).toBe('localhost/inner')
  const after = await press('Press inner', { text: 'Heard inner' })
  expect(after.said).toBe('POLICY_DENIED')
  expect(after.meta['computer-use-mcp/error']).toMatchObject({ gate: 'urls', rules: ['urls.deny[0]'] })
  expect(pressed).toEqual(['plain'])
})

test('a frame of a denied host closes the whole page', async () => {
  await show('/framed')
  expect(asked.slice(-2)).toEqual(['127.0.0.1/framed', 'localhost/inner'])
  expect((await press('Press framed', { text: 'Heard framed' })).said).toBe('POLICY_DENIED')
  expect((await surehand.call('press_key', { app: 'chromium', key: 'Tab' })).said).toBe('POLICY_DENIED')
  expect(pressed).toEqual(['plain'])
})

test('a frame that a page writes itself has its address', async () => {
  await show('/written')
  expect((await press('Press written', { text: 'Heard written' })).said).toBe('success')
  expect(pressed).toEqual(['plain', 'written'])
})

test('a redirect to a denied address is told', async () => {
  const answer = await open(`http://127.0.0.1:${port}/redirect`)
  expect(asked.at(-1)).toBe('localhost/inner')
  expect(answer.meta['computer-use-mcp/outcome']).toMatchObject({
    page_policy: { verdict: 'denied', rules: ['urls.deny[0]'] },
  })
  expect(answer.text).toContain("the operator's policy denies")
})

test('a browser that tells of no document is not acted on', async () => {
  const browser = await startFixture({ env: stage.env, options: ['--background', '--name', 'epiphany'] })
  try {
    const app = String(browser.pid)
    const view = await surehand.look(app)
    const mark = browser.journal.mark()
    const answer = await surehand.call('click', { app, element_id: view.element('honest-button').id })
    expect(answer.said).toBe('POLICY_DENIED')
    expect(answer.meta['computer-use-mcp/error']).toMatchObject({ gate: 'urls', rules: ['urls.unreadable'] })
    expect(answer.text).toContain('its address cannot be told')
    expect(browser.journal.since(mark)).toEqual([])
  } finally {
    await browser.stop()
  }
})
