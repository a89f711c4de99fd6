import { describe, expect, test } from 'vitest'
import type { AppInfo, Desktop } from '../desktop/port.ts'
import { routesLine, routesOf } from './routes.ts'

const app = (name?: string, version = ''): AppInfo => ({
  id: 'a',
  name: 'App',
  windowTitles: [],
  ...(name && { toolkit: { name, version } }),
})
const gtk3 = app('gtk', '3.24.38')
const gtk4 = app('GTK', '4.8.3')
const chromium = app('Chromium', '1.0')

const offered = { offered: true, use: {} } as const
const absent = { offered: false, reason: 'no XInput' } as const
const ways = (seat: object, core: object): Pick<Desktop, 'agentSeat' | 'postedEvents' | 'coreSeat'> =>
  ({ agentSeat: seat, postedEvents: offered, coreSeat: core }) as never

describe('what would work', () => {
  test.each([
    ['GTK 3', gtk3, true, ways(offered, offered), ['accessibility', 'agent-seat', 'agent-seat', 'agent-seat']],
    ['GTK 4', gtk4, true, ways(offered, offered), ['accessibility', 'agent-seat', 'agent-seat', 'accessibility']],
    [
      'Chromium without elements',
      chromium,
      false,
      ways(offered, offered),
      ['none', 'agent-seat', 'agent-seat', 'agent-seat'],
    ],
    [
      'GTK 3 without a seat',
      gtk3,
      true,
      ways(absent, offered),
      ['accessibility', 'takeover', 'takeover', 'accessibility'],
    ],
    ['GTK 3 without any device', gtk3, true, ways(absent, absent), ['accessibility', 'none', 'none', 'accessibility']],
    [
      'an unknown toolkit without a seat',
      app(),
      false,
      ways(absent, absent),
      ['none', 'posted-event', 'posted-event', 'none'],
    ],
    [
      'GTK 3 that has fallen silent',
      { ...gtk3, unreadable: 'silent' as const },
      false,
      ways(offered, offered),
      ['none', 'agent-seat', 'none', 'agent-seat'],
    ],
  ])('in %s', (_, of, readable, by, [elements, pointer, keys, menus]) => {
    expect(routesOf(of, readable, by)).toEqual({ elements, pointer, keys, menus })
  })
})

test('is said in a line', () => {
  expect(routesLine(routesOf(gtk4, true, ways(offered, offered)))).toBe(
    "Routes: elements by accessibility; pixels and keys by the agent's own pointer and keyboard; opening a menu needs allow_focus_change.",
  )
})
