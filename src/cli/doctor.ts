import { styleText } from 'node:util'
import { Command } from 'commander'
import { openLinuxDesktop } from '../desktop/linux/index.ts'
import type { HealthPart } from '../desktop/port.ts'
import { exitCodes } from './exit-codes.ts'

const LIMIT = 15_000

/** `surehand doctor` */
export function command(): Command {
  return new Command('doctor')
    .description('say what works on this machine, what is missing, and how to mend it')
    .option('--json', 'print one JSON object: {"ready", "parts": [{"name", "state", "detail", "remedy", "neededFor"}]}')
    .addHelpText('after', exitCodes({ 0: 'nothing that surehand needs is missing', 1: 'something is' }))
    .action(async ({ json }: { json?: true }) => {
      const parts = await examine()
      const ready = parts.every(({ state }) => state !== 'missing')
      process.stdout.write(json ? `${JSON.stringify({ ready, parts }, null, 2)}\n` : table(parts, ready))
      if (!ready) process.exitCode = 1
    })
}

async function examine(): Promise<readonly HealthPart[]> {
  const desktop = await openLinuxDesktop(process.env)
  try {
    return await desktop.health({ deadline: performance.now() + LIMIT })
  } finally {
    await desktop.close()
  }
}

const LOOKS = { ok: 'green', degraded: 'yellow', missing: 'red' } as const satisfies Record<HealthPart['state'], string>

/** One line a part; below those that are not ok, what that costs and what mends it. */
export function table(parts: readonly HealthPart[], ready: boolean): string {
  const widest = Math.max(...parts.map(({ name }) => name.length))
  const lines = parts.flatMap(({ name, state, detail, remedy, neededFor }) => {
    const line = `${coloured(state, state.padEnd(8))}  ${name.padEnd(widest)}  ${detail}`
    if (state === 'ok') return [line]
    const indent = ' '.repeat(8 + 2 + widest + 2)
    return [
      line,
      `${indent}needed for: ${neededFor.join(', ')}`,
      ...(remedy === undefined ? [] : [`${indent}to mend it: ${remedy}`]),
    ]
  })
  const verdict = ready ? coloured('ok', 'Ready.') : coloured('missing', 'Not ready: mend what is missing first.')
  return `${lines.join('\n')}\n\n${verdict}\n`
}

/** Only on a terminal, and not against NO_COLOR; `styleText` looks at both. */
function coloured(state: HealthPart['state'], text: string): string {
  return styleText(LOOKS[state], text, { stream: process.stdout })
}
