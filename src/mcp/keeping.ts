/** Where what does not fit into a result goes, and how the result says so. */
import { pathToFileURL } from 'node:url'
import type { ContentBlock } from '@modelcontextprotocol/server'
import { describeResource, uriOf } from './resources.ts'
import type { Kept, ResultFiles, Whole } from './result-files.ts'

export interface Keeping {
  /** Most bytes of the text of a result. */
  readonly maxBytes: number
  /** What was kept, or why it was not, as a clause. Never throws: a result must not be lost with its file. */
  readonly keep: (whole: Whole) => Kept | string
  readonly link: (kept: Kept) => ContentBlock
  /** Where it is and how to get it, for the model. */
  readonly where: (kept: Kept) => string
}

function keepIn(files: ResultFiles, whole: Whole): Kept | string {
  try {
    return files.keep(whole) ?? 'because it is larger than all that may be kept'
  } catch (error) {
    return `because its file could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`
  }
}

/** A client reads resources. */
export const throughResources = (maxBytes: number, files: ResultFiles): Keeping => ({
  maxBytes,
  keep: (whole) => keepIn(files, whole),
  link: (kept) => ({ type: 'resource_link', ...describeResource(kept) }),
  where: (kept) =>
    `resource ${uriOf(kept)} (${kept.size} bytes): resources/read gives it whole, or in slices with ?offset=0&length=20000`,
})

/** A shell reads files. */
export const throughPaths = (maxBytes: number, files: ResultFiles): Keeping => ({
  maxBytes,
  keep: (whole) => keepIn(files, whole),
  link: (kept) => ({ type: 'resource_link', ...describeResource(kept), uri: pathToFileURL(kept.path).href }),
  where: (kept) => `file ${kept.path} (${kept.size} bytes, kept for an hour)`,
})
