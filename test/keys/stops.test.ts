import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { run } from '../support/oracles.ts'
import { type Agent, openAgent } from './agent.ts'
import { startTarget, type TextTarget } from './targets.ts'

const WITHIN_MS = 5_000
const PATIENCE_MS = 300

let desktop: EmbeddedDesktop
let target: TextTarget
let person: Bystander
let agent: Agent

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  person = await Bystander.arrive(desktop.env, 'corner')
})

afterAll(async () => {
  await person?.leave()
  await desktop?.stop()
})

beforeEach(async () => {
  target = await startTarget('gtk3', desktop.env)
  agent = await openAgent(desktop.env, { patience: PATIENCE_MS, idle: 20 })
  await agent.hover(target.point, target.xid)
})

afterEach(async () => {
  await agent.close()
  await target.stop()
})

test.each([1, 5, 37])('stops after the character at which the caller cancels: %i', async (count) => {
  const text = 'Abc Défg 日本語 (XYZ) '.repeat(20)
  const controller = new AbortController()
  const result = await agent.keys.type(text, target.xid, {
    signal: controller.signal,
    onProgress: (typed) => {
      if (typed === count) controller.abort()
    },
  })
  expect(result).toEqual({ typed: count, impossible: [], stopped: 'aborted' })
  expect(await agent.heldKeys()).toEqual([])
  const sent = [...text].slice(0, count).join('')
  expect(await target.read(sent, WITHIN_MS)).toBe(sent)
})

test('cancelled before it began, nothing is sent', async () => {
  const result = await agent.keys.type('abc', target.xid, { signal: AbortSignal.abort() })
  expect(result).toEqual({ typed: 0, impossible: [], stopped: 'aborted' })
  expect(await target.clear()).toBe('')
})

test('a text with characters that no key makes is not begun', async () => {
  const result = await agent.keys.type('ab\u0007c\u0000', target.xid)
  expect(result).toEqual({ typed: 0, impossible: ['\u0007', '\u0000'] })
  expect(agent.changes()).toBe(0)
  expect(await target.clear()).toBe('')
})

test('an app that hangs is given a few characters, no more, and gets the codes kept for it', async () => {
  const before = await run(desktop.env, 'xkbcomp', desktop.display, '-')
  process.kill(target.pid, 'SIGSTOP')
  const text = '漢字仮名交じり文abcdefghijklmnopqrstuvwxyz'
  const started = performance.now()
  const result = await agent.keys.type(text, target.xid)
  expect(performance.now() - started).toBeLessThan(PATIENCE_MS + 2_000)
  expect(result.stopped).toBe('unanswered')
  expect(result.typed).toBeLessThanOrEqual(16)
  process.kill(target.pid, 'SIGCONT')
  const sent = text.slice(0, result.typed)
  expect(await target.read(sent, WITHIN_MS)).toBe(sent)
  await agent.mapIsBack()
  expect(await run(desktop.env, 'xkbcomp', desktop.display, '-')).toBe(before)
})

test('a window that has gone holds nothing back', async () => {
  await agent.keys.type('日本語', target.xid)
  await target.stop()
  await agent.mapIsBack()
  expect(agent.remembered()).toBeUndefined()
})
