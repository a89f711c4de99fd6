import { describe, expect, it } from 'vitest'
import type { AppInfo } from '../desktop/port.ts'
import { toolkitOf } from './toolkits.ts'

const app = (over: Partial<AppInfo>): AppInfo => ({ id: 'a', name: 'App', windowTitles: [], ...over })

describe('which toolkit an app is made with', () => {
  it.each<[string, Partial<AppInfo>, string]>([
    ['GTK 3', { toolkit: { name: 'gtk', version: '3.24.38' } }, 'gtk3'],
    ['GTK 4', { toolkit: { name: 'GTK', version: '4.8.3' } }, 'gtk4'],
    ['Qt', { toolkit: { name: 'Qt', version: '5.15.8' } }, 'qt'],
    ['Chromium on the bus', { toolkit: { name: 'Chromium', version: '156' } }, 'chromium'],
    ['Chromium without accessibility', { executable: 'chromium' }, 'chromium'],
    ['xterm', { executable: 'xterm', windowClass: 'XTerm' }, 'xterm'],
    ['Firefox on the bus', { toolkit: { name: 'Gecko', version: '153.8.0' } }, 'gecko'],
    ['Tk, by what its process has loaded', { toolkit: { name: 'Tk' }, executable: 'python3.11' }, 'tk'],
    ['an app whose name only begins like one', { executable: 'chromiumlike' }, 'unknown'],
    ['nothing known', {}, 'unknown'],
  ])('%s', (_name, over, toolkit) => {
    expect(toolkitOf(app(over))).toBe(toolkit)
  })
})
