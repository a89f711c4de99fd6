/** Vectors of `contracts/perception`, for tests. JSON has no numbers that are not finite: they are written as strings. */
import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../../contracts/perception/', import.meta.url)

export function readVectors<T>(name: string): T {
  const text = readFileSync(new URL(name, FOLDER), 'utf8')
  const revive = (_: string, value: unknown) => (value === 'NaN' || value === 'Infinity' ? Number(value) : value)
  return JSON.parse(text, revive) as T
}
