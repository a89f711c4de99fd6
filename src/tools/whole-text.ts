import type { AccessibleRecord } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { LIMITS } from '../perception/index.ts'
import type { ToolContext } from './define.ts'

/**
 * All of the text of an element.
 * @throws {Refusal} TEXT_NOT_FOUND when it has none or it is too long to be read whole
 */
export async function readWholeText({ desktop, budget }: ToolContext, record: AccessibleRecord): Promise<string> {
  const { details } = await desktop.accessibility.describe(
    { records: [record], fields: () => ['text'], textLimit: LIMITS.text.most },
    budget,
  )
  const text = details.get(record.handle)?.text
  if (text?.content === undefined) throw new Refusal('TEXT_NOT_FOUND', 'The element holds no text that can be read.')
  if (text.characterCount > LIMITS.text.most)
    throw new Refusal(
      'TEXT_NOT_FOUND',
      `The text is too long to be searched: ${text.characterCount} characters, at most ${LIMITS.text.most} are read.`,
    )
  return text.content
}
