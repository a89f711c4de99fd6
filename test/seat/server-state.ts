import { fileURLToPath } from 'node:url'
import { run } from '../support/oracles.ts'

type Environment = Readonly<Record<string, string>>

/** All that a seat could leave behind on an X server, as its own tools tell it. */
export interface ServerState {
  readonly focus: number
  /** Key codes that are down on the person's keyboard. */
  readonly heldKeys: readonly number[]
  /** Rectangles x, y, width, height of each child of the root. */
  readonly inputShapes: Readonly<Record<string, readonly (readonly number[])[]>>
  /** Names and kinds, as xinput lists them. */
  readonly devices: string
  /** The core key map, as xkbcomp writes it. */
  readonly keyMap: string
}

const script = fileURLToPath(new URL('server-state.py', import.meta.url))

export async function readServerState(env: Environment): Promise<ServerState> {
  const [own, devices, keyMap] = await Promise.all([
    run(env, '/usr/bin/python3', script),
    run(env, 'xinput', 'list', '--short'),
    run(env, 'xkbcomp', '-w0', env.DISPLAY ?? '', '-'),
  ])
  return { ...JSON.parse(own), devices, keyMap }
}

/** Both states, with the shapes of those windows alone that are in both: windows come and go with apps. */
export function comparable(one: ServerState, other: ServerState): readonly [ServerState, ServerState] {
  const only = (state: ServerState) => ({
    ...state,
    inputShapes: Object.fromEntries(
      Object.entries(state.inputShapes).filter(([window]) => window in one.inputShapes && window in other.inputShapes),
    ),
  })
  return [only(one), only(other)]
}
