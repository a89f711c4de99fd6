import { describe, expect, test } from 'vitest'
import type { Event } from 'x11'
import { KeptListing, type WindowListing } from './kept-listing.ts'
import type { XServer } from './server.ts'
import type { XWindow } from './window-facts.ts'

const ROOT = 1

/** An X server with these windows; `beforeAnswer` is told before it answers the next question. */
function server() {
  const listeners: ((event: Event) => void)[] = []
  const state = { reads: 0, ids: [10], beforeAnswer: () => {} }
  const tell = (name: string, wid: number) => {
    for (const listener of listeners) listener({ name, wid, wid1: wid } as unknown as Event)
  }
  const connection = {
    root: ROOT,
    onEvent: (listener: (event: Event) => void) => listeners.push(listener),
    ask: async () => {
      const { beforeAnswer } = state
      state.beforeAnswer = () => {}
      beforeAnswer()
    },
  }
  const read = async (): Promise<WindowListing> => {
    state.reads += 1
    const windows = state.ids.map((id) => ({ id }) as XWindow)
    return { windows, screen: { x: 0, y: 0, width: 1, height: 1 } }
  }
  return { kept: new KeptListing({ connection } as unknown as XServer, read), state, tell }
}

/** The first listing asks to be told of what is in it, so the second one is the first that can be kept. */
async function twice(one: ReturnType<typeof server>): Promise<WindowListing> {
  await one.kept.list()
  return one.kept.list()
}

describe('the windows of a server', () => {
  test('are read once more before they are kept, and then no more', async () => {
    const one = server()
    const listing = await twice(one)
    expect(await one.kept.list()).toBe(listing)
    expect(one.state.reads).toBe(2)
  })

  test.each(['ConfigureNotify', 'PropertyNotify', 'UnmapNotify', 'ReparentNotify', 'CirculateNotify'])(
    'are read again after %s',
    async (name) => {
      const one = server()
      await twice(one)
      one.tell(name, 10)
      await one.kept.list()
      expect(one.state.reads).toBe(3)
    },
  )

  test('are read again after an event that comes before the answer to the question that proves', async () => {
    const one = server()
    await twice(one)
    one.state.beforeAnswer = () => one.tell('MapNotify', 11)
    await one.kept.list()
    expect(one.state.reads).toBe(3)
  })

  test('of which one was not watched when it was read are not kept', async () => {
    const one = server()
    await twice(one)
    one.state.ids = [10, 11]
    one.tell('MapNotify', 11)
    await one.kept.list()
    await one.kept.list()
    expect(one.state.reads).toBe(4)
    await one.kept.list()
    expect(one.state.reads).toBe(4)
  })
})
