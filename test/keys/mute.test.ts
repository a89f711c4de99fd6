import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { run } from '../support/oracles.ts'
import { openAgent } from './agent.ts'

let desktop: EmbeddedDesktop

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
})

afterAll(() => desktop?.stop())

/** xev prints what Xlib makes of each key, and knows neither pings nor Editres. */
async function startXev() {
  const name = 'mute'
  const args = ['-oL', 'xev', '-name', name, '-event', 'keyboard', '-geometry', '300x200+20+40']
  const child = spawn('stdbuf', args, { env: desktop.env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const waiting: { length: number; resolve: (text: string) => void }[] = []
  let isPress = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^Key(Press|Release) event/.test(line)) isPress = line.startsWith('KeyPress')
    const bytes = /XmbLookupString gives \d+ bytes: \(([0-9a-f ]+)\)/.exec(line)?.[1]
    if (!isPress || bytes === undefined) return
    text += Buffer.from(bytes.replaceAll(' ', ''), 'hex').toString('utf8')
    for (const wait of waiting) if ([...text].length >= wait.length) wait.resolve(text)
  })
  const xid = Number(await run(desktop.env, 'xdotool', 'search', '--sync', '--onlyvisible', '--name', `^${name}$`))
  return {
    xid,
    until: (length: number) => new Promise<string>((resolve) => waiting.push({ length, resolve })),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

test('an app that cannot be asked is given time between batches, and the answer says that nothing is certain', async () => {
  const xev = await startXev()
  onTestFinished(() => xev.stop())
  const agent = await openAgent(desktop.env)
  onTestFinished(() => agent.close())
  await agent.hover({ x: 150, y: 150 }, xev.xid)

  const short = '漢字仮名交じり文'
  const arrived = xev.until(short.length)
  expect(await agent.keys.type(short, xev.xid)).toEqual({ typed: short.length, impossible: [] })
  expect(await arrived).toBe(short)

  const long = '一二三四五六七八九十百千万億兆京垓日月火水木金土曜朝昼夜春夏秋冬東西南北上下左右'
  const all = xev.until(short.length + long.length)
  const result = await agent.keys.type(long, xev.xid)
  expect(result).toEqual({ typed: long.length, impossible: [], uncertain: long.length })
  expect(await all).toBe(short + long)
})
