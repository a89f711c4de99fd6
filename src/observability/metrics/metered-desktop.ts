import { type Desktop, PortError, type PortErrorCode } from '../../desktop/port.ts'

/** The parts of the port whose requests are counted: those that read, and act through accessibility. */
export const meteredParts = ['accessibility', 'apps', 'windows', 'capture', 'focus', 'session'] as const
export type MeteredPart = (typeof meteredParts)[number]

const codes: Readonly<Record<PortErrorCode, 0>> = {
  gone: 0,
  timeout: 0,
  aborted: 0,
  unavailable: 0,
  'interface-missing': 0,
  rejected: 0,
  disturbs: 0,
  failed: 0,
}
/** How a request ended: `ok`, or the code of a `PortError`. */
export const requestResults = ['ok', ...(Object.keys(codes) as PortErrorCode[])] as const
export type RequestResult = (typeof requestResults)[number]

/** Told of every request that ended. Must not throw. */
export type RequestListener = (part: MeteredPart, result: RequestResult, ms: number) => void

/** The same desktop; its requests are told of when they end. Nothing of what was asked or answered is. */
export function meteredDesktop(desktop: Desktop, told: RequestListener): Desktop {
  const parts = new Map<PropertyKey, object>(meteredParts.map((part) => [part, metered(part, desktop[part], told)]))
  return new Proxy(desktop, { get: (target, name) => parts.get(name) ?? Reflect.get(target, name, target) })
}

const metered = <T extends object>(part: MeteredPart, target: T, told: RequestListener): T =>
  new Proxy(target, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        const from = performance.now()
        const answer: unknown = member.apply(target, args)
        if (answer instanceof Promise)
          answer.then(
            () => told(part, 'ok', performance.now() - from),
            (error: unknown) => told(part, resultOf(error), performance.now() - from),
          )
        return answer
      }
    },
  })

const resultOf = (error: unknown): RequestResult =>
  error instanceof PortError && error.code in codes ? error.code : 'failed'
