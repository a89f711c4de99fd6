import {
  type AppInfo,
  type Budget,
  type Desktop,
  PortError,
  type TreeNode,
  type WindowHandle,
} from '../desktop/port.ts'
import { toolkitOf } from '../ladder/toolkits.ts'
import type { DocumentsRead } from '../policy/url-policy.ts'
import { DOCUMENTS } from './documents.ts'

/** A page larger than this is not searched for frames to its end. */
const MOST_ACCESSIBLES = 20_000
const MOST_LEVELS = 200

/** Browsers whose toolkit does not tell that they are. */
const BROWSERS =
  /^(?:epiphany|org\.gnome\.epiphany|midori|falkon|konqueror|qutebrowser|luakit|surf|nyxt|angelfish|otter-browser|dooble|firefox.*|librewolf|waterfox|palemoon|seamonkey|tor-browser|navigator|brave.*|vivaldi.*|opera.*|microsoft-edge.*|msedge|google-chrome.*|chromium.*)$/i

/** Does it show the web? What is built on a browser, such as Electron, does. */
export function isBrowser(app: AppInfo): boolean {
  const toolkit = toolkitOf(app)
  if (toolkit === 'chromium' || toolkit === 'gecko') return true
  return [app.executable, app.windowClass].some((name) => name !== undefined && BROWSERS.test(name))
}

/**
 * Addresses of all documents of a window, each with its frames; of a dialog, those of the whole app, because what it speaks
 * of is in another window. Never rejects for a fault of the app: then they are unreadable.
 */
export async function readWindowDocuments(
  desktop: Pick<Desktop, 'accessibility' | 'windows'>,
  app: AppInfo,
  handle: WindowHandle | undefined,
  budget: Budget,
): Promise<DocumentsRead> {
  if (!isBrowser(app)) return { kind: 'no-browser' }
  try {
    const windows = await desktop.windows.list(app, budget)
    const window = windows.find((each) => each.handle === handle)
    const asked = window !== undefined && window.kind !== 'dialog' && window.kind !== 'popup' ? [window] : windows
    const roots = asked.flatMap(({ accessible }) => accessible ?? [])
    const read = await Promise.all(roots.map((root) => readBelow(desktop, root, budget)))
    const partial = read.find(({ why }) => why !== undefined)?.why
    if (partial !== undefined) return { kind: 'unreadable', why: partial }
    const urls = read.flatMap((each) => each.urls)
    return urls.length > 0 ? { kind: 'read', urls } : { kind: 'unreadable', why: NO_DOCUMENT }
  } catch (error) {
    if (!(error instanceof PortError) || error.code === 'aborted') throw error
    return { kind: 'unreadable', why: 'the browser does not answer accessibility requests' }
  }
}

const NO_DOCUMENT = 'the window tells accessibility of no document (open_app starts browsers so that they do)'

async function readBelow(
  { accessibility }: Pick<Desktop, 'accessibility'>,
  root: Parameters<Desktop['accessibility']['readTree']>[0]['root'],
  budget: Budget,
): Promise<{ readonly urls: readonly string[]; readonly why?: string }> {
  const tree = await accessibility.readTree(
    {
      root,
      maxNodes: MOST_ACCESSIBLES,
      maxDepth: MOST_LEVELS,
      // Browsers keep the documents of hidden tabs.
      enter: ({ role, states }) => !DOCUMENTS.has(role) || states.has('showing'),
    },
    budget,
  )
  const found = { documents: [] as Found[], partial: tree.failures > 0 }
  collect(tree.root, false, found)
  if (found.partial) return { urls: [], why: 'the page could not be searched for frames to its end' }
  const records = found.documents.map(({ record }) => record)
  const { details } = await accessibility.describe({ records, fields: () => ['document'], textLimit: 0 }, budget)
  const urls = found.documents.map(({ record, isFrame }) => {
    const url = details.get(record.handle)?.document?.url ?? ''
    // What a page writes into a frame of its own has the page's origin.
    return url === '' && isFrame && record.childCount === 0 ? 'about:blank' : url
  })
  return urls.includes('') ? { urls: [], why: 'a document does not tell its address' } : { urls }
}

interface Found {
  readonly record: TreeNode['record']
  readonly isFrame: boolean
}

function collect(
  { record, children, cut, unread }: TreeNode,
  isInDocument: boolean,
  found: { documents: Found[]; partial: boolean },
): void {
  const isDocument = DOCUMENTS.has(record.role)
  if (isDocument && cut === 'declined' && !record.states.has('showing')) return
  if (isDocument) found.documents.push({ record, isFrame: isInDocument })
  if (cut !== undefined && unread > 0) found.partial = true
  for (const child of children) collect(child, isInDocument || isDocument, found)
}
