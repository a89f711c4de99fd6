/** One finished call of the demo. */
export interface DemoRow {
  readonly tool: string
  readonly target: string
  readonly tier: string | null
  /** The verdict; of a call that only reads or was refused: what it was instead. */
  readonly verdict: string
  /** Did the person's focus move? null: not observed. */
  readonly focus_changed: boolean | null
  readonly ms: number
  readonly remark: string
  readonly asExpected: boolean
}

export const jsonLine = ({ tool, target, tier, verdict, focus_changed, ms }: DemoRow): string =>
  JSON.stringify({ tool, target, tier, verdict, focus_changed, ms })

const columns = ['tool', 'target', 'tier', 'verdict', 'focus', 'ms', 'what is true'] as const

const verdictColours: Readonly<Record<string, number>> = {
  success: 32,
  effect_not_verified: 33,
  verifier_ambiguous: 33,
  unsupported: 36,
  error: 31,
}

export function renderRows(rows: readonly DemoRow[], colour: boolean): string {
  const cells = rows.map((row) => [
    row.tool,
    row.target,
    row.tier ?? '–',
    row.verdict,
    focusWord(row.focus_changed),
    row.ms.toFixed(1),
    row.asExpected ? row.remark : `NOT AS EXPECTED: ${row.remark}`,
  ])
  const widths = columns.map((name, column) => Math.max(name.length, ...cells.map((cell) => cell[column]?.length ?? 0)))
  const line = (cell: readonly string[]) =>
    cell
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const painted = cells.map((cell) => {
    const code = colour ? verdictColours[cell[3] ?? ''] : undefined
    const text = line(cell)
    return code === undefined ? text : text.replace(cell[3] ?? '', `\u001b[${code}m${cell[3]}\u001b[0m`)
  })
  return [line(columns), line(widths.map((width) => '─'.repeat(width))), ...painted].join('\n')
}

const focusWord = (changed: boolean | null): string => (changed === null ? 'unknown' : changed ? 'MOVED' : 'kept')

export function summary(rows: readonly DemoRow[], disturbances: number): string {
  const wrong = rows.filter((row) => !row.asExpected).length
  if (wrong > 0) return `${wrong} of ${rows.length} calls did not come out as the control really behaves.`
  if (disturbances > 0) return `The window in front was disturbed ${disturbances} times.`
  return 'Every verdict is what the control really did. The window in front, which covers the app wholly, noticed nothing.'
}
