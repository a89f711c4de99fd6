import { type Outcome, success, unsupported } from './verdict.ts'

/** The target is disabled: nothing is sent. */
export const disabled: Outcome = unsupported('The control is disabled, so nothing was sent.')

/** The target already is as asked: nothing is sent. */
export const alreadyThere = (what: string): Outcome =>
  success([{ grade: 'direct', what: 'already-there' }], `Nothing was sent: ${what} already.`)
