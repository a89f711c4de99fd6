import { z } from 'zod'
import type { AppInfo, Budget, InstalledApp, Launched, Subscription } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { launchRung } from '../ladder/request-rungs.ts'
import type { Facts } from '../outcome/facts.ts'
import { alreadyThere } from '../outcome/settled.ts'
import { chooseWindow } from '../perception/index.ts'
import { actionOptions, actionOutput } from './action.ts'
import { actionArguments } from './arguments.ts'
import { type Action, type ArrivedWindow, defineActionTool, type ToolContext } from './define.ts'
import { readDocumentUrls } from './documents.ts'
import { isRunOf } from './installed.ts'
import { requireLauncher } from './launcher.ts'

const { allow_global_cursor: _, app: __, ...shared } = actionArguments

/** A browser that has to be started, until its window is there, in milliseconds. */
const WINDOW_WITHIN_MS = 10_000
/** A page, from when the browser has its URL until it shows, in milliseconds. */
const PAGE_WITHIN_MS = 10_000
const LONGEST_URL = 8_192

export const openUrl = defineActionTool({
  name: 'open_url',
  title: 'Open a URL',
  description:
    'Opens a URL in the default browser, or in the app that opens this kind of URL. Browsers come to the front by themselves, so it always needs ' +
    'allow_focus_change. file: and everything but http and https needs confirm. Success means that a document shows that URL.',
  input: z.strictObject({
    ...shared,
    url: z.string().min(1).max(LONGEST_URL).describe('The whole URL, with its scheme.'),
  }),
  output: actionOutput,
  facts: { mutating: true, appScoped: false, idempotent: false, destructive: false, openWorld: true },
  async resolve(args, context): Promise<Action> {
    const launcher = requireLauncher(context)
    const url = parseUrl(args.url)
    const handler = await launcher.handlerOf(url.href)
    if (handler === undefined)
      throw new Refusal('APP_NOT_FOUND', `No app is installed that opens ${url.protocol} URLs of this kind.`)
    return { ...open(context, url, handler), ...actionOptions(args) }
  },
})

/** @throws {Refusal} INVALID_ARGUMENTS */
function parseUrl(text: string): URL {
  if (!URL.canParse(text))
    throw new Refusal('INVALID_ARGUMENTS', 'url: not an absolute URL. Give it with its scheme, such as https://.')
  return new URL(text)
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

function open(context: ToolContext, url: URL, handler: InstalledApp): Omit<Action, 'options' | 'expect'> {
  let launched: Launched | undefined
  const find = (budget: Budget) => findApps(context, handler, launched, budget)
  return {
    opens: { app: handler, url: url.href },
    confirmation: isWeb(url) ? {} : { always: `This opens a ${url.protocol} URL, which is not a web page.` },
    observe: async (budget) => observe(context, await find(budget), budget),
    watch: (wake) => watchBrowsers(context, find, wake),
    effectWithin: PAGE_WITHIN_MS,
    arrives: async (budget) => arrivedWindow(context, await find(budget), budget),
    plan: ({ facts }) =>
      facts.urls?.includes(url.href) === true
        ? { settled: alreadyThere('a document shows this URL') }
        : {
            intent: { type: 'open-url', url: url.href },
            leftOut: [],
            rungs: () => {
              const budget = { ...context.budget, deadline: performance.now() + WINDOW_WITHIN_MS }
              return [
                launchRung(
                  context.desktop,
                  (launcher) => launcher.openUrl(url.href, budget),
                  (app) => {
                    launched = app
                  },
                  true,
                ),
              ]
            },
          },
  }
}

/** The app that opens it, in each process of it that runs. */
async function findApps(
  { desktop }: ToolContext,
  handler: InstalledApp,
  launched: Launched | undefined,
  budget: Budget,
): Promise<readonly AppInfo[]> {
  const { apps } = await desktop.apps.list(budget)
  const isLaunched = ({ process }: AppInfo) => launched !== undefined && process?.pid === launched.process.pid
  return apps.filter((app) => isLaunched(app) || isRunOf(app, handler))
}

async function observe(context: ToolContext, apps: readonly AppInfo[], budget: Budget): Promise<Facts> {
  const { desktop } = context
  const [urls, windows] = await Promise.all([
    Promise.all(apps.map((app) => readDocumentUrls(context, app, budget).catch(() => undefined))),
    Promise.all(apps.map((app) => desktop.windows.list(app, budget).catch(() => []))),
  ])
  const shown = windows.flat().filter(({ kind, frame }) => kind !== 'popup' && frame !== undefined)
  const read = urls.filter((each) => each !== undefined)
  return {
    app: { running: apps.length > 0, window: shown.length > 0, windows: shown.length },
    ...(read.length > 0 && { urls: read.flat() }),
  }
}

/** Wakes when a window comes or gets another title, or a document says that it has loaded. */
async function watchBrowsers(
  { desktop }: ToolContext,
  find: (budget: Budget) => Promise<readonly AppInfo[]>,
  wake: () => void,
): Promise<Subscription> {
  const watched = new Map<string, Promise<Subscription>>()
  const listen = async () => {
    const budget = { deadline: performance.now() + WATCH_MS }
    for (const { root } of await find(budget)) {
      if (root === undefined || watched.has(root)) continue
      const listening = desktop.accessibility.watch(root, ({ kind }) => kind === 'document' && wake(), budget)
      watched.set(root, listening)
      await listening
    }
  }
  const listenQuietly = () =>
    listen().catch(() => {
      // An app that does not answer: what its windows say must do.
    })
  const windows = await desktop.windows.watch(({ kind }) => {
    if (kind === 'moved') return
    void listenQuietly()
    wake()
  })
  await listenQuietly()
  return {
    close() {
      windows.close()
      for (const listening of watched.values()) void listening.then((it) => it.close()).catch(() => undefined)
    },
  }
}

const WATCH_MS = 2_000

async function arrivedWindow(
  { desktop }: ToolContext,
  apps: readonly AppInfo[],
  budget: Budget,
): Promise<ArrivedWindow | undefined> {
  for (const app of apps) {
    const choice = chooseWindow(await desktop.windows.list(app, budget))
    if (choice.ok) return { app, window: choice.window }
  }
  return undefined
}
