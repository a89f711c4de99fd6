/** Where the data of languages lies on this machine; nothing is ever downloaded. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface LanguageData {
  /** As tesseract names it, such as `eng` or `chi_sim`. */
  readonly code: string
  /** Its traineddata, with or without gzip. */
  readonly file: string
}

const { resolve } = createRequire(import.meta.url)

/**
 * The data of all these languages: from the npm package of each, else from a folder.
 * @throws {Error} that names the one that is not there, and what to do
 */
export function findLanguages(codes: readonly string[], folder: string): readonly LanguageData[] {
  return codes.map((code) => {
    const file = [packaged(code), join(folder, `${code}.traineddata`)].find((each) => each && existsSync(each))
    if (file !== undefined) return { code, file }
    throw new Error(
      `ocr.languages: there is no data for "${code}". Install the Debian package tesseract-ocr-${code.replaceAll('_', '-')} ` +
        `or put ${code}.traineddata into ${folder} (ocr.data_dir); or take it out of the list.`,
    )
  })
}

function packaged(code: string): string | undefined {
  try {
    const folder = dirname(resolve(`@tesseract.js-data/${code}/package.json`))
    return join(folder, '4.0.0_best_int', `${code}.traineddata.gz`)
  } catch {
    return undefined // there is no such package
  }
}
