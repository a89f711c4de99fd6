import { describe, expect, it } from 'vitest'
import type { AccessibleEvent, AccessibleHandle, WindowEvent, WindowHandle } from '../desktop/port.ts'
import { ChangeHistory } from '../outcome/history.ts'
import { Witness } from './verify.ts'

const PID = 7
const menu = 'menu' as WindowHandle
const dialog = 'dialog' as WindowHandle
/** Sent at 10,000 ms by a seat; the second press came at 10,060, and the app was done with it at 10,064. */
const window = { sentAt: 10_000, decisiveFrom: 10_060, handledAt: 10_064 }

const change = (at: number, kind: AccessibleEvent['kind'], detail = '') =>
  ({ at, kind, detail, source: 'label' as AccessibleHandle, sequence: at }) as AccessibleEvent
const shown = (at: number, kind: WindowEvent['kind'], which: WindowHandle, pid = PID): WindowEvent => ({
  at,
  kind,
  window: which,
  pid,
  unmanaged: which === menu,
})

function witness(events: readonly AccessibleEvent[] = [], windows: readonly WindowEvent[] = []): Witness {
  const found = new Witness(new ChangeHistory(0), PID, false)
  for (const event of events) found.onAccessibleEvent(event)
  for (const event of windows) found.onWindowEvent(event)
  return found
}

describe('what an action watches', () => {
  it('is graded from the decisive part on; what came before it is told apart', () => {
    const first = witness([change(10_020, 'selection')])
    expect(first.graded(window)).toEqual([])
    expect(first.changedMeanwhile(window)).toBe(true)
    const second = witness([change(10_062, 'name')])
    expect(second.graded(window).map(({ grade }) => grade)).toEqual(['bracketed'])
    expect(second.changedMeanwhile(window)).toBe(false)
  })

  it('is not what the app lets go of when it suits it', () => {
    const gone = [change(10_062, 'children', 'remove'), change(10_063, 'state', 'defunct')]
    expect(witness(gone).graded(window)).toEqual([])
    expect(witness(gone.slice(0, 1)).graded(window)).toHaveLength(1)
    const onTheWay = [change(10_020, 'children', 'remove'), change(10_021, 'state', 'defunct')]
    expect(witness(onTheWay).changedMeanwhile(window)).toBe(false)
    expect(witness(onTheWay.slice(0, 1)).changedMeanwhile(window)).toBe(true)
  })

  it('in a popup is what it holds, not what shows that it closes', () => {
    const closing = witness([change(10_062, 'state', 'checked'), change(10_062, 'children', 'remove')])
    expect(closing.graded(window)).toHaveLength(2)
    expect(closing.graded(window, true)).toEqual([])
    expect(witness([change(10_062, 'text', 'insert')]).graded(window, true)).toHaveLength(1)
  })

  it('is not the popup in which something is pressed, but any other window of the app', () => {
    const closed = witness([], [shown(10_062, 'unmapped', menu)])
    expect(closed.windowsChanged(10_000)).toBe(true)
    expect(closed.windowsChanged(10_000, menu)).toBe(false)
    expect(closed.windowsChanged(10_000, 'any')).toBe(false)
    expect(witness([], [shown(10_062, 'unmapped', dialog)]).windowsChanged(10_000, 'any')).toBe(true)
    expect(closed.closed('any')).toBe(true)
    expect(closed.windowOpened(10_000)).toBe(false)
    expect(closed.closed(menu)).toBe(true)
    expect(witness([], [shown(10_062, 'mapped', dialog)]).windowsChanged(10_000, menu)).toBe(true)
    expect(witness([], [shown(10_062, 'mapped', dialog)]).windowOpened(10_000)).toBe(true)
    expect(witness([], [shown(10_062, 'mapped', dialog, 8)]).windowsChanged(10_000, menu)).toBe(false)
  })
})
