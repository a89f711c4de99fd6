/** One way to do the work of a benchmark. Contenders of one benchmark do the same work on the same app. */
export interface Contender {
  readonly name: string
  /**
   * Does the work once and checks what came of it: a fast wrong answer is no answer.
   * @returns milliseconds of the work alone, without the check
   * @throws when the answer is wrong
   */
  round(): Promise<number>
}

export interface Rounds {
  readonly count: number
  /** Done before the counted ones, so that every side is as fast as it will get. */
  readonly warmUp: number
  /** Lets the desktop come to rest between two contenders: an app draws after it has answered. */
  readonly settle: () => Promise<void>
}

/**
 * Measures all contenders in turn, one round each, in an order that rotates: whatever else the machine does falls on all
 * of them alike.
 * @returns milliseconds of the counted rounds, by contender
 */
export async function measure(
  contenders: readonly Contender[],
  { count, warmUp, settle }: Rounds,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const taken = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -warmUp; round < count; round++) {
    for (const contender of inOrder(contenders, round + warmUp)) {
      const ms = await contender.round()
      if (round >= 0) taken.get(contender.name)?.push(ms)
      await settle()
    }
  }
  return taken
}

/** Each item comes first, second, … equally often. */
export function inOrder<T>(items: readonly T[], round: number): readonly T[] {
  const first = round % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}
