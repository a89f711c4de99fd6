import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseConfig } from './load.ts'

it('surehand.example.yaml shows every key with its default', () => {
  const file = new URL('../../surehand.example.yaml', import.meta.url)
  expect(parseConfig(readFileSync(file, 'utf8'), 'surehand.example.yaml')).toEqual(parseConfig('', 'defaults'))
})
