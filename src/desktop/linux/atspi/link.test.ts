import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAtspi } from './index.ts'
import { openLink } from './link.ts'

// A bus that takes the connection and never says a word.
let folder: string
let server: Server
let address: string
const sockets = new Set<Socket>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-bus-'))
  address = `unix:path=${join(folder, 'bus')}`
  server = createServer((socket) => sockets.add(socket)).listen(join(folder, 'bus'))
  await once(server, 'listening')
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
  rmSync(folder, { recursive: true })
})

const within = (ms: number) => ({ deadline: performance.now() + ms })

describe('a bus that is silent', () => {
  test('costs its budget and no more', async () => {
    const started = performance.now()
    await expect(openLink('session bus', address, within(200))).rejects.toMatchObject({ code: 'timeout' })
    expect(performance.now() - started).toBeLessThan(600)
  })

  test.each(['DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS'])('given as %s', async (variable) => {
    await expect(openAtspi({ [variable]: address }, undefined, within(200))).rejects.toMatchObject({ code: 'timeout' })
  })

  test('can be cancelled', async () => {
    const stop = new AbortController()
    const opening = openLink('session bus', address, { ...within(10_000), signal: stop.signal })
    stop.abort()
    await expect(opening).rejects.toMatchObject({ code: 'aborted' })
  })

  test('that hangs up is unavailable', async () => {
    const hangUp = (socket: Socket) => socket.destroy()
    server.on('connection', hangUp)
    const opening = openLink('accessibility bus', address, within(10_000))
    await expect(opening).rejects.toMatchObject({ code: 'unavailable' })
    server.off('connection', hangUp)
  })
})

describe('no bus', () => {
  test.each([
    ['nothing in the environment', {}, /DBUS_SESSION_BUS_ADDRESS/],
    ['no socket there', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }, /session bus/],
    ['no address', { AT_SPI_BUS_ADDRESS: 'gibberish' }, /accessibility bus/],
  ])('%s is unavailable and says which', async (_, env, words) => {
    const error = await openAtspi(env, undefined, within(2_000)).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(words) })
  })
})
