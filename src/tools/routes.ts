import type { AppInfo, Desktop } from '../desktop/port.ts'
import { profileOf } from '../ladder/toolkits.ts'

/** How something would be delivered; `none`: not at all. */
export type Route = 'accessibility' | 'agent-seat' | 'posted-event' | 'takeover' | 'none'

/** What would work in an app, so that nobody has to try. */
export interface Routes {
  /** Elements, by their own actions, values and texts. */
  readonly elements: Route
  readonly pointer: Route
  readonly keys: Route
  /** Opening a menu; where not by the agent's own pointer, it takes the person's keyboard and needs `allow_focus_change`. */
  readonly menus: Route
}

type Ways = Pick<Desktop, 'agentSeat' | 'postedEvents' | 'coreSeat'>

/** @param readable some element of the window could be read */
export function routesOf(app: AppInfo, readable: boolean, ways: Ways): Routes {
  const profile = profileOf(app)
  const { agentSeat, postedEvents, coreSeat } = ways
  const posted = (works: boolean): Route =>
    postedEvents.offered && works ? 'posted-event' : coreSeat.offered ? 'takeover' : 'none'
  const elements = readable ? 'accessibility' : 'none'
  const isSilent = app.unreadable === 'silent' && !profile.keysWhileSilent.works
  return {
    elements,
    pointer: agentSeat.offered ? 'agent-seat' : posted(profile.postedPointer.works),
    keys: isSilent ? 'none' : agentSeat.offered ? 'agent-seat' : posted(profile.postedKeys.works),
    menus: agentSeat.offered && profile.menusOfOwnSeat.works ? 'agent-seat' : elements,
  }
}

const words: Record<Route, string> = {
  accessibility: 'by accessibility',
  'agent-seat': "by the agent's own pointer and keyboard",
  'posted-event': 'by posted events, of which nothing tells whether they arrive',
  takeover: 'only by takeover (allow_focus_change and allow_global_cursor)',
  none: 'not at all',
}

/** One line for the reader. */
export function routesLine({ elements, pointer, keys, menus }: Routes): string {
  const input = pointer === keys ? `pixels and keys ${words[pointer]}` : `pixels ${words[pointer]}, keys ${words[keys]}`
  const opening = menus === 'agent-seat' ? '' : '; opening a menu needs allow_focus_change'
  return `Routes: elements ${words[elements]}; ${input}${opening}.`
}
