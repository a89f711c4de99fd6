import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** `surehand demo`, which is what a newcomer sees first. */

const surehand = fileURLToPath(new URL('../../bin/surehand', import.meta.url))

interface Row {
  readonly tool: string
  readonly tier: string | null
  readonly verdict: string
  readonly focus_changed: boolean | null
}

test('it shows every verdict, both ways to act on a covered window, and a liar that is found out', () => {
  const { status, stdout, stderr } = spawnSync(surehand, ['demo', '--json'], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(
    new Set(['read', 'success', 'unsupported', 'effect_not_verified']),
  )
  expect(new Set(rows.map(({ tier }) => tier))).toEqual(
    new Set([null, 'tier1-ax-action', 'tier1-ax-attribute', 'tier2-agent-seat']),
  )
  expect(rows.filter(({ focus_changed }) => focus_changed !== false)).toEqual([])
})
