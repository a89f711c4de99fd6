import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entry } from '../support/journal.ts'
import { password } from './expectations/secrets.ts'
import { patience } from './report.ts'
import { SET_UP_MS, type Stage, setStage } from './scene.ts'

const WITHIN_MS = 10_000 * patience
/** Typed into an ordinary field, so that a search that finds nothing proves something. */
const plain = 'an ordinary sentence'
let stage: Stage
let app: string
const heard: string[] = []

beforeAll(async () => {
  stage = await setStage('covered')
  app = String(stage.fixture.pid)
}, SET_UP_MS)

afterAll(() => stage?.strike())

async function call(tool: string, args: Record<string, unknown>) {
  const answer = await stage.surehand.call(tool, { app, ...args })
  heard.push(JSON.stringify(answer.raw))
  return answer
}

test('a password is in the app, and in nothing that the server says or writes', async () => {
  const { fixture, surehand } = stage
  const view = await surehand.look(app)
  const secret = view.element('password-entry').id
  const field = view.element('text-entry').id
  const id = { element_id: secret }

  await call('set_value', { element_id: field, value: plain })
  await call('set_value', { ...id, value: password })
  await call('set_value', { ...id, value: password, confirm: true })
  await fixture.journal.until(entry('password-entry', 'text', { text: password }), WITHIN_MS)
  await call('type_text', { ...id, text: password, confirm: true })
  await call('get_app_state', { text_limit: 'max' })
  await call('get_app_state', { scope_element_id: secret, text_limit: 'max' })
  await call('click', { ...id, allow_focus_change: true })
  await call('perform_secondary_action', { ...id, action: 'activate' })
  await call('perform_secondary_action', { ...id, action: password })
  // What was typed is wrong in every way, and comes back in an error.
  await call('set_value', { ...id, value: password, confirm: password })
  await call('set_value', { ...id, text: password })
  await call('type_text', { ...id, [password]: true, text: password })
  const expectation = { element_id: secret, value: password }
  const probed = await call('click', { element_id: view.element('honest-button').id, expect: expectation })
  expect(probed.said, 'whether a secret equals a guess is not told').not.toBe('success')
  await fixture.command('remove password-entry')
  expect((await call('set_value', { ...id, value: password, confirm: true })).said).toBe('STALE_ELEMENT')

  const echoes = heard.filter((text) => text.includes(password))
  // The names that a caller makes up come back to that caller: they are its own words.
  expect(
    echoes.filter((text) => !text.includes('ACTION_NOT_FOUND') && !text.includes('there is no such argument')),
  ).toEqual([])
  expect(heard.join('\n')).toContain(plain)
  expect(surehand.stderr).toContain('"tool":"set_value"')
  expect(surehand.stderr).not.toContain(password)
  expect(surehand.stderr).not.toContain(plain)
  const written = filesUnder(stage.desktop.env.XDG_RUNTIME_DIR ?? '').filter(([path]) => path.includes('surehand'))
  expect(written.map(([, text]) => text).join('\n')).toContain('password text')
  for (const [path, text] of written) expect(text.includes(password), path).toBe(false)
  const audited = filesUnder(stage.desktop.env.XDG_STATE_HOME ?? '').filter(([path]) => path.includes('audit'))
  expect(audited.map(([, text]) => text).join('\n')).toContain('"tool":"set_value"')
  for (const [path, text] of audited) {
    expect(text.includes(password), path).toBe(false)
    expect(text.includes(plain), path).toBe(false)
  }
})

function filesUnder(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((found) => {
    const path = join(folder, found.name)
    if (found.isDirectory()) return filesUnder(path)
    return found.isFile() && statSync(path).size > 0 ? [[path, readFileSync(path, 'utf8')]] : []
  })
}
