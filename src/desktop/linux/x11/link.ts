import { type Budget, PortError } from '../../port.ts'
import { lazily } from '../connection.ts'
import { bounded } from './budget.ts'
import { isGone, XRequestError } from './connection.ts'
import { openServer, type XServer } from './server.ts'

/** The way to the X server of one environment; a restarted server is found again. */
export interface XLink {
  /** Does some work with the server, within the budget. Rejects with PortErrors only. */
  use<T>(budget: Budget, what: string, work: (server: XServer) => Promise<T>): Promise<T>
  close(): void
}

/** Something that lives with each connection: event subscriptions, the redirection of windows. */
export type Attachment = (server: XServer) => unknown

const CONNECT_LIMIT = 2_000

export function openXLink(env: NodeJS.ProcessEnv, attachments: readonly Attachment[] = []): XLink {
  const open = async (budget: Budget) => {
    const server = await openServer(env, budget)
    server.connection.onEnd(() => connection.drop(server))
    for (const attach of attachments) attach(server)
    return server
  }
  const connection = lazily(open, CONNECT_LIMIT, (server) => server.connection.close())
  return {
    async use(budget, what, work) {
      try {
        return await bounded(budget, what, async () => work(await connection.get()))
      } catch (error) {
        throw asPortError(error, what)
      }
    },
    close: () => connection.close(),
  }
}

/** The port knows no errors of X. */
export function asPortError(error: unknown, what: string): PortError {
  if (error instanceof PortError) return error
  if (isGone(error)) return new PortError('gone', `could not ${what}: the window no longer exists`, { cause: error })
  if (error instanceof XRequestError) {
    return new PortError('rejected', `could not ${what}: ${error.message}`, { cause: error })
  }
  return new PortError('failed', `could not ${what}`, { cause: error })
}
