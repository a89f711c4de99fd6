import type { AccessibleRecord } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { LIMITS } from '../perception/index.ts'
import type { ToolContext } from './define.ts'

/**
 * All of the text of an element.
 * @param most longest that is read, in characters
 * @throws {Refusal} TEXT_NOT_FOUND when it has none or it is too long to be read whole
 */
export async function readWholeText(
  { desktop, budget }: ToolContext,
  record: AccessibleRecord,
  most: number = LIMITS.text.most,
): Promise<string> {
  const { details } = await desktop.accessibility.describe(
    { records: [record], fields: () => ['text'], textLimit: most },
    budget,
  )
  const text = details.get(record.handle)?.text
  if (text?.content === undefined) throw new Refusal('TEXT_NOT_FOUND', 'The element holds no text that can be read.')
  if (text.characterCount > most)
    throw new Refusal(
      'TEXT_NOT_FOUND',
      `The text is too long: ${text.characterCount} characters, at most ${most} are read.`,
    )
  return text.content
}
