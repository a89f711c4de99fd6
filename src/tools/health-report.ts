import { z } from 'zod'
import { defineReadTool } from './define.ts'

export const healthReport = defineReadTool({
  name: 'health_report',
  title: 'Health of this server',
  description:
    'Says what works on this desktop and what is missing, with the remedy for each. Call it when other tools fail for no reason that you can see.',
  input: z.strictObject({}),
  output: z.looseObject({ ready: z.boolean(), parts: z.array(z.looseObject({ name: z.string() })) }),
  facts: { mutating: false, appScoped: false, idempotent: true, destructive: false, openWorld: false },
  async run(_args, context) {
    const parts = await context.desktop.health(context.budget)
    const broken = parts.filter(({ state }) => state !== 'ok')
    const ready = parts.every(({ state }) => state !== 'missing')
    const lines = parts.map(({ state, name, detail, remedy, neededFor }) => {
      const line = `${state.padEnd(8)} ${name}: ${detail}`
      if (state === 'ok') return line
      return `${line}; needed for: ${neededFor.join(', ')}${remedy === undefined ? '' : ` → ${remedy}`}`
    })
    const next = broken.find(({ remedy }) => remedy !== undefined)?.remedy
    return {
      text: [ready ? 'Ready.' : 'Not ready.', ...lines].join('\n'),
      data: {
        ready,
        parts,
        process: context.report(),
        ...(next === undefined ? {} : { recommended_next_action: next }),
      },
    }
  },
})
