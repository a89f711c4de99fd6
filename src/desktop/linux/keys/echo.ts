import { type Budget, PortError } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import { type Connection, isGone } from '../x11/connection.ts'
import { openEchoWire, SELECTIONS } from './echo-wire.ts'

/**
 * How an app can be made to say that it has taken every key that was sent to it before: its events are in one queue, so an
 * answer to a message proves that what came earlier has been read.
 * - `ping`: `_NET_WM_PING`, which toolkits answer to the root window.
 * - `editres`: apps of the X toolkit (xterm, Xaw, Motif) know no ping. But they have a debugging protocol in which a message
 *   of an unknown version makes the app the owner of a selection that the message names, and that is seen.
 * - `none`: neither; what such an app has read cannot be known.
 */
export type EchoWay = 'ping' | 'editres' | 'none'

/** Asks apps to answer in the order of their events. */
export interface Echo {
  /** Whether this window's app can be asked. One that says nothing about it is tried. */
  isAnswering(window: number, signal?: AbortSignal): Promise<boolean>
  /**
   * Resolves true once the app has answered, or its window has gone; false when it cannot be asked.
   * @throws PortError `timeout`, `aborted`
   */
  answered(window: number, budget: Budget): Promise<boolean>
  close(): void
}

/** An app that has nothing to do answers in 1 ms. */
const TRIAL_LIMIT = 500
/** Or it was only busy. */
const TRY_AGAIN_AFTER = 10_000

interface Asked {
  readonly way: EchoWay
  /** That is asked: the window itself, or another of the same client. */
  readonly window: number
}

export async function openEcho(connection: Connection): Promise<Echo> {
  const waiting = new Map<string, () => void>()
  const hear = (what: string) => waiting.get(what)?.()
  const wire = await openEchoWire(connection, {
    pong: (window, token) => hear(`pong ${window} ${token}`),
    taken: (selection) => hear(`taken ${selection}`),
  })
  const ways = new Map<number, Asked>()
  const silentUntil = new Map<number, number>()
  // Not counted from one: another process may ask the same window, and both hear both answers.
  let token = Math.floor(Math.random() * 0x80_00_00_00)
  // In turn: a late answer to a question that was given up cannot pass for the next one's.
  let turn = 0

  const exchange = async ({ way, window }: Asked, budget: Budget): Promise<void> => {
    token = (token + 1) >>> 0
    turn = (turn + 1) % SELECTIONS
    const what = way === 'ping' ? `pong ${window} ${token}` : `taken ${turn}`
    const heard = new Promise<void>((resolve) => waiting.set(what, resolve))
    const sent = way === 'ping' ? wire.ping(window, token) : wire.editres(window, turn)
    try {
      await bounded(budget, 'hear from the app that it has taken the keys', () => Promise.all([sent, heard]))
    } finally {
      waiting.delete(what)
    }
  }
  const find = async (window: number, signal: AbortSignal | undefined): Promise<Asked> => {
    if (await wire.answersPing(window)) return { way: 'ping', window }
    // A menu or popup: its messages stand in the same queue as those of the app's other windows.
    for (const sibling of await wire.siblings(window)) {
      if (await wire.answersPing(sibling)) return { way: 'ping', window: sibling }
    }
    const editres: Asked = { way: 'editres', window }
    if (!wire.canEditres) return { way: 'none', window }
    try {
      await exchange(editres, { deadline: performance.now() + TRIAL_LIMIT, signal })
      return editres
    } catch (error) {
      if (error instanceof PortError && error.code === 'timeout') return { way: 'none', window }
      throw error
    }
  }
  const asked = async (window: number, signal: AbortSignal | undefined): Promise<Asked> => {
    const known = ways.get(window)
    if (known !== undefined) return known
    if (performance.now() < (silentUntil.get(window) ?? 0)) return { way: 'none', window }
    const found = await find(window, signal)
    if (found.way === 'none') silentUntil.set(window, performance.now() + TRY_AGAIN_AFTER)
    else ways.set(window, found)
    return found
  }
  const ask = async (window: number, budget: Budget): Promise<boolean> => {
    const known = await asked(window, budget.signal)
    if (known.way === 'none') return false
    try {
      await exchange(known, budget)
      return true
    } catch (error) {
      if (!isGone(error)) throw error
      ways.delete(window)
      // Perhaps only the window that was asked in its place has gone.
      if (known.window !== window) return ask(window, budget)
      return true
    }
  }
  return {
    isAnswering: (window, signal) => asked(window, signal).then(({ way }) => way !== 'none', ifGone),
    answered: (window, budget) => ask(window, budget).catch(ifGone),
    close: () => wire.close(),
  }
}

/** Nothing can be on its way to a window that has gone. */
function ifGone(error: unknown): true {
  if (isGone(error)) return true
  throw error
}
