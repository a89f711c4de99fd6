/** The known word that a mistyped one most likely meant; undefined when none is near. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (best === undefined || distance < best.distance) best = { word: candidate, distance }
  }
  return best !== undefined && best.distance <= Math.max(1, Math.ceil(word.length / 3)) ? best.word : undefined
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
