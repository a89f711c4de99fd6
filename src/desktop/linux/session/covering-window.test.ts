import { describe, expect, test } from 'vitest'
import type { Rect } from '../../port.ts'
import { type Cover, isSameClient, judgeCover, probes } from './covering-window.ts'

const SCREEN: Rect = { x: 0, y: 0, width: 2000, height: 800 }
const LEFT = { ...SCREEN, width: 1000 }
const RIGHT = { ...LEFT, x: 1000 }

const locker = (id: number, bounds: Rect): Cover => ({ id, bounds, isLockerLike: true })
const state = (...covers: readonly Cover[]) => judgeCover(covers, SCREEN).state

describe('judgeCover', () => {
  test('one unmanaged window over the whole screen locks it, and so does one for each monitor', () => {
    expect(state(locker(1, SCREEN))).toBe('locked')
    expect(state(locker(1, { ...SCREEN, x: -10, width: 2020 }))).toBe('locked')
    expect(state(locker(1, LEFT), locker(2, RIGHT))).toBe('locked')
  })
  test('a gap of one pixel is no lock', () => {
    expect(state(locker(1, { ...SCREEN, width: 1999 }))).toBe('unlocked')
    expect(state(locker(1, LEFT))).toBe('unlocked')
  })
  test('a full-screen window of an app is no lock, alone or on top', () => {
    expect(state({ ...locker(1, SCREEN), isLockerLike: false })).toBe('unlocked')
    expect(state(locker(1, SCREEN), { ...locker(2, LEFT), isLockerLike: false })).toBe('unlocked')
  })
  test('nothing is no lock', () => {
    expect(state()).toBe('unlocked')
  })
})

test('the probes lie inside the screen, also on a tiny one', () => {
  for (const { x, y } of [...probes(SCREEN), ...probes({ ...SCREEN, width: 1, height: 1 })]) {
    expect(x >= 0 && x < SCREEN.width && y >= 0 && y < SCREEN.height).toBe(true)
  }
})

test('windows of one client share the upper bits of their ids', () => {
  const mask = 0x1f_ff_ff
  expect(isSameClient(0x80_00_0f, 0x80_00_09, mask)).toBe(true)
  expect(isSameClient(0x80_00_0f, 0xa0_00_0f, mask)).toBe(false)
  expect(isSameClient(0xff_e0_00_01, 0xff_e0_00_02, mask)).toBe(true)
})
