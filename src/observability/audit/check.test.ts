import { describe, expect, it, test } from 'vitest'
import { type Entry, type Link, origin, seal, sha256 } from './chain.ts'
import { ChainCheck } from './check.ts'

const at = new Date('2026-12-01T00:00:00Z')

/** A chain of intents and outcomes: lines 1 to 8 hold records 1 to 8. */
function chain(entries: readonly Entry[] = usual, from: Link = origin): { lines: string[]; links: Link[] } {
  const lines: string[] = []
  const links: Link[] = []
  let link = from
  for (const entry of entries) {
    const sealed = seal(entry, link, at)
    link = sealed.link
    lines.push(sealed.line)
    links.push(link)
  }
  return { lines, links }
}

const usual: readonly Entry[] = [1, 2, 3, 4].flatMap((call) => [
  { type: 'intent', decision_id: `d${call}`, tool: 'click' },
  { type: 'outcome', decision_id: `d${call}` },
])

function check(lines: readonly string[], { head, anchors = [] }: { head?: Link; anchors?: string[] } = {}) {
  const checking = new ChainCheck({ file: 'f', fromBeginning: true, anchors, ...(head && { head }) })
  let offset = 0
  lines.forEach((text, index) => {
    const bytes = Buffer.from(text)
    const whole = text.endsWith('\n')
    checking.line(whole ? bytes.subarray(0, -1) : bytes, { file: 'f', line: index + 1 }, offset, whole)
    offset += bytes.length
  })
  const { findings, remarks, ...rest } = checking.end()
  return { ...rest, findings: findings.map(told), remarks: remarks.map(told) }
}

const told = ({ kind, line, what }: { kind: string; line: number; what: string }) => `${kind} ${line}: ${what}`

it('a chain that nobody touched is whole', () => {
  const { lines, links } = chain()
  const head = links.at(-1) as Link
  expect(check(lines, { head })).toEqual({ records: 8, first: 1, head, findings: [], remarks: [], anchored: [] })
})

describe('tampering', () => {
  const { lines, links } = chain()
  const without = (...taken: number[]) => lines.filter((_, index) => !taken.includes(index + 1))
  const swapped = (one: number, other: number) =>
    lines.map(
      (line, index) => (index + 1 === one ? lines[other - 1] : index + 1 === other ? lines[one - 1] : line) as string,
    )
  const rewritten = seal({ type: 'intent', decision_id: 'd2', tool: 'scroll' }, links[1] as Link, at).line
  const edited = (lines[2] as string).replace('"click"', '"clack"')
  const last = links.at(-1) as Link

  test.each<[what: string, lines: string[], findings: string[]]>([
    ['a changed line', lines.with(2, edited), ['changed 3: record 3 was changed: its content does not fit its hash']],
    [
      'a line that is no JSON',
      lines.with(2, 'gone\n'),
      ['changed 3: this is no record of the log: it was changed, or put in'],
    ],
    [
      'a line put in',
      lines.toSpliced(3, 0, '{}\n'),
      ['changed 4: this is no record of the log: it was changed, or put in'],
    ],
    [
      'a line rewritten with its hash',
      lines.with(2, rewritten),
      ['replaced 3: record 3 is not the one that record 4 was written after: it was rewritten, hash and all'],
    ],
    ['a missing line', without(3), ['missing 3: record 3 is missing before this line']],
    ['missing lines', without(3, 4, 5), ['missing 3: records 3 to 5 are missing before this line']],
    ['a missing beginning', without(1, 2), ['missing 1: records 1 to 2 are missing, though not rotated away']],
    ['lines in another order', swapped(3, 4), ['reordered 4: record 3 stands behind record 4']],
    ['a line moved to the end', [...without(3), lines[2] as string], ['reordered 8: record 3 stands behind record 8']],
    ['a line twice', lines.toSpliced(3, 0, lines[2] as string), ['repeated 4: there is a record 3 already']],
    [
      'a cut off end',
      without(7, 8),
      ['truncated 6: ends with record 6, but record 8 was on disk: the end was cut off'],
    ],
    ['an emptied file', [], ['truncated 0: ends with record 0, but record 8 was on disk: the end was cut off']],
    [
      'a changed line, and one that is missing elsewhere',
      lines.with(2, edited).toSpliced(5, 1),
      [
        'changed 3: record 3 was changed: its content does not fit its hash',
        'missing 6: record 6 is missing before this line',
      ],
    ],
  ])('%s is found, and nothing else', (_, tampered, findings) => {
    expect(check(tampered, { head: last }).findings).toEqual(findings)
  })

  it('a byte that no decoder tells from another one is a change', () => {
    const { lines: one } = chain([{ type: 'outcome', text: '\uFFFD' }])
    const bytes = Buffer.from(one[0] as string)
    const place = bytes.indexOf(Buffer.from('\uFFFD'))
    const changed = Buffer.concat([bytes.subarray(0, place), Buffer.from([0xff]), bytes.subarray(place + 3, -1)])
    const checking = new ChainCheck({ file: 'f', fromBeginning: true, anchors: [] })
    checking.line(changed, { file: 'f', line: 1 }, 0, true)
    expect(checking.end().findings).toMatchObject([{ kind: 'changed', line: 1 }])
  })

  it('a whole new chain is told by a hash that was noted before, and by the head', () => {
    const forged = chain([{ type: 'outcome', decision_id: 'x' }, ...usual.slice(1)])
    const anchors = [last.hash]
    expect(check(lines, { anchors }).anchored).toEqual(anchors)
    expect(check(forged.lines, { anchors, head: last })).toMatchObject({
      anchored: [],
      findings: ['replaced 8: record 8 is not the one that was on disk: it was rewritten, hash and all'],
    })
  })
})

describe('what is no tampering', () => {
  const { lines, links } = chain()

  it('a torn last line', () => {
    const torn = lines.with(7, (lines[7] as string).slice(0, 40))
    expect(check(torn)).toMatchObject({
      findings: [],
      remarks: [
        'torn 8: the last line is not whole: a process ended, or is, in the middle of it',
        'unfinished 7: decision d4 (click) has no outcome: it runs, or its process ended',
      ],
    })
  })

  it('a torn line that the next start vouches for, and only exactly that', () => {
    const fragment = (lines[7] as string).slice(0, 40)
    const offset = Buffer.byteLength(lines.slice(0, 7).join(''))
    const torn = { offset, bytes: 40, sha256: sha256(fragment) }
    const next = seal({ type: 'recovered', torn }, links[6] as Link, at).line
    const recovered = [...lines.slice(0, 7), `${fragment}\n`, next]
    expect(check(recovered)).toMatchObject({
      findings: [],
      remarks: [
        'recovered 9: went on after this: a line of 40 bytes was torn, as when a process or the machine stops',
        'unfinished 7: decision d4 (click) has no outcome: it runs, or its process ended',
      ],
    })
    const elsewhere = seal({ type: 'recovered', torn: { ...torn, offset: 0 } }, links[6] as Link, at).line
    expect(check(recovered.with(8, elsewhere)).findings).toHaveLength(1)
    const other = fragment.replace('2026', '2025')
    expect(check(recovered.with(7, `${other}\n`)).findings).toEqual([
      'changed 8: this is no record of the log: it was changed, or put in',
    ])
  })

  it('a beginning that was rotated away, but no more than that', () => {
    const entries: Entry[] = [{ type: 'continued', kept_from: 5 }, ...usual]
    const kept = chain(entries, { seq: 4, hash: 'a'.repeat(64) }).lines
    expect(check(kept)).toMatchObject({
      findings: [],
      remarks: ['begins-later 1: begins with record 5; what was before is in files that are not here'],
    })
    expect(check(kept.slice(2)).findings).toEqual(['missing 1: records 1 to 6 are missing, though not rotated away'])
  })
})
