import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { executableOf, identify, isAlive, isStopped, parseStat } from './processes.ts'

test('a name with spaces and parentheses does not shift the fields', () => {
  const rest = Array.from({ length: 40 }, (_, i) => `${i + 4}`).join(' ')
  expect(parseStat(`77 (a) b (c) S ${rest}`)).toEqual({ state: 'S', session: 6, startTime: '22' })
})

test('a process is itself until it ends, and never again', async () => {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const process = identify(child.pid as number)
  if (process === undefined) throw new Error('the child has no identity')
  expect(executableOf(process.pid)).toBe('sleep')
  expect(isAlive(process)).toBe(true)
  expect(isAlive({ ...process, startTime: '1' })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(process)).toBe(false)
  expect(identify(process.pid)).toBeUndefined()
})

test('a stopped process is told from a running one', async () => {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const pid = child.pid as number
  expect(isStopped(pid)).toBe(false)
  child.kill('SIGSTOP')
  // The kernel stops it when it is next scheduled; its own account says when.
  while (!readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tT')) await new Promise(setImmediate)
  expect(isStopped(pid)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
})
