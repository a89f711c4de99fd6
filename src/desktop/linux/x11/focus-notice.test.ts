import { describe, expect, test } from 'vitest'
import { isGrab, judgeFocusNotice, parseFocusNotice } from './focus-notice.ts'

const ROOT = 1
const WINDOW = 0x400001
const MODES = { normal: 0, grab: 1, ungrab: 2, whileGrabbed: 3, passiveGrab: 4, passiveUngrab: 5 } as const
const DETAILS = {
  ancestor: 0,
  virtual: 1,
  inferior: 2,
  nonlinear: 3,
  nonlinearVirtual: 4,
  pointer: 5,
  pointerRoot: 6,
  none: 7,
} as const

function judge(direction: 'in' | 'out', mode: keyof typeof MODES, detail: keyof typeof DETAILS, window = WINDOW) {
  return judgeFocusNotice({ direction, mode: MODES[mode], detail: DETAILS[detail], window }, ROOT)
}

describe('judgeFocusNotice', () => {
  test('moves between top-levels, the focus in the window itself or in one of its children', () => {
    expect(judge('in', 'normal', 'nonlinear')).toBe('entered')
    expect(judge('in', 'normal', 'nonlinearVirtual')).toBe('entered')
    expect(judge('out', 'normal', 'nonlinearVirtual')).toBe('left')
    expect(judge('in', 'normal', 'ancestor')).toBe('entered')
    expect(judge('out', 'normal', 'virtual')).toBe('left')
  })

  test('a grab is not a move, a move during a grab is', () => {
    for (const mode of ['grab', 'ungrab', 'passiveGrab', 'passiveUngrab'] as const) {
      expect(judge('out', mode, 'nonlinear')).toBeUndefined()
      expect(judge('in', mode, 'nonlinear')).toBeUndefined()
    }
    expect(judge('in', 'whileGrabbed', 'nonlinear')).toBe('entered')
  })

  test('a window that the keyboard is grabbed for; not for a shortcut, nor for what lies under the pointer', () => {
    const notice = { direction: 'in', window: 7, mode: MODES.grab, detail: DETAILS.nonlinear } as const
    expect(isGrab(notice, ROOT)).toBe(true)
    expect(isGrab({ ...notice, direction: 'out' }, ROOT)).toBe(false)
    expect(isGrab({ ...notice, mode: MODES.passiveGrab }, ROOT)).toBe(false)
    expect(isGrab({ ...notice, detail: DETAILS.pointer }, ROOT)).toBe(false)
    expect(isGrab({ ...notice, window: ROOT }, ROOT)).toBe(false)
  })

  test('moves inside one top-level, and notices for what lies under the pointer, are none', () => {
    expect(judge('in', 'normal', 'inferior')).toBeUndefined()
    expect(judge('out', 'normal', 'inferior')).toBeUndefined()
    expect(judge('in', 'normal', 'pointer')).toBeUndefined()
  })

  test('the root tells when no window has the focus any more', () => {
    for (const detail of ['pointerRoot', 'none', 'inferior'] as const) {
      expect(judge('in', 'normal', detail, ROOT)).toBe('nowhere')
    }
    expect(judge('in', 'normal', 'nonlinearVirtual', ROOT)).toBeUndefined()
    expect(judge('out', 'normal', 'pointerRoot', ROOT)).toBeUndefined()
  })
})

describe('parseFocusNotice', () => {
  const event = (type: number) => {
    const rawData = Buffer.alloc(64)
    rawData[0] = 35
    rawData[1] = 131
    rawData.writeUInt16LE(type, 8)
    rawData[18] = 3
    rawData[19] = 4
    rawData.writeUInt32LE(0x1400003, 24)
    return { type: 35, seq: 1, rawData }
  }
  test('reads the window that was told, mode and detail', () => {
    expect(parseFocusNotice(event(9), 131)).toEqual({ direction: 'in', window: 0x1400003, mode: 3, detail: 4 })
    expect(parseFocusNotice(event(10), 131)?.direction).toBe('out')
  })
  test('leaves other events and other extensions alone', () => {
    expect(parseFocusNotice(event(7), 131)).toBeUndefined()
    expect(parseFocusNotice(event(9), 130)).toBeUndefined()
  })
})
