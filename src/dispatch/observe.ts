import { type AccessibleRecord, type Budget, type Desktop, type DetailField, PortError } from '../desktop/port.ts'
import { type TargetReading, targetFields } from '../outcome/observation.ts'
import { isPassword } from '../perception/index.ts'

const READ_LIMIT = 200_000

/** Fields of the target that a verdict may turn on. A secret's content is never read, only its length. */
const fields = (record: AccessibleRecord): DetailField[] => [
  ...(record.interfaces.has('Text') ? (['text'] as const) : []),
  ...(record.interfaces.has('Value') ? (['value'] as const) : []),
]

/**
 * Reads the target as it is now. Never rejects.
 * @param record an earlier one; only says which interfaces to ask
 * @param proven the present one, where a proof that is under way tells it
 */
export async function observeTarget(
  { accessibility }: Pick<Desktop, 'accessibility'>,
  record: AccessibleRecord,
  budget: Budget,
  proven?: Promise<AccessibleRecord>,
): Promise<TargetReading> {
  const { handle } = record
  try {
    const [now, described] = await Promise.all([
      proven ?? accessibility.readRecords([handle], budget).then((records) => records.get(handle)),
      accessibility.describe({ records: [record], fields, textLimit: READ_LIMIT }, budget),
    ])
    if (now === undefined || now.states.has('defunct')) return { kind: 'gone' }
    return { kind: 'present', fields: targetFields(now, complete(now, described.details.get(handle))) }
  } catch (error) {
    return error instanceof PortError && error.code === 'gone' ? { kind: 'gone' } : { kind: 'unreadable' }
  }
}

/** A text that was cut at the limit must not be compared as if it were whole. */
function complete(
  record: AccessibleRecord,
  details: Parameters<typeof targetFields>[1],
): Parameters<typeof targetFields>[1] {
  const text = details?.text
  if (details === undefined || text?.content === undefined) return details
  if (!isPassword(record.role) && text.characterCount <= READ_LIMIT) return details
  const { content: _, ...counts } = text
  return { ...details, text: counts }
}
