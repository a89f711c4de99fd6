import { type Button, type Key, type Point, PortError } from '../../port.ts'
import { clientIn } from '../x11/window-list.ts'
import { windowsAt } from './deepest.ts'
import type { Held, WindowPath } from './devices.ts'
import { buttonNumber } from './gestures.ts'
import { HeldPresses } from './held-presses.ts'
import type { Workbench } from './workbench.ts'

/** The agent's devices for a caller that moves and presses for itself, across calls. Whatever is on top is hit. */
export class Manual {
  readonly #bench: Workbench
  readonly #presses: HeldPresses
  readonly #codes = new Map<string, readonly number[]>()

  constructor(bench: Workbench) {
    this.#bench = bench
    this.#presses = new HeldPresses((held) => bench.devices.release(held))
  }

  /** Windows see the pointer where it goes, until `releaseAll` or an aim takes it away. */
  async move(to: Point): Promise<void> {
    const { devices, heard } = this.#bench
    await devices.place(to)
    await heard.add((await this.#pathUnderPointer()).at(-1) ?? 0)
    await devices.show(to)
  }

  async press(what: Button | Key, holdLimit: number): Promise<void> {
    const held = typeof what === 'string' ? [await this.#pressButton(what)] : await this.#pressKey(what)
    for (const one of held) this.#presses.add(one, holdLimit)
  }

  async release(what: Button | Key): Promise<void> {
    if (typeof what === 'string') return this.#presses.release({ kind: 'button', code: buttonNumber(what) })
    const codes = this.#codes.get(what.keysym) ?? []
    this.#codes.delete(what.keysym)
    for (const code of codes.toReversed()) await this.#presses.release({ kind: 'key', code })
  }

  async releaseAll(): Promise<void> {
    this.#codes.clear()
    await this.#presses.releaseAll()
  }

  async #pressButton(button: Button): Promise<Held> {
    const { devices, moat } = this.#bench
    if (devices.isHidden) throw new PortError('rejected', 'the pointer is put away; move it to where it is to press')
    const code = buttonNumber(button)
    const path = await this.#pathUnderPointer()
    await moat.bridge(path)
    if ((await devices.pressButton(code, path)) !== 'landed') throw elsewhere()
    return { kind: 'button', code }
  }

  /** A chord of one key, whose release is left out. Without a window it is held all the same: Shift, for a click to come. */
  async #pressKey(key: Key): Promise<readonly Held[]> {
    const { devices, keys, moat, rig } = this.#bench
    const { root } = rig.core.connection
    const isNowhere = devices.isHidden
    const path: WindowPath = isNowhere ? [root, root] : await this.#pathUnderPointer()
    if (!isNowhere) await moat.bridge(path)
    const codes: number[] = []
    const press = async (code: number) => {
      const landing = await devices.strike([{ code, isPress: true }], path)
      if (landing !== 'landed' && !isNowhere) throw elsewhere()
      codes.push(code)
    }
    await keys.chord([key], { press, release: async () => {} }, path.at(-1) ?? 0)
    this.#codes.set(key.keysym, codes)
    return codes.map((code) => ({ kind: 'key', code }))
  }

  /** From the root to the client's own window. */
  async #pathUnderPointer(): Promise<WindowPath> {
    const { devices, rig } = this.#bench
    const { server } = rig.core
    const { root } = server.connection
    const { x, y, child } = await devices.where()
    if (child === 0) return [root, root]
    const client = (await clientIn(server, child)) ?? child
    const below = await windowsAt(server, child, { x, y })
    const path = below.slice(0, below.indexOf(client) + 1)
    return path.length === 0 ? [root, child] : [root, ...(path as [number, ...number[]])]
  }
}

function elsewhere(): PortError {
  return new PortError('rejected', 'another window came under the pointer; nothing was pressed')
}
