/** Runs `work` over all items, at most `width` at a time, results in the order of the items. The first rejection stops it. */
export async function pool<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as T)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  } catch (error) {
    next = items.length
    throw error
  }
  return results
}
