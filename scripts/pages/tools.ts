import { catalog } from '../../src/tools/catalog.ts'
import type { Tool, ToolFacts } from '../../src/tools/define.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

type Properties = Readonly<Record<string, Schema>>

export function toolsPage(): string {
  const intro = [
    '# Tools',
    '',
    'Made from the definitions in `src/tools/` by `npm run docs`; do not edit. `bin/surehand tools` prints a line for each,',
    '`bin/surehand tools --json` the JSON Schemas that clients get.',
    '',
    'Every acting tool returns a verdict (`contracts/outcome/README.md`). Arguments that most of them take are described once,',
    'at the end of this page.',
  ]
  const shared = sharedArguments()
  const sections = catalog.map((tool) => section(tool, shared))
  const common = ['## Shared arguments of acting tools', '', ...table(shared.properties, shared.required)].join('\n')
  return `${[intro.join('\n'), ...sections, common].join('\n\n')}\n`
}

const schemaOf = (tool: Tool): Schema => tool.input.toJSONSchema({ io: 'input' }) as Schema

/** Arguments that most acting tools take, with the same meaning. */
function sharedArguments(): { readonly properties: Properties; readonly required: readonly string[] } {
  const schemas = catalog.filter(({ kind }) => kind === 'action').map(schemaOf)
  const all = schemas.flatMap(({ properties = {} }) => Object.entries(properties))
  const common = all.filter(([name, schema]) => schemas.filter(takes(name, schema)).length > schemas.length / 2)
  const names = new Set(common.map(([name]) => name))
  const required = [...names].filter((name) => schemas.some((schema) => schema.required?.includes(name)))
  return { properties: Object.fromEntries(common), required }
}

const takes =
  (name: string, schema: Schema) =>
  ({ properties }: Schema): boolean =>
    JSON.stringify(properties?.[name]) === JSON.stringify(schema)

function section(tool: Tool, shared: ReturnType<typeof sharedArguments>): string {
  const schema = schemaOf(tool)
  const { properties = {}, required = [] } = schema
  const isShared = ([name]: readonly [string, unknown]) => {
    const common = shared.properties[name]
    const isAsStrict = required.includes(name) === shared.required.includes(name)
    return tool.kind === 'action' && common !== undefined && isAsStrict && takes(name, common)(schema)
  }
  const own = Object.entries(properties).filter((entry) => !isShared(entry))
  const missing = Object.keys(shared.properties).filter((name) => properties[name] === undefined)
  const taken = Object.keys(properties).filter((name) => !own.some(([each]) => each === name))
  return [
    `## ${tool.name}`,
    '',
    tool.description,
    '',
    tool.kind === 'action' ? `${facts(tool.facts)} ${sharing(taken, missing)}` : facts(tool.facts),
    ...(own.length === 0 ? [] : ['', ...table(Object.fromEntries(own), required)]),
  ].join('\n')
}

/** Which of the shared arguments a tool takes. */
function sharing(taken: readonly string[], missing: readonly string[]): string {
  const code = (list: readonly string[]) => list.map((name) => `\`${name}\``).join(', ')
  if (missing.length === 0) return 'Takes the shared arguments.'
  return missing.length < taken.length
    ? `Takes the shared arguments but ${code(missing)}.`
    : `Of the shared arguments takes only ${code(taken)}.`
}

const facts = ({ mutating, destructive, idempotent }: ToolFacts): string =>
  mutating
    ? `Acts; ${destructive ? 'may lose something' : 'loses nothing'}; ${idempotent ? 'twice is as once' : 'twice is not as once'}.`
    : 'Only reads.'

function table(properties: Properties, required: readonly string[]): string[] {
  return ['| argument | type | default | |', '|---|---|---|---|', ...rows(properties, required, '')]
}

/** One row each; below an object one for each of its fields, by its whole name. */
function rows(properties: Properties, required: readonly string[], prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const must = required.includes(name) && schema.default === undefined ? 'required' : ''
    const usual = schema.default === undefined ? must : `\`${JSON.stringify(schema.default)}\``
    const meaning = (schema.description ?? '').replaceAll('|', '\\|')
    return [
      `| \`${prefix}${name}\` | ${typeOf(schema)} | ${usual} | ${meaning} |`,
      ...rows(schema.properties ?? {}, schema.required ?? [], `${prefix}${name}.`),
    ]
  })
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  const { minimum, maximum, type = 'any' } = schema
  const isBound = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  const bounds = [isBound(minimum) ? `≥ ${minimum}` : '', isBound(maximum) ? `≤ ${maximum}` : ''].filter(
    (part) => part !== '',
  )
  return bounds.length === 0 ? type : `${type} ${bounds.join(', ')}`
}
