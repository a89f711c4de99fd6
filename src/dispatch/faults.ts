import { PortError } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { displayText } from '../perception/index.ts'
import { refusalOf } from './transaction.ts'

/** Whatever ended a call without a verdict, as a code of the error table. Texts of unforeseen errors stay in the log. */
export function toRefusal(error: unknown, signal: AbortSignal, delivered: boolean): Refusal {
  if (delivered)
    return new Refusal(
      'INTERNAL',
      'surehand failed inside after the action had been sent. It may have happened.',
      {},
      { cause: error },
    )
  if (error instanceof Refusal) return error
  if (signal.aborted) return refusalOf(signal)
  if (!(error instanceof PortError)) return new Refusal('INTERNAL', 'surehand failed inside.', {}, { cause: error })
  switch (error.code) {
    case 'unavailable':
      return new Refusal('DESKTOP_UNAVAILABLE', `${said(error)}.`, {}, { cause: error })
    case 'timeout':
      return new Refusal('APP_UNRESPONSIVE', `${said(error)}.`, {}, { cause: error })
    case 'gone':
      return new Refusal('APP_NOT_FOUND', `The app or its window ended: ${said(error)}.`, {}, { cause: error })
    case 'aborted':
      return refusalOf(signal)
    default:
      return new Refusal('INTERNAL', `The desktop answered with a fault: ${said(error)}.`, {}, { cause: error })
  }
}

/** Desktops quote apps in their errors. */
const said = (error: PortError): string => displayText(error.message, 500)
