/**
 * The process that reads pictures, so that neither its memory, nor its time, nor a crash of it is surehand's. Its argument
 * is the languages as JSON; it answers one request after the other, and ends with the one who started it.
 */
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { ReadWord } from '../perception/index.ts'
import type { LanguageData } from './languages.ts'
import type { ReadReply, ReadRequest } from './messages.ts'
import { type Layout, readPage } from './page.ts'

process.on('disconnect', () => process.exit(0))

const languages = JSON.parse(process.argv[2] ?? '[]') as readonly LanguageData[]
const starting = start()
let current: Layout | undefined

process.on('message', (request: ReadRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})

async function answer(request: ReadRequest): Promise<ReadReply> {
  try {
    const worker = await starting
    return { id: request.id, reading: await readPage(request, (png, layout) => read(worker, png, layout)) }
  } catch (error) {
    return { id: request.id, fault: error instanceof Error ? error.message : String(error) }
  }
}

/** All data must lie in one folder to be found, under names that say gzip; whether it is, tesseract.js sees by itself. */
async function start(): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-ocr-'))
  try {
    for (const { code, file } of languages) await symlink(file, join(folder, `${code}.traineddata.gz`))
    const codes = languages.map(({ code }) => code)
    return await createWorker(codes, OEM.LSTM_ONLY, { langPath: folder, gzip: true, cacheMethod: 'none' })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function read(worker: Worker, png: Uint8Array, layout: Layout): Promise<readonly ReadWord[]> {
  if (layout !== current)
    await worker.setParameters({ tessedit_pageseg_mode: layout === 'page' ? PSM.AUTO : PSM.SINGLE_LINE })
  current = layout
  const { data } = await worker.recognize(Buffer.from(png), {}, { text: false, blocks: true })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((paragraph) => paragraph.lines)
  return lines.flatMap(({ words }, line) =>
    words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence,
      line,
      box: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
    })),
  )
}
