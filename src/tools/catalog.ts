import { click } from './click.ts'
import type { Tool } from './define.ts'
import { drag } from './drag.ts'
import { find } from './find.ts'
import { getAppState } from './get-app-state.ts'
import { healthReport } from './health-report.ts'
import { listApps } from './list-apps.ts'
import { listWindows } from './list-windows.ts'
import { manageWindow } from './manage-window.ts'
import { openApp } from './open-app.ts'
import { openUrl } from './open-url.ts'
import { performSecondaryAction } from './perform-secondary-action.ts'
import { pressKey } from './press-key.ts'
import { readClipboard } from './read-clipboard.ts'
import { readText } from './read-text.ts'
import { scroll } from './scroll.ts'
import { selectText } from './select-text.ts'
import { setValue } from './set-value.ts'
import { typeText } from './type-text.ts'
import { waitFor } from './wait-for.ts'
import { writeClipboard } from './write-clipboard.ts'

/** Every tool, in the order in which clients see them. */
export const catalog: readonly Tool[] = [
  listApps,
  listWindows,
  getAppState,
  find,
  readText,
  waitFor,
  click,
  setValue,
  typeText,
  pressKey,
  performSecondaryAction,
  scroll,
  drag,
  selectText,
  openApp,
  openUrl,
  manageWindow,
  readClipboard,
  writeClipboard,
  healthReport,
]

export const findTool = (name: string): Tool | undefined => catalog.find((tool) => tool.name === name)
