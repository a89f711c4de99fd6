import { expect, test } from 'vitest'
import { type Clipboard, type Launched, PortError, type PortErrorCode } from '../desktop/port.ts'
import { clipboardRung, launchRung, windowManagerRung } from './request-rungs.ts'

const budget = { deadline: Number.POSITIVE_INFINITY }
const fails = (code: PortErrorCode) => () => Promise.reject(new PortError(code, 'as the test says'))

/** A clipboard that fails on the first write, in this way. */
function clipboardFailing(code: PortErrorCode) {
  const writes: (string | undefined)[] = []
  const use: Clipboard = {
    read: async () => undefined,
    write: async (text) => {
      writes.push(text)
      if (writes.length === 1) throw new PortError(code, 'as the test says')
    },
  }
  return { writes, desktop: { clipboard: { offered: true, use } } as const }
}

test('a clipboard write that fails half way puts the old content back', async () => {
  const { writes, desktop } = clipboardFailing('timeout')
  const answer = await clipboardRung(desktop, 'new', 'old', budget).deliver()
  expect(answer).toMatchObject({ status: 'unknown', detail: expect.stringContaining('put back') })
  expect(writes).toEqual(['new', 'old'])
  expect(JSON.stringify(answer)).not.toMatch(/"new|old"/)
})

test('what another app has just copied is left alone', async () => {
  const { writes, desktop } = clipboardFailing('rejected')
  const answer = await clipboardRung(desktop, 'new', 'old', budget).deliver()
  expect(answer).toEqual({ status: 'not_delivered', reason: 'clipboard-taken' })
  expect(writes).toEqual(['new'])
})

const manager = { windowManager: { offered: true, use: {} as never } } as const

test.each([
  ['interface-missing', 'cannot-be-asked'],
  ['gone', 'window-gone'],
] as const)('%s is proof that the window manager did nothing', async (code, reason) => {
  const answer = await windowManagerRung(manager, fails(code), false).deliver()
  expect(answer).toEqual({ status: 'not_delivered', reason })
})

test.each(['timeout', 'rejected', 'failed'] as const)('%s is no proof', async (code) => {
  expect(await windowManagerRung(manager, fails(code), false).deliver()).toMatchObject({ status: 'unknown' })
})

const started: Launched = { process: { pid: 7, startTime: '1' } }

function launch(work: () => Promise<Launched>) {
  const told: Launched[] = []
  const desktop = { launcher: { offered: true, use: {} as never } } as const
  return { told, answer: launchRung(desktop, work, (app) => told.push(app), false).deliver() }
}

test('an app that could not be started was not delivered to', async () => {
  const { told, answer } = launch(fails('rejected'))
  expect(await answer).toEqual({ status: 'not_delivered', reason: 'could-not-start' })
  expect(told).toEqual([])
})

test('an app that ends at once with an error says so; one that hands over does not', async () => {
  expect(await launch(async () => ({ ...started, exitCode: 127 })).answer).toMatchObject({
    status: 'delivered',
    shortfall: expect.stringContaining('127'),
  })
  expect(await launch(async () => ({ ...started, exitCode: 0 })).answer).toEqual({ status: 'delivered' })
})

test('focus that was taken is passed on', async () => {
  const focusTaken = { by: { title: 'x' }, returnedAfter: 3 }
  expect(await launch(async () => ({ ...started, focusTaken })).answer).toEqual({ status: 'delivered', focusTaken })
})
