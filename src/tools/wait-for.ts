import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { findAppAndWindow } from './apps.ts'
import { app as appArgument, expectation } from './arguments.ts'
import { defineReadTool } from './define.ts'

const MOST_SECONDS = 60

export const waitFor = defineReadTool({
  name: 'wait_for',
  title: 'Wait for something',
  description:
    'Waits until something is true in a window: an element with a role, name, value or state is present, or gone (present: false), or a text or URL is shown. ' +
    'Answers as soon as it is, woken by what the app reports. When the time is over that is an answer too, not an error.',
  input: z.strictObject({
    app: appArgument,
    window_title: z.string().min(1).optional().describe('Title of the window, whole or part.'),
    until: expectation.describe(
      'What to wait for. All given parts must hold, those about an element of one and the same.',
    ),
    timeout_seconds: z.number().min(0.1).max(MOST_SECONDS).default(10).describe('How long to wait at most.'),
  }),
  output: z.looseObject({ met: z.boolean(), waited_seconds: z.number() }),
  facts: { mutating: false, appScoped: true, idempotent: true, destructive: false, openWorld: true },
  async run(args, context) {
    const { until } = args
    if (Object.values(until).every((part) => part === undefined))
      throw new Refusal('INVALID_ARGUMENTS', 'until: say what to wait for; nothing is given.')
    const { app, window } = await findAppAndWindow(context, args.app, args.window_title)
    const startedAt = performance.now()
    const deadline = Math.min(context.budget.deadline, startedAt + args.timeout_seconds * 1_000)
    const result = await context.waitUntil(app, window, until, deadline)
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100
    const text =
      result === true
        ? `It is so, after ${seconds} s.`
        : result === false
          ? `It was not so within ${seconds} s. Look at the state before you go on.`
          : `Within ${seconds} s it could not be read whether it is so. Look at the state before you go on.`
    return {
      text,
      data: { met: result === true, ...(result === 'unknown' && { unreadable: true }), waited_seconds: seconds },
    }
  },
})
