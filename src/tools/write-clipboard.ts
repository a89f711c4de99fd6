import { z } from 'zod'
import { clipboardRung } from '../ladder/request-rungs.ts'
import { alreadyThere } from '../outcome/settled.ts'
import { actionOptions, actionOutput } from './action.ts'
import { findAppAndWindow } from './apps.ts'
import { confirm, expectation } from './arguments.ts'
import { clipboardBudget, requireClipboard } from './clipboard.ts'
import { type Action, defineActionTool } from './define.ts'

const MOST = 200_000

export const writeClipboard = defineActionTool({
  name: 'write_clipboard',
  title: 'Write the clipboard',
  description:
    'Replaces what is in the clipboard by a text. The person may have something of their own there, so it always needs confirm. ' +
    'To put text into a field use type_text or set_value: they leave the clipboard alone.',
  input: z.strictObject({
    text: z
      .string()
      .max(MOST)
      .refine((text) => text.isWellFormed(), 'it has half of a surrogate pair, which no app can take')
      .describe('The new content.'),
    confirm,
    expect: expectation.optional(),
    app: z.string().min(1).optional().describe('App in whose window `expect` is looked for; only needed with it.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: false, idempotent: true, destructive: true, openWorld: false },
  async resolve(args, context): Promise<Action> {
    const clipboard = requireClipboard(context)
    const place = args.app === undefined ? undefined : await findAppAndWindow(context, args.app, undefined)
    return {
      ...(place && { app: place.app, window: place.window.handle }),
      confirmation: { always: 'This replaces what the person has in the clipboard.' },
      observe: async (budget) => {
        const text = await clipboard.read(budget)
        return text === undefined ? {} : { clipboard: text }
      },
      plan: ({ facts }) =>
        facts.clipboard === args.text
          ? { settled: alreadyThere('the clipboard holds this text') }
          : {
              intent: { type: 'write-clipboard', text: args.text },
              leftOut: [],
              rungs: () => [clipboardRung(context.desktop, args.text, facts.clipboard, clipboardBudget(context))],
            },
      ...actionOptions({ ...args, include_state: false, include_screenshot: false }),
    }
  },
})
