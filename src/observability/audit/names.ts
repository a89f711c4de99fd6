/**
 * The files of an audit log. Several processes may write at once, each to a chain of its own: `audit-1`, and `audit-2`
 * only while another process holds the first. A chain is one current file, its full ones, a lock and its head.
 */
export const keyFile = 'audit.key'

/** More processes that act at once than this are refused. */
export const MOST_CHAINS = 64

export const currentFile = (chain: number): string => `audit-${chain}.jsonl`
export const fullFile = (chain: number, ordinal: number): string =>
  `audit-${chain}.${String(ordinal).padStart(6, '0')}.jsonl`
export const lockFile = (chain: number): string => `audit-${chain}.lock`
export const headFile = (chain: number): string => `audit-${chain}.head`

export interface LogFileName {
  readonly chain: number
  /** Absent: the file that is being written. */
  readonly ordinal?: number
}

export function parseName(name: string): LogFileName | undefined {
  const parts = /^audit-(\d+)(?:\.(\d+))?\.jsonl$/.exec(name)
  if (parts === null) return undefined
  return { chain: Number(parts[1]), ...(parts[2] !== undefined && { ordinal: Number(parts[2]) }) }
}

/** The files of one chain, the oldest first. */
export function filesOf(chain: number, names: readonly string[]): readonly string[] {
  const place = (name: string) => parseName(name)?.ordinal ?? Number.POSITIVE_INFINITY
  return names.filter((name) => parseName(name)?.chain === chain).sort((a, b) => place(a) - place(b))
}

/** The chains that are there, or were: a head that stayed is told of, too. The lowest first. */
export function chainsOf(names: readonly string[]): readonly number[] {
  const chainOf = (name: string) => parseName(name.replace(/\.head$/, '.jsonl'))?.chain
  return [...new Set(names.flatMap((name) => chainOf(name) ?? []))].sort((a, b) => a - b)
}
