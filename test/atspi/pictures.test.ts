/** The picture after an action shows what the outline says, although toolkits draw an effect after they tell of it. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { type Answer, Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

let stage: Stage
let surehand: Surehand
beforeAll(async () => {
  stage = await Stage.open()
  surehand = await Surehand.connect(stage.env)
})
afterAll(async () => {
  await surehand?.stop()
  await stage?.close()
})

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels of a part of the picture of an answer. */
async function part({ raw }: Answer, { x, y, width, height }: Box): Promise<Buffer> {
  const image = raw.content.find((one) => one.type === 'image')
  if (image?.type !== 'image') throw new Error('the answer has no picture')
  return sharp(Buffer.from(image.data, 'base64'))
    .extract({ left: x, top: y, width, height })
    .removeAlpha()
    .raw()
    .toBuffer()
}

const ROUNDS = 8

describe.each(['gtk3', 'gtk4'])('%s', (toolkit) => {
  const app = `pictures-${toolkit}`
  let fixture: FixtureProcess
  beforeAll(async () => {
    fixture = await startFixture({ env: stage.env, options: ['--name', app, '--toolkit', toolkit] })
  }, 90_000)
  afterAll(() => fixture?.stop())

  test('a counter: each picture shows another number', async () => {
    const view = await surehand.look(app)
    const [button, count] = [view.element('honest-button'), view.element('honest-count')]
    let before = await part(await surehand.call('get_app_state', { app }), count.box as Box)
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await surehand.call('click', { app, element_id: button.id })
      const after = await part(answer, count.box as Box)
      expect(before.equals(after)).toBe(false)
      before = after
    }
  })

  test('a slider set by its value: its knob is somewhere else', async () => {
    const slider = (await surehand.look(app)).element('plain-slider')
    let before = await part(await surehand.call('get_app_state', { app }), slider.box as Box)
    for (let round = 1; round <= ROUNDS; round++) {
      const answer = await surehand.call('set_value', { app, element_id: slider.id, value: String(round * 10) })
      expect(answer.said).toBe('success')
      const after = await part(answer, slider.box as Box)
      expect(before.equals(after)).toBe(false)
      before = after
    }
  })
})

test('GTK 3: a check box that is animated: the mark has begun to show', async () => {
  const app = 'pictures-check'
  const fixture = await startFixture({ env: stage.env, options: ['--name', app] })
  try {
    const box = (await surehand.look(app)).element('toggle-box')
    let before = await part(await surehand.call('get_app_state', { app }), box.box as Box)
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await surehand.call('click', { app, element_id: box.id })
      expect(answer.said).toBe('success')
      const after = await part(answer, box.box as Box)
      expect(before.equals(after)).toBe(false)
      before = after
    }
  } finally {
    await fixture.stop()
  }
})
