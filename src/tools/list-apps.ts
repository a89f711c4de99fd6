import { z } from 'zod'
import type { AppInfo } from '../desktop/port.ts'
import { APP_TEXTS, displayText, named, quote, unreadableMark } from '../perception/index.ts'
import { defineReadTool } from './define.ts'

const ACCESS_IN_WORDS = {
  denied: 'denied by policy: neither look nor act',
  'read-only': 'read-only by policy: look, do not act',
} as const

export const listApps = defineReadTool({
  name: 'list_apps',
  title: 'List apps',
  description:
    'Lists the apps that are running, with pid and window titles, then those that open_app can start. Use a name or pid of a running one as `app` in the other tools. ' +
    'An app marked "no accessibility" can be pictured but its elements cannot be read.',
  input: z.strictObject({}),
  output: z.looseObject({ apps: z.array(z.looseObject({ name: z.string() })) }),
  facts: { mutating: false, appScoped: false, idempotent: true, destructive: false, openWorld: true },
  async run(_args, context) {
    const { launcher } = context.desktop
    const [{ apps, notes }, installed] = await Promise.all([
      context.desktop.apps.list(context.budget),
      launcher.offered ? launcher.use.installed().catch(() => []) : [],
    ])
    const accessOf = (app: AppInfo) => {
      const { access } = context.guard.of(app)
      return access === 'allowed' ? {} : { access }
    }
    const rows = apps.map((app) => ({
      name: displayText(app.name),
      ...(app.process === undefined ? {} : { pid: app.process.pid }),
      accessible: app.root !== undefined && app.unreadable === undefined,
      ...(app.toolkit === undefined ? {} : { toolkit: displayText(app.toolkit.name) }),
      ...(app.executable === undefined ? {} : { executable: displayText(app.executable) }),
      ...accessOf(app),
      windows: app.windowTitles.map((title) => displayText(title)),
    }))
    const lines = rows.map((row, index) => {
      const mark = apps[index] && unreadableMark(apps[index])
      const facts = [
        row.pid === undefined ? 'pid unknown' : `pid ${row.pid}`,
        ...(mark === undefined ? [] : [mark]),
        ...(row.access === undefined ? [] : [ACCESS_IN_WORDS[row.access]]),
      ]
      return `${named(apps[index]?.name ?? '')} (${facts.join(', ')})${row.windows.map((title) => `\n  window ${quote(title)}`).join('')}`
    })
    const startable = installed.map(({ id, names }) => ({ id: displayText(id), name: displayText(names[0] ?? id) }))
    const names = [...new Set(installed.map(({ id, names }) => named(names[0] ?? id)))].sort()
    const text = [
      lines.length === 0 ? 'No app is running.' : lines.join('\n'),
      ...notes,
      ...(names.length === 0 ? [] : [`Installed, for open_app: ${names.join(', ')}.`]),
      APP_TEXTS,
    ].join('\n')
    return { text, data: { apps: rows, notes, installed: startable } }
  },
})
