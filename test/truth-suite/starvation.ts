import { readFileSync } from 'node:fs'

/** More than this during one call, and a process of the scene may have come to its turn too late. Milliseconds. */
const NOTICEABLE_MS = 5

/** For how long some process of the machine has waited for a processor since it started, in ms. Absent: not told here. */
function waited(): number | undefined {
  try {
    const [, total] = /^some .*total=(\d+)/m.exec(readFileSync('/proc/pressure/cpu', 'utf8')) ?? []
    return total === undefined ? undefined : Number(total) / 1_000
  } catch {
    return undefined
  }
}

/** Begins to watch. @returns whether the machine was too busy meanwhile for what depends on some milliseconds */
export function watchStarvation(noticeableMs = NOTICEABLE_MS): () => boolean {
  const before = waited()
  return () => before !== undefined && (waited() ?? before) - before > noticeableMs
}
