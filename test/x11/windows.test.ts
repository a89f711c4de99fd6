import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WindowEvent } from '../../src/desktop/port.ts'
import { boundsByXwininfo, handleOf, Stage, type Subject, soon } from './stage.ts'

let stage: Stage
let subject: Subject
beforeAll(async () => {
  stage = await Stage.start()
  subject = stage.subject()
})
afterAll(() => stage?.close())

const list = async () => stage.desktop.windows.list(await stage.app(subject.pid), soon())

describe('windows of an app', () => {
  test('place, size and state are those that xwininfo and xprop tell', async () => {
    const xid = await subject.open({ key: 'a', title: 'Ünï cödé', frame: { x: 100, y: 120, width: 300, height: 200 } })
    const window = await stage.window(subject.pid, xid)
    expect(window.frame).toEqual(await boundsByXwininfo(stage, xid))
    expect(window).toMatchObject({ title: 'Ünï cödé', kind: 'normal', minimized: false, modal: false, scale: 1 })
    expect(window.process?.pid).toBe(subject.pid)
    await stage.run('xdotool', 'windowactivate', '--sync', String(xid))
    await expect.poll(async () => (await stage.window(subject.pid, xid)).active).toBe(true)
    await subject.send('close', { key: 'a' })
    await expect.poll(list).toEqual([])
  })

  test('client-side shadows are not part of the frame', async () => {
    const xid = await subject.open({ key: 'a', title: 'shadow', frame: { x: 100, y: 120, width: 300, height: 200 } })
    await stage.run(
      'xprop',
      '-id',
      String(xid),
      '-f',
      '_GTK_FRAME_EXTENTS',
      '32c',
      '-set',
      '_GTK_FRAME_EXTENTS',
      '10,20,30,40',
    )
    const bounds = await boundsByXwininfo(stage, xid)
    const frame = { x: bounds.x + 10, y: bounds.y + 30, width: bounds.width - 30, height: bounds.height - 70 }
    expect((await stage.window(subject.pid, xid)).frame).toEqual(frame)
    await subject.send('close', { key: 'a' })
  })

  test('a modal dialog names its parent and lies above it', async () => {
    const parent = await subject.open({ key: 'a', title: 'parent', frame: { x: 50, y: 50, width: 500, height: 400 } })
    const dialog = await subject.open({
      key: 'b',
      title: 'question',
      frame: { x: 100, y: 100, width: 200, height: 100 },
      dialogOf: 'a',
    })
    const [under, above] = [await stage.window(subject.pid, parent), await stage.window(subject.pid, dialog)]
    expect(above).toMatchObject({ kind: 'dialog', modal: true, transientFor: under.handle })
    expect(above.stacking).toBeGreaterThan(under.stacking ?? Number.POSITIVE_INFINITY)
    await subject.send('close', { key: 'b' })
    await subject.send('close', { key: 'a' })
  })

  test('a minimised window stays listed, without a place in the stack', async () => {
    const xid = await subject.open({ key: 'a', title: 'small', frame: { x: 50, y: 50, width: 200, height: 100 } })
    await stage.run('xdotool', 'windowminimize', '--sync', String(xid))
    await expect.poll(() => stage.window(subject.pid, xid)).toMatchObject({ minimized: true })
    expect(await stage.window(subject.pid, xid)).not.toHaveProperty('stacking')
    await subject.send('close', { key: 'a' })
  })

  test('menus are windows of their app, unmanaged ones too', async () => {
    await subject.open({ key: 'a', title: 'with menu', frame: { x: 50, y: 50, width: 300, height: 200 } })
    await subject.send('menu', { key: 'a' })
    const popups = (await list()).filter(({ kind }) => kind === 'popup')
    expect(popups).toHaveLength(1)
    expect(popups[0]?.frame).toBeDefined()
    await subject.send('unmenu', { key: 'a' })
    await expect.poll(async () => (await list()).length).toBe(1)
    await subject.send('close', { key: 'a' })
  })

  test('the owner is known without _NET_WM_PID, and a false claim is not believed', async () => {
    const xid = await subject.open({ key: 'a', title: 'whose', frame: { x: 50, y: 50, width: 300, height: 200 } })
    await stage.run('xprop', '-id', String(xid), '-remove', '_NET_WM_PID')
    expect((await stage.window(subject.pid, xid)).process?.pid).toBe(subject.pid)
    await stage.run('xprop', '-id', String(xid), '-f', '_NET_WM_PID', '32c', '-set', '_NET_WM_PID', '1')
    expect((await stage.window(subject.pid, xid)).process?.pid).toBe(subject.pid)
    await subject.send('close', { key: 'a' })
  })

  test('of two windows with one title each has its own accessible', async () => {
    const keys = ['left', 'right'] as const
    const xids = {
      left: await subject.open({
        key: 'left',
        title: 'twin',
        label: 'left',
        frame: { x: 20, y: 60, width: 300, height: 200 },
      }),
      right: await subject.open({
        key: 'right',
        title: 'twin',
        label: 'right',
        frame: { x: 620, y: 60, width: 300, height: 200 },
      }),
    }
    for (const key of keys) {
      const { accessible } = await stage.window(subject.pid, xids[key])
      if (accessible === undefined) throw new Error(`${key} has no accessible`)
      const { root } = await stage.desktop.accessibility.readTree(
        { root: accessible, maxNodes: 50, maxDepth: 9 },
        soon(),
      )
      expect(root.children.map(({ record }) => record.name)).toContain(key)
    }
    for (const key of keys) await subject.send('close', { key })
  })
})

test('an app that draws twice as large says so, in physical pixels', async () => {
  const large = stage.subject({ GDK_SCALE: '2' })
  const twin = (key: string, x: number) =>
    large.open({ key, title: 'large', label: key, frame: { x, y: 60, width: 200, height: 150 } })
  for (const [key, xid] of [
    ['left', await twin('left', 20)],
    ['right', await twin('right', 330)],
  ] as const) {
    const window = await stage.window(large.pid, xid)
    expect(window).toMatchObject({ scale: 2, frame: { width: 400, height: 300 } })
    expect(window.frame).toEqual(await boundsByXwininfo(stage, xid))
    const root = window.accessible
    if (root === undefined) throw new Error(`${key} has no accessible`)
    const tree = await stage.desktop.accessibility.readTree({ root, maxNodes: 50, maxDepth: 9 }, soon())
    expect(tree.root.children.map(({ record }) => record.name)).toContain(key)
  }
  await large.stop()
})

describe('at', () => {
  test('the topmost window counts, the frame around it as itself, the background as none', async () => {
    const under = await subject.open({ key: 'a', title: 'under', frame: { x: 100, y: 100, width: 400, height: 300 } })
    const over = await subject.open({ key: 'b', title: 'over', frame: { x: 200, y: 200, width: 400, height: 300 } })
    await stage.run('xdotool', 'windowraise', String(over))
    const at = (x: number, y: number) => stage.desktop.windows.at({ x, y }, soon())
    const bounds = await boundsByXwininfo(stage, over)
    await expect.poll(() => at(bounds.x + 5, bounds.y + 5)).toBe(handleOf(over))
    expect(await at(bounds.x + 50, bounds.y - 5)).toBe(handleOf(over))
    expect(await at(bounds.x - 50, bounds.y - 50)).toBe(handleOf(under))
    expect(await at(1270, 790)).toBeUndefined()
    for (const key of ['a', 'b']) await subject.send('close', { key })
  })
})

describe('apps', () => {
  test('an app without accessibility is listed by its window', async () => {
    const xterm = spawn('xterm', ['-T', 'terminal'], { env: stage.embedded.env, stdio: 'ignore' })
    await expect
      .poll(
        async () => (await stage.desktop.apps.list(soon())).apps.find(({ process }) => process?.pid === xterm.pid),
        { timeout: 10_000 },
      )
      .toMatchObject({ name: 'XTerm', executable: 'xterm', windowClass: 'XTerm', windowTitles: ['terminal'] })
    const app = await stage.app(xterm.pid as number)
    expect(app).not.toHaveProperty('root')
    const [process] = [app.process]
    if (process === undefined) throw new Error('no process')
    expect(stage.desktop.apps.isAlive(process)).toBe(true)
    const exited = once(xterm, 'exit')
    xterm.kill('SIGKILL')
    await exited
    expect(stage.desktop.apps.isAlive(process)).toBe(false)
  })

  test('an app on both sides is one app, and a stopped one is listed with a note', async () => {
    await subject.open({ key: 'a', title: 'both', frame: { x: 50, y: 50, width: 300, height: 200 } })
    const before = await stage.app(subject.pid)
    expect(before).toMatchObject({ windowTitles: ['both'], root: expect.any(String) })
    subject.kill('SIGSTOP')
    const { apps, notes } = await stage.desktop.apps.list(soon())
    expect(apps.filter(({ process }) => process?.pid === subject.pid).map(({ id }) => id)).toEqual([before.id])
    expect(notes.join()).toMatch(/does not answer/)
    subject.kill('SIGCONT')
    await subject.send('close', { key: 'a' })
  })
})

describe('watch', () => {
  test('windows that appear, are renamed, move and vanish are told with their owner, unmanaged ones marked', async () => {
    const events: WindowEvent[] = []
    const subscription = await stage.desktop.windows.watch((event) => events.push(event))
    const told = (kind: WindowEvent['kind'], xid: number) =>
      expect.poll(() => events.find((event) => event.kind === kind && event.window === handleOf(xid)), { interval: 5 })
    const xid = await subject.open({ key: 'a', title: 'one', frame: { x: 50, y: 50, width: 300, height: 200 } })
    await told('mapped', xid).toMatchObject({ pid: subject.pid, unmanaged: false })
    await subject.send('title', { key: 'a', title: 'another' })
    await told('renamed', xid).toBeDefined()
    events.length = 0
    await subject.send('move', { key: 'a', x: 333, y: 222 })
    await told('moved', xid).toBeDefined()
    const popup = await subject.open({
      key: 'p',
      title: 'tip',
      frame: { x: 9, y: 9, width: 90, height: 30 },
      popup: true,
    })
    await told('mapped', popup).toMatchObject({ pid: subject.pid, unmanaged: true })
    await subject.send('close', { key: 'p' })
    await told('unmapped', popup).toMatchObject({ pid: subject.pid, unmanaged: true })
    await subject.send('close', { key: 'a' })
    await told('unmapped', xid).toMatchObject({ pid: subject.pid, unmanaged: false })
    subscription.close()
  })
})

test('without a window manager the children of the root are the windows', async () => {
  const bare = await Stage.start({ windowManager: 'none' })
  try {
    const app = bare.subject()
    const xid = await app.open({ key: 'a', title: 'alone', frame: { x: 30, y: 40, width: 300, height: 200 } })
    const window = await bare.window(app.pid, xid)
    expect(window).toMatchObject({ title: 'alone', kind: 'normal', minimized: false })
    expect(window.frame).toEqual(await boundsByXwininfo(bare, xid))
    expect(window).not.toHaveProperty('active')
    expect(await bare.desktop.windows.at({ x: 35, y: 45 }, soon())).toBe(handleOf(xid))
  } finally {
    await bare.close()
  }
})
