import type { Rect } from '../desktop/port.ts'
import type { AppFacts, Facts, WindowFacts } from './facts.ts'
import { type Findings, mentions } from './findings.ts'
import type { Intent, WindowAim } from './intent.ts'
import { ambiguous, type EvidenceMention, notVerified, type Outcome, success } from './verdict.ts'

const direct = (what: string): EvidenceMention[] => [{ grade: 'direct', what }]

/** Window managers place to the pixel, give or take their own rounding. */
const TOLERANCE_PX = 2

const unreadable = 'The window could not be read after the request. Call list_windows before you go on.'

const sides = ['x', 'y', 'width', 'height'] as const

/** The frame is as asked; or it went towards the request and was clamped; moved away or not at all is no success. */
export function reducePlacement(asked: Partial<Rect>, { factsBefore, factsAfter }: Findings): Outcome {
  const before = factsBefore?.window?.frame
  const after = factsAfter?.window?.frame
  if (after === undefined || before === undefined) return ambiguous(unreadable, 'targeting')
  const wanted = sides.filter((side) => asked[side] !== undefined)
  const distance = (frame: Rect) => wanted.map((side) => Math.abs(frame[side] - (asked[side] ?? 0)))
  const left = distance(after)
  if (left.every((pixels) => pixels <= TOLERANCE_PX)) return success(direct('window-frame'))
  const was = distance(before)
  const closer = left.some((pixels, side) => pixels < (was[side] ?? 0))
  const farther = left.some((pixels, side) => pixels > (was[side] ?? 0) + TOLERANCE_PX)
  const is = `${after.width}×${after.height} at ${after.x},${after.y}`
  if (closer && !farther)
    return {
      classification: 'success',
      failureDomain: 'app_specific_semantics',
      summary: `The app or the window manager limited it: the window is now ${is}.`,
      evidence: direct('window-frame'),
    }
  return notVerified(`The window is ${is}, no nearer to what was asked.`, 'verification')
}

export function reduceWindowState(aim: WindowAim, findings: Findings): Outcome {
  const after = findings.factsAfter?.window
  if (after === undefined) return ambiguous(unreadable, 'targeting')
  if (aim === 'closed') return reduceClosing(after, findings)
  const reached = stateReached(aim, after)
  if (reached === undefined) return ambiguous(`Whether the window is ${aim} could not be read.`, 'targeting')
  if (reached) return success(direct('window-state'))
  return notVerified(`It was asked for, but the window is not ${aim}.`, 'verification')
}

function reduceClosing(after: WindowFacts, findings: Findings): Outcome {
  if (!after.present) return success(direct('window-closed'))
  const before = findings.factsBefore?.window?.others
  // Where they could not be counted, that one came or went must do.
  const appeared = before === undefined || after.others === undefined || after.others > before
  if (findings.windowsChanged && appeared)
    return success(direct('window-changed'), 'The window is still open: another one appeared, perhaps to ask first.')
  return notVerified('It was asked to close, but the window is still open and nothing appeared.', 'verification')
}

/** undefined: not observed. */
export function stateReached(aim: Exclude<WindowAim, 'closed'>, window: WindowFacts): boolean | undefined {
  switch (aim) {
    case 'raised':
      return window.active
    case 'minimized':
      return window.minimized
    case 'restored':
      return window.minimized === undefined ? undefined : !window.minimized
    case 'fullscreen':
      return window.fullscreen
    case 'not-fullscreen':
      return window.fullscreen === undefined ? undefined : !window.fullscreen
  }
}

export function reduceOpenApp({ activate }: Extract<Intent, { type: 'open-app' }>, findings: Findings): Outcome {
  const app = findings.factsAfter?.app
  if (app === undefined) return ambiguous('Whether the app runs could not be read.', 'targeting')
  if (opened(app, activate)) return success(direct(activate ? 'app-active' : 'window-mapped'))
  if (!app.running) return notVerified('It was started, but no process of it is running.', 'verification')
  return notVerified(
    app.window ? 'Its window is open but is not the active one.' : 'Its process runs, but no window has appeared.',
    'verification',
  )
}

const opened = (app: AppFacts, activate: boolean): boolean => app.window && (!activate || app.active === true)

export function reduceOpenUrl(url: string, findings: Findings): Outcome {
  const urls = findings.factsAfter?.urls
  if (urls === undefined && !isWeb(url) && windowsOf(findings.factsAfter) > windowsOf(findings.factsBefore))
    return success(
      direct('window-mapped'),
      'The app that opens such URLs shows a new window; look whether it is the right one.',
    )
  if (urls === undefined) return ambiguous('No browser window whose URL can be read was found.', 'web')
  const before = new Set(findings.factsBefore?.urls ?? [])
  if (urls.some((shown) => sameUrl(shown, url))) return success(direct('document-url'))
  const redirected = urls.find((shown) => !before.has(shown) && isWeb(shown))
  if (redirected !== undefined && isWeb(url))
    return {
      classification: 'success',
      failureDomain: 'app_specific_semantics',
      summary: 'The browser shows another URL than the asked one: a redirect. Judge the new URL, not the old one.',
      evidence: direct('document-url'),
    }
  return notVerified('It was handed over, but no document shows that URL.', 'web', mentions(findings.events))
}

const isWeb = (url: string): boolean => /^https?:/.test(url)

const windowsOf = (facts: Facts | undefined): number => facts?.app?.windows ?? 0

/** Browsers add the slash of an empty path and drop a default port. */
function sameUrl(a: string, b: string): boolean {
  try {
    return new URL(a).href === new URL(b).href
  } catch {
    return a === b
  }
}

export function reduceClipboard(text: string, { factsAfter }: Findings): Outcome {
  if (factsAfter?.clipboard === undefined) return ambiguous('The clipboard could not be read back.', 'targeting')
  if (factsAfter.clipboard === text) return success(direct('clipboard'))
  return notVerified('The clipboard holds something else: another app took it over.', 'verification')
}
