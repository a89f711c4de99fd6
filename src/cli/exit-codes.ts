/** The command line cannot be understood, or names a file that cannot be read. Holds for every subcommand. */
export const WRONG_USAGE = 2

/**
 * A paragraph for the end of a help text: what each exit code means.
 * @param otherwise what any other code means
 */
export function exitCodes(meanings: Readonly<Record<number, string>>, otherwise?: string): string {
  const all = Object.entries({ ...meanings, [WRONG_USAGE]: 'the command line is wrong' })
  const parts = [...all.map(([code, meaning]) => `${code} ${meaning}`), ...(otherwise === undefined ? [] : [otherwise])]
  return `\nExit code: ${parts.join('; ')}.`
}
