import { afterAll, beforeAll, expect, test } from 'vitest'
import { Surehand, type View } from '../support/surehand.ts'
import { SET_UP_MS, type Stage, setStage } from './scene.ts'

let stage: Stage
let view: View
let app: string

beforeAll(async () => {
  stage = await setStage('covered')
  app = String(stage.fixture.pid)
  view = await stage.surehand.look(app, { include_screenshot: true })
}, SET_UP_MS)

afterAll(() => stage?.strike())

const button = () => view.element('honest-button').id
const field = () => view.element('text-entry').id
const valid = () => ({ app, element_id: button() })

type Refused = readonly [what: string, tool: string, args: () => Record<string, unknown>, code: string, says: RegExp]

/** `says`: what was expected, so that a model can mend the call. */
const refused: readonly Refused[] = [
  ['an unknown tool', 'clik', valid, 'UNKNOWN_TOOL', /click/],
  ['no app', 'click', () => ({ element_id: button() }), 'INVALID_ARGUMENTS', /app: required/],
  [
    'an app that does not run',
    'click',
    () => ({ ...valid(), app: 'no-such-app' }),
    'APP_NOT_FOUND',
    /surehand-fixture/,
  ],
  ['an app that is a number', 'click', () => ({ ...valid(), app: 7 }), 'INVALID_ARGUMENTS', /app: .*string/],
  ['neither element nor point', 'click', () => ({ app }), 'INVALID_ARGUMENTS', /element_id.*x and y/],
  ['element and point', 'click', () => ({ ...valid(), x: 1, y: 1 }), 'INVALID_ARGUMENTS', /exactly one/],
  ['half a point', 'click', () => ({ app, x: 1 }), 'INVALID_ARGUMENTS', /y.*missing|belong together/],
  ['a point beyond the right edge', 'click', () => ({ app, x: 900, y: 10 }), 'INVALID_ARGUMENTS', /900/],
  ['a point below the bottom', 'click', () => ({ app, x: 10, y: 600 }), 'INVALID_ARGUMENTS', /600/],
  ['a negative point', 'click', () => ({ app, x: -1, y: 10 }), 'INVALID_ARGUMENTS', /-1/],
  ['a point that is a text', 'click', () => ({ app, x: '1', y: 1 }), 'INVALID_ARGUMENTS', /x: .*number/],
  ['an id of no known form', 'click', () => ({ app, element_id: 'honest-button' }), 'ELEMENT_NOT_FOUND', /e12@s3/],
  [
    'an id that was never given',
    'click',
    () => ({ app, element_id: 'e9999@s1' }),
    'ELEMENT_NOT_FOUND',
    /get_app_state/,
  ],
  [
    'an id of another app',
    'click',
    () => ({ ...valid(), app: 'surehand-sentinel' }),
    'ELEMENT_NOT_FOUND',
    /another app/,
  ],
  ['an argument that is misspelt', 'click', () => ({ ...valid(), click_cuont: 2 }), 'INVALID_ARGUMENTS', /click_count/],
  ['an argument of no tool', 'click', () => ({ ...valid(), force: true }), 'INVALID_ARGUMENTS', /force.*Known/],
  ['a third click', 'click', () => ({ ...valid(), click_count: 3 }), 'INVALID_ARGUMENTS', /click_count: .*2/],
  [
    'half a click',
    'click',
    () => ({ ...valid(), click_count: 1.5 }),
    'INVALID_ARGUMENTS',
    /click_count: .*whole number/,
  ],
  ['a button of no mouse', 'click', () => ({ ...valid(), mouse_button: 'fourth' }), 'INVALID_ARGUMENTS', /left.*right/],
  [
    'the pointer without the focus',
    'click',
    () => ({ ...valid(), allow_global_cursor: true }),
    'INVALID_ARGUMENTS',
    /allow_focus_change: true/,
  ],
  [
    'an expectation of no known form',
    'click',
    () => ({ ...valid(), expect: { colour: 'red' } }),
    'INVALID_ARGUMENTS',
    /colour/,
  ],
  [
    'an expectation about an unknown element',
    'click',
    () => ({ ...valid(), expect: { element_id: 'e9999@s1', name: '1' } }),
    'ELEMENT_NOT_FOUND',
    /expect/,
  ],
  ['no value', 'set_value', () => ({ app, element_id: field() }), 'INVALID_ARGUMENTS', /value: required/],
  [
    'a value that is a number',
    'set_value',
    () => ({ app, element_id: field(), value: 7 }),
    'INVALID_ARGUMENTS',
    /value/,
  ],
  [
    'a value beyond all bounds',
    'set_value',
    () => ({ app, element_id: field(), value: 'x'.repeat(100_001) }),
    'INVALID_ARGUMENTS',
    /100000/,
  ],
  ['nothing to type', 'type_text', () => ({ app, element_id: field(), text: '' }), 'INVALID_ARGUMENTS', /text: /],
  ['no field with the focus', 'type_text', () => ({ app, text: 'x' }), 'NO_FOCUSED_FIELD', /element_id/],
  [
    'an empty name of an action',
    'perform_secondary_action',
    () => ({ ...valid(), action: '' }),
    'INVALID_ARGUMENTS',
    /action: /,
  ],
  ['arguments that are none', 'click', () => [] as unknown as Record<string, unknown>, 'INVALID_ARGUMENTS', /./],
]

test.each(refused)('%s', async (_, tool, args, code, says) => {
  const { fixture, surehand, bystander } = stage
  const watch = await bystander.watch()
  const mark = fixture.journal.mark()
  const answer = await surehand.call(tool, args())
  await fixture.settled()
  expect({ said: answer.said, isError: answer.raw.isError }).toEqual({ said: code, isError: true })
  expect(answer.text).toMatch(says)
  expect(fixture.journal.since(mark).filter(({ control }) => control !== 'commands')).toEqual([])
  expect(await bystander.disturbances(watch)).toEqual([])
})

test("another caller's id is refused, also when it is a valid one for the other", async () => {
  const { desktop, fixture } = stage
  const other = await Surehand.connect(desktop.env)
  try {
    const mark = fixture.journal.mark()
    const stolen = await other.call('click', valid())
    expect(stolen.said).toBe('ELEMENT_NOT_FOUND')
    expect(stolen.text).toContain('another caller')
    await fixture.settled()
    expect(fixture.journal.since(mark).filter(({ control }) => control !== 'commands')).toEqual([])
  } finally {
    await other.stop()
  }
  expect((await stage.surehand.call('click', valid())).said).toBe('success')
})

test('a pixel of a window that has changed its size since is refused', async () => {
  const { fixture, surehand } = stage
  const { box } = (await surehand.look(app, { include_screenshot: true })).element('honest-button')
  const mark = fixture.journal.mark()
  await fixture.command('resize 960 640')
  await fixture.journal.until(({ event, width }) => event === 'configure' && width === 960, 10_000, mark)
  const answer = await surehand.call('click', { app, x: (box?.x ?? 0) + 2, y: (box?.y ?? 0) + 2 })
  expect(answer.said).toBe('STALE_COORDINATES')
  await fixture.settled()
  expect(fixture.journal.since(mark).filter(({ control }) => control === 'honest-button')).toEqual([])
})
