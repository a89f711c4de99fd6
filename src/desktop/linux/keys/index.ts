import type { Key } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'
import type { XServer } from '../x11/server.ts'
import { findCode, pressChord } from './chord.ts'
import { openEcho } from './echo.ts'
import { Keyboard, type KeySender } from './keyboard.ts'
import { watchMap } from './map-watch.ts'
import { findPersonKeyboards } from './person-keyboards.ts'
import type { Restorer } from './restorer.ts'
import { describeTarget } from './target.ts'
import { type Typed, type TypeOptions, typeText } from './type.ts'
import { openXkb } from './xkb.ts'

export interface KeysOptions {
  /** A connection whose client pointer is the person's. Root events are added to those that it has selected. */
  readonly core: XServer
  /** The connection whose client pointer is the agent's, and which `send` uses. */
  readonly agent: Connection
  readonly send: KeySender
  readonly restorer: Restorer
  /** The map is put back after so many milliseconds without use; 3,000. */
  readonly idle?: number
  /** So many milliseconds an app may take to answer before typing into it stops; 5,000. */
  readonly patience?: number
}

/** The agent's keyboard, aimed by the caller: whatever is typed goes where its keys go. One call at a time, others wait. */
export interface Keys {
  /**
   * Types a text, any Unicode, in order, on any layout, without a change to what the person types.
   * @param window XID of the window that gets the keys.
   */
  type(text: string, window: number, options?: TypeOptions): Promise<Typed>
  /** See `pressChord`. */
  chord(keys: readonly Key[], window: number, signal?: AbortSignal): Promise<void>
  /**
   * The code of one key, for a caller that presses it and leaves it down. It keeps its meaning until `released`.
   * @throws PortError `interface-missing` when the key cannot be made without Shift.
   */
  codeOf(key: Key): Promise<number>
  released(code: number): void
  /** Puts the map back, however long apps take. Nothing can be typed afterwards. */
  close(): Promise<void>
}

const IDLE = 3_000
/** An app that hangs holds codes as long as this; then what it was sent and has not looked up is lost. */
const LOST_AFTER = 60_000
const ANSWER_LIMIT = 5_000
const REST_LIMIT = 2_000
const CLOSE_LIMIT = 500

export async function openKeys(options: KeysOptions): Promise<Keys> {
  const { core, agent, send, restorer, idle = IDLE, patience = ANSWER_LIMIT } = options
  const keyboards = () => findPersonKeyboards(core.connection)
  const [coreXkb, agentXkb, echo, { master }] = await Promise.all([
    openXkb(core.connection),
    openXkb(agent),
    openEcho(core.connection),
    keyboards(),
  ])
  const watch = await watchMap(agentXkb, master)
  const keyboard = new Keyboard({ core: coreXkb, agent: agentXkb, keyboards, send, echo, watch, restorer, patience })
  let queue: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let lastUsed = performance.now()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => {})
    return result
  }
  const soon = (limit: number) => ({ deadline: performance.now() + limit })
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout((since) => void inTurn(() => putBack(since)), idle, lastUsed)
    timer.unref()
  }
  const putBack = async (since: number) => {
    if (since !== lastUsed) return
    const isLate = performance.now() - since > LOST_AFTER
    try {
      await keyboard.giveBack(soon(REST_LIMIT), isLate)
    } catch {
      // An app does not answer; it may still look codes up.
      if (core.connection.open) rest()
    }
  }
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      clearTimeout(timer)
      try {
        return await work()
      } finally {
        lastUsed = performance.now()
        if (keyboard.hasDebts) rest()
      }
    })
  return {
    type: (text, window, options = {}) =>
      use(async () => typeText(keyboard, text, await describeTarget(core, window), options)),
    chord: (keys, window, signal) =>
      use(async () => pressChord(keyboard, keys, await describeTarget(core, window), signal)),
    codeOf: (key) => use(() => findCode(keyboard, key)),
    released: (code) => keyboard.unpin(code),
    close: () =>
      inTurn(async () => {
        clearTimeout(timer)
        // What cannot be put back any more is the restorer's.
        await keyboard.giveBack(soon(CLOSE_LIMIT), true).catch(() => {})
        watch.close()
        echo.close()
      }),
  }
}
