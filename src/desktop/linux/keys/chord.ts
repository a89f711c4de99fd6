import { type Key, PortError } from '../../port.ts'
import type { KeyMap } from './key-map.ts'
import type { Keyboard } from './keyboard.ts'
import { keysymOfName } from './keysyms.ts'
import { modifierCode, type Need, needOfKey } from './needs.ts'
import type { SpareContent } from './spare-row.ts'
import type { Target } from './target.ts'

type Part = { readonly modifier: number } | Need

/**
 * Presses keys in order and releases them in reverse. Modifiers are those of the agent's keyboard alone.
 * @throws PortError `interface-missing` when a key cannot be made, `rejected` when the X server would act on the keys itself;
 *   nothing was sent then.
 */
export async function pressChord(
  keyboard: Keyboard,
  keys: readonly Key[],
  target: Target,
  signal?: AbortSignal,
): Promise<void> {
  await keyboard.clearLocks()
  const map = await keyboard.map()
  const parts = keys.map((key) => partOf(key, map, target))
  const contents = parts.flatMap((part) => ('content' in part ? [part.content] : []))
  await provideAll(keyboard, contents, signal)
  if (keyboard.watch.changedAfter !== undefined) return pressChord(keyboard, keys, target, signal)
  const codes = withShift(
    parts,
    (part) => ('content' in part ? keyboard.holderOf(part.content) : part.stroke.code),
    map,
  )
  refuseServerActions(codes, map)
  await keyboard.strike(codes, target.window)
  await keyboard.clearLocks()
}

/** The code of one key, kept for it. */
export async function findCode(keyboard: Keyboard, key: Key): Promise<number> {
  const part = partOf(key, await keyboard.map(), { looksAtPerson: false })
  if ('modifier' in part) return part.modifier
  const isShifted = 'content' in part ? part.shift : part.stroke.shift
  if (isShifted)
    throw new PortError('interface-missing', `the key ${key.keysym} needs Shift: hold Shift_L and the key below it`)
  if ('stroke' in part) return part.stroke.code
  await provideAll(keyboard, [part.content], undefined)
  const code = keyboard.holderOf(part.content)
  keyboard.pin(code)
  return code
}

async function provideAll(keyboard: Keyboard, contents: readonly SpareContent[], signal: AbortSignal | undefined) {
  const covered = await keyboard.provide(() => contents, keyboard.soon(signal))
  if (covered < contents.length) {
    throw new PortError(
      'interface-missing',
      'this keyboard layout lacks the key, and has no spare key codes to put it on',
    )
  }
}

function partOf({ keysym: name }: Key, map: KeyMap, target: Pick<Target, 'looksAtPerson'>): Part {
  const modifier = modifierCode(name, map)
  if (modifier !== undefined) return { modifier }
  const keysym = keysymOfName(name)
  if (keysym === undefined)
    throw new PortError('interface-missing', `there is no key of the name ${JSON.stringify(name)}`)
  return needOfKey(keysym, map, target.looksAtPerson)
}

/** Holds Shift where a key needs it and the chord does not hold it anyway. */
function withShift(parts: readonly Part[], codeOf: (need: Need) => number, map: KeyMap): readonly number[] {
  const shift = modifierCode('Shift_L', map)
  const codes: number[] = []
  for (const part of parts) {
    if ('modifier' in part) {
      codes.push(part.modifier)
      continue
    }
    const isShifted = 'content' in part ? part.shift : part.stroke.shift
    const hasShift = codes.some((code) => (map.modifierBits(code) & 1) !== 0)
    if (isShifted && !hasShift) {
      if (shift === undefined) throw new PortError('interface-missing', 'this keyboard layout has no Shift key')
      codes.push(shift)
    }
    codes.push(codeOf(part))
  }
  return codes
}

/** Consoles, video modes, the end of the server: that would be the person's screen, not the app's. */
function refuseServerActions(codes: readonly number[], map: KeyMap): void {
  const modifiers = codes.reduce((bits, code) => bits | map.modifierBits(code), 0)
  if (codes.some((code) => map.serverActs(code, modifiers))) {
    throw new PortError(
      'rejected',
      'the X server acts on these keys itself (it would switch the console, or end); not sent',
    )
  }
}
