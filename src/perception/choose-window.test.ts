import { expect, test } from 'vitest'
import type { WindowInfo } from '../desktop/port.ts'
import { chooseWindow } from './choose-window.ts'
import { readVectors } from './testing/vectors.ts'

interface WindowVector {
  why: string
  title?: string
  windows: (Partial<Omit<WindowInfo, 'frame' | 'accessible'>> & {
    handle: string
    frame?: [number, number, number, number] | null
    accessible?: string | null
  })[]
  chosen?: string
  note?: boolean
  refused?: string[]
  /** Of a refusal: several fit. */
  ambiguous?: boolean
}

function windowOf({ frame, accessible, ...rest }: WindowVector['windows'][number]): WindowInfo {
  const [x, y, width, height] = frame ?? [0, 0, 100, 100]
  return {
    title: '',
    kind: 'normal',
    scale: 1,
    ...rest,
    ...(frame !== null && { frame: { x, y, width, height } }),
    ...(accessible && { accessible }),
  } as WindowInfo
}

test.each(readVectors<WindowVector[]>('window-choice.json'))(
  '$why',
  ({ windows, title, chosen, note, refused, ambiguous }) => {
    const choice = chooseWindow(windows.map(windowOf), title)
    if (choice.ok) {
      expect([choice.window.handle, choice.note !== undefined]).toEqual([chosen, note === true])
    } else {
      expect(choice.candidates.map((window) => window.handle)).toEqual(refused)
      expect(choice.ambiguous).toBe(ambiguous === true)
      expect(choice.reason).not.toBe('')
    }
  },
)
