import { describe, expect, test } from 'vitest'
import type { AccessibleHandle } from '../port.ts'
import { isWindowOf, type MergeInput, mergeApps, sharingProcess } from './app-merge.ts'
import type { AtspiApplication } from './atspi/index.ts'
import type { XWindow } from './x11/window-facts.ts'

function application(bus: number, pid: number | undefined, name: string): AtspiApplication {
  const busName = `:1.${bus}`
  const root = `${busName}/root` as AccessibleHandle
  return { root, busName, name, toolkitName: 'gtk', responsive: true, ...(pid === undefined ? {} : { pid }) }
}

function window(id: number, title: string, more: Partial<XWindow> = {}): XWindow {
  const bounds = { x: 0, y: 0, width: 10, height: 10 }
  const states = { viewable: true, minimized: false, modal: false, fullscreen: false, passive: false }
  return { id, top: id, managed: true, title, kind: 'normal', bounds, frame: bounds, ...states, ...more }
}

const TK_PID = 77

const processes: MergeInput['processes'] = {
  identify: (pid) => ({ pid, startTime: `${pid}00` }),
  executableOf: (pid) => `program${pid}`,
  loadsTk: (pid) => pid === TK_PID,
}

const merge = (input: Partial<MergeInput>) =>
  mergeApps({ applications: [], windows: [], empty: new Set(), processes, ...input })

describe('mergeApps', () => {
  test('Tk is known by its process, where accessibility knows no app', () => {
    const [tk, other] = merge({ windows: [window(1, 'T', { pid: TK_PID }), window(2, 'O', { pid: 5 })] })
    expect([tk?.toolkit, other?.toolkit].sort()).toEqual([{ name: 'Tk' }, undefined])
  })

  test('an app on both sides is one app, titles front to back', () => {
    const apps = merge({
      applications: [application(5, 7, 'notes')],
      windows: [
        window(1, 'back', { pid: 7, windowClass: 'Notes' }),
        window(2, 'front', { pid: 7, windowClass: 'Notes' }),
      ],
    })
    expect(apps).toEqual([
      {
        id: 'process:7:700',
        name: 'notes',
        process: { pid: 7, startTime: '700' },
        root: ':1.5/root',
        toolkit: { name: 'gtk' },
        executable: 'program7',
        windowClass: 'Notes',
        windowTitles: ['front', 'back'],
      },
    ])
  })

  test('an app that only the window system knows has no root', () => {
    const [app] = merge({ windows: [window(1, 'Chromium', { pid: 9, windowClass: 'Chromium' })] })
    expect(app).toMatchObject({ id: 'process:9:900', name: 'Chromium' })
    expect(app).not.toHaveProperty('root')
  })

  test('of two accessibility applications of one process the empty one is dropped', () => {
    const [empty, populated] = [application(3, 7, 'a'), application(4, 7, 'a')]
    const apps = merge({ applications: [empty, populated], empty: new Set([empty]) })
    expect(apps.map(({ root }) => root)).toEqual([populated.root])
    expect(apps[0]?.id).toBe('process:7:700')
  })

  test('two populated ones are both listed, and the older keeps its id', () => {
    const [newer, older] = [application(12, 7, 'a'), application(4, 7, 'a')]
    const apps = merge({ applications: [newer, older] })
    expect(apps.map(({ id, root }) => [id, root])).toEqual([
      ['process:7:700', older.root],
      ['process:7:700::1.12', newer.root],
    ])
  })

  test('two empty ones are one app', () => {
    const both = [application(3, 7, 'a'), application(4, 7, 'a')]
    expect(merge({ applications: both, empty: new Set(both) })).toHaveLength(1)
  })

  test('windows of unknown owners become an app by their class, others never join it', () => {
    const remote = window(1, 'far away', { windowClass: 'Xclock' })
    const [app] = merge({ windows: [remote, window(2, 'here too', { windowClass: 'Xclock' })] })
    if (app === undefined) throw new Error('no app')
    expect(app).toMatchObject({ id: 'class:Xclock', windowTitles: ['here too', 'far away'] })
    expect(isWindowOf(app, remote)).toBe(true)
    expect(isWindowOf(app, window(3, 'local', { windowClass: 'Xclock', pid: 4 }))).toBe(false)
    expect(isWindowOf(app, window(4, 'other', { windowClass: 'Xeyes' }))).toBe(false)
  })

  test('popups lend no title', () => {
    const [app] = merge({ windows: [window(1, 'main', { pid: 7 }), window(2, 'menu', { pid: 7, managed: false })] })
    expect(app?.windowTitles).toEqual(['main'])
  })
})

test('sharingProcess finds those of which emptiness matters', () => {
  const twins = [application(1, 7, 'a'), application(3, 7, 'b')]
  expect(sharingProcess([twins[0] as AtspiApplication, application(2, 8, 'c'), twins[1] as AtspiApplication])).toEqual(
    twins,
  )
})
