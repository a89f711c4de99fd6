/** Stands in for the process that reads; the first language says how it behaves. */
import type { LanguageData } from '../languages.ts'
import type { ReadReply, ReadRequest } from '../messages.ts'

const [language] = JSON.parse(process.argv[2] ?? '[]') as readonly LanguageData[]
process.on('disconnect', () => process.exit(0))

process.on('message', ({ id, width, rgb }: ReadRequest) => {
  const text = `${process.pid} ${rgb.length} ${Object.keys(process.env).length}`
  const box = { x: 0, y: 0, width, height: 1 }
  const answer: ReadReply = { id, reading: { words: [{ text, confidence: 90, line: 0, box }], unread: 0 } }
  if (language?.code === 'crash') process.exit(7)
  if (language?.code === 'fault') process.send?.({ id, fault: 'no such page' } satisfies ReadReply)
  if (language?.code === 'echo') process.send?.(answer)
})
