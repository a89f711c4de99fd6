import { z } from 'zod'
import type { AppInfo, Budget, InstalledApp, Launched, WindowInfo } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { launchRung, windowManagerRung } from '../ladder/request-rungs.ts'
import type { AppFacts } from '../outcome/facts.ts'
import { alreadyThere } from '../outcome/settled.ts'
import { displayText, named, quoted } from '../perception/index.ts'
import { actionOptions, actionOutput } from './action.ts'
import { answersTo, findWindow } from './apps.ts'
import { actionArguments } from './arguments.ts'
import { type Action, type ArrivedWindow, defineActionTool, type ToolContext } from './define.ts'
import { findInstalled, isRunOf, notInstalled } from './installed.ts'
import { requireLauncher } from './launcher.ts'

const { allow_global_cursor: _, ...shared } = actionArguments

/** A cold start of a large app, until its window is there, in milliseconds. */
const WINDOW_WITHIN_MS = 10_000

export const openApp = defineActionTool({
  name: 'open_app',
  title: 'Open an app',
  description:
    'Starts an installed app and waits for its window, or makes sure that it runs. It opens in the background: the person keeps the focus. ' +
    'activate brings it to the front and needs allow_focus_change. Starting or activating needs confirm; if it runs already, nothing is sent.',
  input: z.strictObject({
    ...shared,
    app: z.string().min(1).describe('Name of the app, its desktop id, or its program, as list_apps shows them.'),
    activate: z.boolean().default(false).describe('Bring it to the front, also when it runs already.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: false, idempotent: true, destructive: false, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const launcher = requireLauncher(context)
    const [apps, installed] = await Promise.all([context.apps(), launcher.installed()])
    const running = findRunning(args.app, apps, installed)
    const common = actionOptions(args)
    if (running[0] !== undefined) {
      if (!args.activate) return { ...(await alreadyRunning(context, running[0])), ...common }
      if (running.length > 1) throw ambiguous(args.app, running)
      return { ...(await activation(context, running[0])), ...common }
    }
    const entry = findInstalled(args.app, installed)
    if (entry === undefined) throw notInstalled(args.app, installed)
    return { ...start(context, entry, args.activate), ...common }
  },
})

/** Running apps that show windows and are meant: exact, as the other tools take it, or runs of the installed one that is meant. */
function findRunning(query: string, apps: readonly AppInfo[], installed: readonly InstalledApp[]): readonly AppInfo[] {
  const shown = apps.filter(({ windowTitles, windowClass }) => windowTitles.length > 0 || windowClass !== undefined)
  const exact = shown.filter((app) => answersTo(app, query))
  if (exact.length > 0) return exact
  const entry = findInstalled(query, installed)
  return entry === undefined ? [] : shown.filter((app) => isRunOf(app, entry))
}

function ambiguous(query: string, running: readonly AppInfo[]): Refusal {
  const candidates = running.map(({ name, process }) => ({ name: displayText(name), pid: process?.pid }))
  const listed = running.map(({ name, process }) => `${named(name)} (pid ${process?.pid})`).join('; ')
  return new Refusal(
    'AMBIGUOUS_TARGET',
    `${running.length} running apps match ${quoted(query)}, told apart by their pid: ${listed}.`,
    {
      candidates,
    },
  )
}

type Resolved = Omit<Action, 'options' | 'expect'>

async function alreadyRunning(context: ToolContext, app: AppInfo): Promise<Resolved> {
  const window = await findWindow(context, app, undefined).catch(() => undefined)
  return {
    app,
    ...(window && { window: window.window.handle }),
    confirmation: {},
    plan: () => ({ settled: alreadyThere(`${named(app.name)} runs`) }),
  }
}

async function activation(context: ToolContext, app: AppInfo): Promise<Resolved> {
  const { window } = await findWindow(context, app, undefined)
  return {
    app,
    window: window.handle,
    confirmation: { always: 'This brings an app to the front.' },
    observe: async (budget) => ({ app: await readApp(context, app, budget) }),
    plan: ({ facts }) =>
      facts.app?.active === true
        ? { settled: alreadyThere(`${named(app.name)} is in front`) }
        : {
            intent: { type: 'open-app', activate: true },
            leftOut: [],
            rungs: (budget) => [
              windowManagerRung(context.desktop, (manager) => manager.activate(window.handle, budget), true),
            ],
          },
  }
}

function start(context: ToolContext, entry: InstalledApp, activate: boolean): Resolved {
  let launched: Launched | undefined
  return {
    opens: { app: entry },
    confirmation: { always: 'This starts an app.' },
    observe: async (budget) => ({ app: await readLaunched(context, launched, budget) }),
    arrives: (budget) => arrivedWindow(context, launched, budget),
    plan: () => ({
      intent: { type: 'open-app', activate },
      leftOut: [],
      rungs: () => {
        const budget: Budget = { ...context.budget, deadline: performance.now() + WINDOW_WITHIN_MS }
        const focus = activate ? 'take' : 'keep'
        return [
          launchRung(
            context.desktop,
            (launcher) => launcher.open(entry.id, { focus }, budget),
            (app) => {
              launched = app
            },
            activate,
          ),
        ]
      },
    }),
  }
}

const notRunning: AppFacts = { running: false, window: false }

async function readLaunched(context: ToolContext, launched: Launched | undefined, budget: Budget): Promise<AppFacts> {
  if (launched === undefined) return notRunning
  const app = await findByPid(context, launched.process.pid, budget)
  if (app !== undefined) return readApp(context, app, budget)
  return { running: context.desktop.apps.isAlive(launched.process), window: false }
}

async function readApp({ desktop }: ToolContext, app: AppInfo, budget: Budget): Promise<AppFacts> {
  const windows = (await desktop.windows.list(app, budget)).filter(({ kind }) => kind !== 'popup')
  return {
    running: app.process === undefined || desktop.apps.isAlive(app.process),
    window: windows.some(isShown),
    windows: windows.filter(isShown).length,
    active: windows.some(({ active }) => active === true),
  }
}

/** Windows that only accessibility knows have no place and may be hidden. */
const isShown = ({ frame, minimized }: WindowInfo): boolean => frame !== undefined && minimized !== true

async function arrivedWindow(
  context: ToolContext,
  launched: Launched | undefined,
  budget: Budget,
): Promise<ArrivedWindow | undefined> {
  const app = launched && (await findByPid(context, launched.process.pid, budget))
  if (app === undefined) return undefined
  const windows = await context.desktop.windows.list(app, budget)
  const window = windows.find(({ handle }) => handle === launched?.window)
  return window && { app, window }
}

async function findByPid({ desktop }: ToolContext, pid: number, budget: Budget): Promise<AppInfo | undefined> {
  const { apps } = await desktop.apps.list(budget)
  return apps.find(({ process }) => process?.pid === pid)
}
