import type { AppInfo, Budget, DetailField } from '../desktop/port.ts'
import type { ToolContext } from './define.ts'

/** Roles of what a browser shows of the web. */
export const DOCUMENTS: ReadonlySet<string> = new Set(['document web', 'document frame'])
/** A browser's own controls are some hundreds; the document lies beside them. */
const MOST_ACCESSIBLES = 1_500
const MOST_LEVELS = 40
const FIELDS: readonly DetailField[] = ['document']

/** URLs of the documents that the app shows now; undefined: it shows none that can be read. */
export async function readDocumentUrls(
  { desktop }: Pick<ToolContext, 'desktop'>,
  app: AppInfo,
  budget: Budget,
): Promise<readonly string[] | undefined> {
  const { accessibility } = desktop
  const windows = await desktop.windows.list(app, budget)
  const found = await Promise.all(
    windows
      .flatMap(({ accessible }) => (accessible === undefined ? [] : [accessible]))
      .map(async (root) => {
        const documents: Parameters<typeof accessibility.describe>[0]['records'][number][] = []
        await accessibility.readTree(
          {
            root,
            maxNodes: MOST_ACCESSIBLES,
            maxDepth: MOST_LEVELS,
            enter: (record) => {
              if (!DOCUMENTS.has(record.role)) return true
              // Browsers keep the documents of hidden tabs.
              if (record.states.has('showing')) documents.push(record)
              return false
            },
          },
          budget,
        )
        const { details } = await accessibility.describe(
          { records: documents, fields: () => FIELDS, textLimit: 0 },
          budget,
        )
        return documents.flatMap(({ handle }) => details.get(handle)?.document?.url ?? [])
      }),
  )
  const urls = found.flat().filter((url) => url !== '')
  return urls.length === 0 ? undefined : urls
}
