import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { buildInfo, definitions } from './definitions.ts'
import { type Label, labelWords } from './labels.ts'
import { freshInstruments } from './testing/samples.ts'

/** contracts/metrics.md against what the registry really holds. */

const root = new URL('../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const page = read('contracts/metrics.md')

/** The cells of the rows below a header. */
function rows(header: string): string[][] {
  const [, below = ''] = page.split(`${header}\n`)
  const [table = ''] = below.split('\n\n')
  return table
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const isNamed = (word: string, text: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text)

const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

const metrics = rows('| metric | type | unit | labels | meaning |')
const labels = rows('| label | meaning | words |')

test('it names every metric of the registry, with type and labels, and no other', async () => {
  const registered = await freshInstruments().registry.getMetricsAsJSON()
  const typed = registered.map(({ name, type }) => [name, String(type)]).sort()
  expect(metrics.map(([name, type]) => [words(name)[0], type]).sort()).toEqual(typed)
  const labelled = [...Object.values(definitions), buildInfo].map((one) => [one.name, [...one.labels]]).sort()
  expect(metrics.map(([name, , , some]) => [words(name)[0], words(some)]).sort()).toEqual(labelled)
})

test('the names end as Prometheus wants it, and as the units of the page say', () => {
  for (const [cell, type, unit] of metrics) {
    const [name = ''] = words(cell)
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    expect([name, /_(seconds|bytes)(_total)?$/.exec(name)?.[1] ?? 'none']).toEqual([
      name,
      { s: 'seconds', bytes: 'bytes' }[unit ?? ''] ?? 'none',
    ])
  }
})

test('it lists every label, each with a meaning', () => {
  expect(labels.map(([label]) => words(label)[0])).toEqual([...Object.keys(labelWords), ...buildInfo.labels])
  for (const [label, meaning] of labels) expect([label, meaning]).not.toEqual([label, ''])
})

describe('it lists the words of', () => {
  test.each(Object.keys(labelWords) as Label[])('%s', (label) => {
    const [, , cell = ''] = labels.find(([name]) => words(name)[0] === label) ?? []
    const told = words(cell)
    const real: readonly string[] = labelWords[label].filter((word) => word !== '')
    const [place] = told
    if (place?.endsWith('.md') !== true) expect(told).toEqual(real)
    else {
      const text = read(place)
      // `_OTHER` and `none` are ours and stand beside the label.
      const missing = real.filter((word) => word !== '_OTHER' && word !== 'none' && !isNamed(word, text))
      expect(missing).toEqual([])
    }
  })
})

test('it tells the bounds of every histogram', () => {
  const flat = page.replace(/\s+/g, ' ')
  for (const { buckets } of Object.values(definitions))
    if (buckets !== undefined) expect(flat).toContain(buckets.join(' '))
})
