import { type SheetCells, type ToolkitProfile, toolkits } from '../../src/ladder/toolkits.ts'

/** What each field of a profile says, for the reader. */
const questions: Record<Exclude<keyof ToolkitProfile, 'bareWindows' | 'sheetCells'>, string> = {
  postedPointer: 'acts on posted button events',
  postedKeys: 'acts on posted key events',
  pressDelay: 'acts on a press by accessibility',
  scrollsToPage: "a scroll bar's value ends a page before its maximum",
  hitTestDelay: 'knows at once what is at a point',
  keysWhileSilent: 'takes keys while it does not answer accessibility',
  hearsPersonBesideSeat: "hears the person's keyboard beside the agent's",
  pairsPresses: 'takes two presses by accessibility for a double click',
  pressFocuses: 'gives the focus to what accessibility presses',
  insertsText: 'takes text that accessibility inserts',
  selectsInTerminals: 'selects what it is asked to in a terminal',
  menusOfOwnSeat: "a menu opened by the agent's pointer leaves the person's keyboard alone",
}

const sheetCellsLine = ({ commit, evidence }: SheetCells): string =>
  `Cells of a sheet are written by keys and entered with ${commit.join(', ')}: ${evidence}.`

export function toolkitsPage(): string {
  const sections = Object.entries(toolkits).flatMap(([name, profile]: [string, ToolkitProfile]) => [
    `## ${name}`,
    '',
    '| | | evidence |',
    '|---|---|---|',
    ...Object.entries(questions).map(([field, question]) => {
      const cell = profile[field as keyof typeof questions]
      const answer = 'works' in cell ? (cell.works ? 'yes' : 'no') : cell.ms === 0 ? 'at once' : `after ${cell.ms} ms`
      return `| ${question} | ${answer} | ${cell.evidence} |`
    }),
    '',
    ...(profile.sheetCells === undefined ? [] : [sheetCellsLine(profile.sheetCells), '']),
    ...(profile.bareWindows === undefined ? [] : [profile.bareWindows, '']),
  ])
  return `${[
    '# Toolkits',
    '',
    'Made from the table in `src/ladder/toolkits.ts` by `npm run docs`; do not edit. What arrives in each of them is measured by',
    '`npm run matrix`, from what the apps journal themselves. A VTE terminal is an app of GTK 3, with one element for its text.',
    '',
    ...sections,
  ]
    .join('\n')
    .trimEnd()}\n`
}
