import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import { newSeatName } from '../../src/desktop/linux/seat/names.ts'
import { Watchdog } from '../../src/desktop/linux/seat/watchdog/watchdog.ts'
import { run } from '../support/oracles.ts'

/** A bare X server without some extensions. */
async function displayWithout(...extensions: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const off = extensions.flatMap((name) => ['-extension', name])
  const server = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-noreset', ...off], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    const ended = once(server, 'exit')
    server.kill()
    await ended
  })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return { ...process.env, DISPLAY: `:${String(number).trim()}`, XAUTHORITY: '/dev/null' }
}

async function offersOf(env: NodeJS.ProcessEnv) {
  const desktop = await openLinuxDesktop(env)
  onTestFinished(() => desktop.close())
  return desktop
}

test('without XTEST there is no seat, and it says why', async () => {
  const { agentSeat, coreSeat } = await offersOf(await displayWithout('XTEST'))
  const refusal = { offered: false, reason: expect.stringContaining('XTEST') }
  expect(agentSeat).toEqual(refusal)
  expect(coreSeat).toEqual(refusal)
})

test('without a display there is none either', async () => {
  const { agentSeat } = await offersOf({ ...process.env, DISPLAY: '' })
  expect(agentSeat).toEqual({ offered: false, reason: expect.stringContaining('DISPLAY') })
})

test('with all it needs it is offered, and nothing is made before it is used', async () => {
  const env = await displayWithout()
  const { agentSeat } = await offersOf(env)
  if (!agentSeat.offered) throw new Error(agentSeat.reason)
  const listing = () => run(env as Record<string, string>, 'xinput', 'list', '--name-only')
  expect(await listing()).not.toContain('surehand')
  await agentSeat.use.pointer({ deadline: performance.now() + 10_000 })
  expect(await listing()).toContain('surehand')
})

test('a watchdog that cannot reach the display says that it ended', async () => {
  const watchdog = new Watchdog({ ...process.env, DISPLAY: ':99999' }, newSeatName())
  await expect(watchdog.ready()).rejects.toMatchObject({ code: 'unavailable' })
  expect(watchdog.isAlive).toBe(false)
  await watchdog.end()
})
