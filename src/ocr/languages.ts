/** Where the data of languages lies: each comes as an npm package, and nothing is ever downloaded. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface LanguageData {
  /** As tesseract names it, such as `eng` or `chi_sim`. */
  readonly code: string
  /** `<code>.traineddata.gz` */
  readonly file: string
}

const { resolve } = createRequire(import.meta.url)

/** The data of all these languages. @throws {Error} that names the one that is not installed, and what to do */
export function findLanguages(codes: readonly string[]): readonly LanguageData[] {
  return codes.map((code) => {
    const file = dataOf(code)
    if (file !== undefined) return { code, file }
    throw new Error(
      `ocr.languages: there is no data for "${code}" here. Install it beside surehand (npm install @tesseract.js-data/${code}), or take it out of the list.`,
    )
  })
}

function dataOf(code: string): string | undefined {
  try {
    const folder = dirname(resolve(`@tesseract.js-data/${code}/package.json`))
    const file = join(folder, '4.0.0_best_int', `${code}.traineddata.gz`)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined // there is no such package
  }
}
