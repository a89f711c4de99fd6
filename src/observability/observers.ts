import type { CallObserver } from '../dispatch/engine.ts'

/**
 * Several observers as one. One that throws keeps nothing from the others, nor from the caller.
 * @param onFailure told who failed and with what; must not throw
 */
export function composeObservers<N extends string>(
  observers: Readonly<Record<N, CallObserver | undefined>>,
  onFailure: (name: N, error: unknown) => void,
): CallObserver {
  const all = (Object.entries(observers) as [N, CallObserver | undefined][]).flatMap(([name, observer]) =>
    observer === undefined ? [] : [{ name, observer }],
  )
  const tell = (what: (observer: CallObserver) => void): void => {
    for (const { name, observer } of all)
      try {
        what(observer)
      } catch (error) {
        onFailure(name, error)
      }
  }
  return {
    started: (tool, caller) => tell((observer) => observer.started?.(tool, caller)),
    looked: (look) => tell((observer) => observer.looked?.(look)),
    finished: (result, caller, fault) => tell((observer) => observer.finished(result, caller, fault)),
  }
}
