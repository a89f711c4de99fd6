import { z } from 'zod'
import { APP_TEXTS, displayText, named, quote, unreadableMark, whyUnreadable } from '../perception/index.ts'
import { findApp } from './apps.ts'
import { app } from './arguments.ts'
import { defineReadTool } from './define.ts'

export const listWindows = defineReadTool({
  name: 'list_windows',
  title: 'List windows of an app',
  description:
    'Lists the windows of one app, front to back: title, kind, frame in screen pixels, and whether it is active, minimised or modal. ' +
    'Open menus and popups are listed too.',
  input: z.strictObject({ app }),
  output: z.looseObject({ app: z.string(), windows: z.array(z.looseObject({ title: z.string() })) }),
  facts: { mutating: false, appScoped: true, idempotent: true, destructive: false, openWorld: true },
  async run(args, context) {
    const found = await findApp(context, args.app)
    const windows = (await context.desktop.windows.list(found, context.budget)).toReversed()
    const rows = windows.map((window) => ({
      title: displayText(window.title),
      kind: window.kind,
      ...(window.frame === undefined ? {} : { frame: window.frame }),
      active: window.active === true,
      minimized: window.minimized === true,
      modal: window.modal === true,
      accessible: window.accessible !== undefined,
    }))
    const mark = found.unreadable === undefined ? 'no accessibility' : unreadableMark(found)
    const lines = rows.map((row) => {
      const frame =
        row.frame === undefined
          ? 'place unknown'
          : `${row.frame.width}×${row.frame.height} at ${row.frame.x},${row.frame.y}`
      const flags = (['active', 'minimized', 'modal'] as const).filter((flag) => row[flag])
      // What is in a menu may be known below what it was opened from.
      const marks = row.accessible || row.kind === 'popup' || mark === undefined ? [] : [mark]
      return `${quote(row.title)} ${row.kind}, ${[frame, ...flags, ...marks].join(', ')}`
    })
    const listed = lines.length === 0 ? `${named(found.name)} has no window.` : [...lines, APP_TEXTS].join('\n')
    return {
      text: found.unreadable === undefined ? listed : `${listed}\n${whyUnreadable(found)}`,
      data: { app: displayText(found.name), windows: rows },
    }
  },
})
