import { ladderMachine } from '../../src/ladder/machine.ts'
import { fallbackReasons, tiers } from '../../src/ladder/tiers.ts'

interface Transition {
  readonly target?: string
  readonly guard?: string
  readonly actions?: string
}

type Transitions = Transition | string | readonly (Transition | string)[]

interface State {
  readonly always?: Transitions
  readonly invoke?: { readonly src: string; readonly onDone?: Transitions; readonly onError?: Transitions }
  readonly type?: string
}

export function ladderPage(): string {
  const states = ladderMachine.config.states as Readonly<Record<string, State>>
  const arrows = Object.entries(states).flatMap(([name, state]) => [
    ...arrowsOf(name, state.always),
    ...arrowsOf(name, state.invoke?.onDone, `${state.invoke?.src} answers`),
    ...arrowsOf(name, state.invoke?.onError, `${state.invoke?.src} throws`),
    ...(state.type === 'final' ? [`  ${name} --> [*]`] : []),
  ])
  const diagram = [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${String(ladderMachine.config.initial)}`,
    ...arrows,
    '```',
  ]
  const reasons = Object.entries(fallbackReasons).map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  return `${[
    '# The dispatch ladder',
    '',
    'Made from the machine in `src/ladder/machine.ts` by `npm run docs`; do not edit. What must hold on every path of it is in',
    '`contracts/ladder/README.md`, and a test walks all of them.',
    '',
    ...diagram,
    '',
    `Tiers, least intrusive first: ${tiers.map((tier) => `\`${tier}\``).join(', ')}.`,
    '',
    '## Why a rung was passed over',
    '',
    '| reason | meaning |',
    '|---|---|',
    ...reasons,
  ].join('\n')}\n`
}

/** Guards are tried in order, so one without a guard means "otherwise". */
function arrowsOf(from: string, transitions: Transitions | undefined, when?: string): string[] {
  if (transitions === undefined) return []
  const list = Array.isArray(transitions)
    ? (transitions as readonly (Transition | string)[])
    : [transitions as Transition | string]
  return list.map((entry) => {
    const { target, guard } = typeof entry === 'string' ? { target: entry, guard: undefined } : entry
    const condition = guard ?? (list.length > 1 ? 'otherwise' : undefined)
    const label = [when, condition].filter((part) => part !== undefined).join(': ')
    return `  ${from} --> ${target}${label === '' ? '' : ` : ${label}`}`
  })
}
