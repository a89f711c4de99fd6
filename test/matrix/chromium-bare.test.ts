import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Surehand } from '../support/surehand.ts'
import type { MatrixApp } from './apps/app.ts'
import { startChromium } from './apps/chromium.ts'

let desktop: EmbeddedDesktop
let chromium: MatrixApp
let surehand: Surehand
beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  chromium = await startChromium(desktop.env, { accessible: false })
  surehand = await Surehand.connect(desktop.env)
}, 120_000)
afterAll(async () => {
  await surehand?.stop()
  await chromium?.stop()
  await desktop?.stop()
})

test('Chromium without renderer accessibility: the look says why there are no elements, and what to do', async () => {
  const { answer } = await surehand.look(String(chromium.pid))
  expect(answer.text).toContain('--force-renderer-accessibility')
  expect(answer.text).toContain('open_app')
  expect(answer.data.routes).toMatchObject({ elements: 'none', pointer: 'agent-seat', keys: 'agent-seat' })
})
