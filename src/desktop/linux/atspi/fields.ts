import { type AccessibleDetails, type AccessibleRecord, type Budget, PortError, type ValueContent } from '../../port.ts'
import { addressOf, busOf, cellOf, handleFromReference } from './handles.ts'
import type { Call, Link } from './link.ts'
import { ACCESSIBLE, accessibleCall, propertyCall, unlessFatal } from './record.ts'

const VALUE = 'org.a11y.atspi.Value'

export async function readValue(
  link: Link,
  record: AccessibleRecord,
  budget: Budget,
): Promise<ValueContent | undefined> {
  const property = async (name: string) => (await link.call(propertyCall(record.handle, VALUE, name), budget)).body[0]
  const [current, minimum, maximum, increment, text] = await Promise.all([
    property('CurrentValue'),
    property('MinimumValue'),
    property('MaximumValue'),
    property('MinimumIncrement').catch(unlessFatal),
    // Since AT-SPI 2.46, and few toolkits have it.
    property('Text').catch(unlessFatal),
  ])
  if (typeof current !== 'number') return undefined
  return {
    current,
    minimum: typeof minimum === 'number' ? minimum : Number.NEGATIVE_INFINITY,
    maximum: typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY,
    ...(typeof increment === 'number' ? { increment } : {}),
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
  }
}

export async function readAttributes(
  link: Link,
  record: AccessibleRecord,
  budget: Budget,
): Promise<Readonly<Record<string, string>>> {
  return decodeAttributes((await link.call(accessibleCall(record.handle, 'GetAttributes'), budget)).body[0])
}

/** Several fields come from the attributes: asked for once per record. */
export type AttributesOf = (record: AccessibleRecord) => Promise<Readonly<Record<string, string>>>

/** D-Bus `a{ss}`, as an object or as pairs. */
export function decodeAttributes(reply: unknown): Readonly<Record<string, string>> {
  const pairs = Array.isArray(reply)
    ? (reply as unknown[]).filter((pair) => Array.isArray(pair))
    : Object.entries(typeof reply === 'object' && reply !== null ? reply : {})
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of pairs) {
    if (typeof name === 'string' && typeof value === 'string') attributes[name] = value
  }
  return attributes
}

/**
 * Toolkits, by ToolkitName, that give id and help as properties only, so that their attributes need not be asked for.
 * Measured: all accessibles of a GTK 3.24 and of a GTK 4.8 app, whose attributes hold `toolkit`, `window-type` and
 * `placeholder-text`. Chromium has an empty property and the id as an attribute.
 */
const PROPERTIES_ONLY: ReadonlySet<string | undefined> = new Set(['gtk', 'GTK'])

/** The app's own stable name of the accessible: the property of AT-SPI ≥ 2.34, else the attribute of the same meaning. */
export async function readIdentifier(
  link: Link,
  toolkit: string | undefined,
  record: AccessibleRecord,
  attributesOf: AttributesOf,
  budget: Budget,
): Promise<string | undefined> {
  const [identifier, attributes] = await Promise.all([
    textProperty(link, record, 'AccessibleId', budget),
    PROPERTIES_ONLY.has(toolkit) ? undefined : attributesOf(record).catch(unlessFatal),
  ])
  return identifier ?? nonEmpty(attributes?.id)
}

/** @param withoutHelpText apps, by bus name, that are known not to have the property; this one is added if it has not */
export async function readHelp(
  link: Link,
  toolkit: string | undefined,
  withoutHelpText: Set<string>,
  record: AccessibleRecord,
  attributesOf: AttributesOf,
  budget: Budget,
): Promise<string | undefined> {
  const bus = busOf(record.handle)
  const isMissing = (error: unknown): undefined => {
    if (error instanceof PortError && error.code === 'interface-missing') withoutHelpText.add(bus)
    return unlessFatal(error)
  }
  const [help, attributes] = await Promise.all([
    withoutHelpText.has(bus)
      ? undefined
      : link
          .call(propertyCall(record.handle, ACCESSIBLE, 'HelpText'), budget)
          .then(({ body }) => nonEmpty(body[0]), isMissing),
    PROPERTIES_ONLY.has(toolkit) ? undefined : attributesOf(record).catch(unlessFatal),
  ])
  return help ?? nonEmpty(attributes?.['tooltip-text'])
}

async function textProperty(
  link: Link,
  record: AccessibleRecord,
  property: string,
  budget: Budget,
): Promise<string | undefined> {
  try {
    return nonEmpty((await link.call(propertyCall(record.handle, ACCESSIBLE, property), budget)).body[0])
  } catch (error) {
    // Older toolkits answer an unknown property with any error there is.
    return unlessFatal(error)
  }
}

/** Where a link leads. A link within a text is a child that only its parent's Hypertext knows as one. */
export async function readUri(link: Link, record: AccessibleRecord, budget: Budget): Promise<string | undefined> {
  const first = async (call: Call) => (await link.call(call, budget)).body[0]
  const target = record.interfaces.has('Hyperlink')
    ? record.handle
    : handleFromReference(
        await first({
          ...addressOf(record.handle),
          iface: 'org.a11y.atspi.Hypertext',
          member: 'GetLink',
          signature: 'i',
          body: [0],
        }),
      )
  if (target === undefined) return undefined
  return nonEmpty(
    await first({
      ...addressOf(target),
      iface: 'org.a11y.atspi.Hyperlink',
      member: 'GetURI',
      signature: 'i',
      body: [0],
    }),
  )
}

/** Browsers say `DocURL`, LibreOffice and others `URI`. */
export async function readDocument(
  link: Link,
  record: AccessibleRecord,
  budget: Budget,
): Promise<AccessibleDetails['document']> {
  const attribute = async (name: string) => {
    const call = {
      ...addressOf(record.handle),
      iface: 'org.a11y.atspi.Document',
      member: 'GetAttributeValue',
      signature: 's',
      body: [name],
    }
    return nonEmpty((await link.call(call, budget)).body[0])
  }
  const [docUrl, uri] = await Promise.all([attribute('DocURL').catch(unlessFatal), attribute('URI').catch(unlessFatal)])
  const url = docUrl ?? uri
  return url === undefined ? {} : { url }
}

/** The row of a cell: from TableCell, else the parent table's arithmetic, else the place among siblings. */
export async function readRow(link: Link, record: AccessibleRecord, budget: Budget): Promise<number | undefined> {
  const cell = cellOf(record.handle)
  if (cell !== undefined) return cell.row
  if (record.interfaces.has('TableCell')) {
    // GTK 3 fails for the cells of its first row; the table knows those as well.
    const asked = link.call(propertyCall(record.handle, 'org.a11y.atspi.TableCell', 'Position'), budget)
    const position = await asked.then(({ body }) => body[0], unlessFatal)
    const [row] = Array.isArray(position) ? (position as unknown[]) : []
    if (typeof row === 'number' && row >= 0) return row
  }
  if (record.parent === undefined || record.indexInParent < 0) return undefined
  if (record.role === 'list item' || record.role === 'tree item' || record.role === 'table row') {
    return record.indexInParent
  }
  const call = {
    ...addressOf(record.parent),
    iface: 'org.a11y.atspi.Table',
    member: 'GetRowAtIndex',
    signature: 'i',
    body: [record.indexInParent],
  }
  const row = await link.call(call, budget).then((reply) => reply.body[0], unlessFatal)
  return typeof row === 'number' && row >= 0 ? row : undefined
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
