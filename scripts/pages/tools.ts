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

export function toolsPage(): string {
  const intro = [
    '# Tools',
    '',
    'Made from the definitions in `src/tools/` by `npm run docs`; do not edit. `bin/surehand tools` prints the same,',
    '`bin/surehand tools --json` with the JSON Schemas that clients get.',
    '',
    'Every acting tool returns a verdict (`contracts/outcome/README.md`) and takes the shared arguments at the end of this page.',
  ]
  const shared = sharedArguments()
  const sections = catalog.map((tool) => section(tool, shared))
  const common = ['## Shared arguments of all acting tools', '', ...table(shared, new Set())].join('\n')
  return `${[intro.join('\n'), ...sections, common].join('\n\n')}\n`
}

const schemaOf = (tool: Tool): Schema => tool.input.toJSONSchema({ io: 'input' }) as Schema

/** Arguments that all acting tools have, with the same description. */
function sharedArguments(): Readonly<Record<string, Schema>> {
  const [first, ...others] = catalog.filter(({ kind }) => kind === 'action').map(schemaOf)
  return Object.fromEntries(
    Object.entries(first?.properties ?? {}).filter(([name, schema]) =>
      others.every(({ properties }) => properties?.[name]?.description === schema.description),
    ),
  )
}

function section(tool: Tool, shared: Readonly<Record<string, Schema>>): string {
  const { properties = {}, required = [] } = schemaOf(tool)
  const own = Object.entries(properties).filter(([name]) => tool.kind === 'read' || shared[name] === undefined)
  return [
    `## ${tool.name}`,
    '',
    tool.description,
    '',
    facts(tool.facts),
    ...(own.length === 0 ? [] : ['', ...table(Object.fromEntries(own), new Set(required))]),
  ].join('\n')
}

const facts = ({ mutating, destructive, idempotent }: ToolFacts): string =>
  mutating
    ? `Acts; ${destructive ? 'may lose something' : 'loses nothing'}; ${idempotent ? 'twice is as once' : 'twice is not as once'}.`
    : 'Only reads.'

function table(properties: Readonly<Record<string, Schema>>, required: ReadonlySet<string>): string[] {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const must = required.has(name) && schema.default === undefined ? 'required' : ''
    const usual = schema.default === undefined ? must : `\`${JSON.stringify(schema.default)}\``
    return `| \`${name}\` | ${typeOf(schema)} | ${usual} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`
  })
  return ['| argument | type | default | |', '|---|---|---|---|', ...rows]
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
