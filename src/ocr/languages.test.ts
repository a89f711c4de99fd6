import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLanguages } from './languages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('English comes along', () => {
  const [english, ...others] = findLanguages(['eng'], folder)
  expect([english?.code, existsSync(english?.file ?? ''), others]).toEqual(['eng', true, []])
})

test('others are found in the folder, in the order that was asked for', () => {
  writeFileSync(join(folder, 'tlh.traineddata'), '')
  expect(findLanguages(['tlh', 'eng'], folder).map(({ code }) => code)).toEqual(['tlh', 'eng'])
  expect(findLanguages(['tlh'], folder)).toEqual([{ code: 'tlh', file: join(folder, 'tlh.traineddata') }])
})

test('one that is not there is named, with what to do', () => {
  expect(() => findLanguages(['eng', 'chi_sim'], '/data')).toThrow(
    'ocr.languages: there is no data for "chi_sim". Install the Debian package tesseract-ocr-chi-sim or put ' +
      'chi_sim.traineddata into /data (ocr.data_dir); or take it out of the list.',
  )
})
