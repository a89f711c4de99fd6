import { errorTable } from '../../src/errors.ts'

export function errorsPage(): string {
  const sections = Object.entries(errorTable).map(([code, facts]) =>
    [
      `## ${code}`,
      '',
      facts.when,
      '',
      `- What to do: ${facts.recovery}`,
      `- The same call may succeed later: ${facts.retryable ? 'yes' : 'no'}`,
      `- Something may already have reached the app: ${facts.mayHaveActed ? 'yes' : 'no'}`,
    ].join('\n'),
  )
  const intro = [
    '# Error codes',
    '',
    'Made from `src/errors.ts` by `npm run docs`; do not edit.',
    '',
    'An error (`isError: true`) means that the call was refused or never ran. Its text begins with the code in brackets, and',
    '`_meta["computer-use-mcp/error"]` holds `code`, `recovery` and `retryable`. What an action that ran achieved is a verdict,',
    'not an error: see `contracts/outcome/README.md`.',
  ]
  return `${[intro.join('\n'), ...sections].join('\n\n')}\n`
}
