import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLanguages } from './languages.ts'

test('English comes along', () => {
  const [english, ...others] = findLanguages(['eng'])
  expect([english?.code, existsSync(english?.file ?? ''), others]).toEqual(['eng', true, []])
})

test('one that is not installed is named, with what to do', () => {
  expect(() => findLanguages(['eng', 'tlh'])).toThrow(
    'ocr.languages: there is no data for "tlh" here. Install it beside surehand (npm install @tesseract.js-data/tlh), or take it out of the list.',
  )
})
