import type { Instant } from '../../port.ts'

/** A peer that has answered nothing for this long since it was asked, in milliseconds, is taken for silent. */
const PATIENCE = 1_000
/** A silent peer is waited for this long with each question. One that goes on answers the oldest question sooner. */
const PROBE = 100

/** A question that may still be answered. */
export type Question = number

interface Peer {
  /** Open questions and when they were asked, oldest first. */
  readonly open: Map<Question, Instant>
  heardAt: Instant
  silent: boolean
}

/**
 * Which peers of a bus do not answer. A toolkit handles its messages one after the other, so while one question waits (the
 * app is stopped, busy, or in a dialog that a handler of it opened), all later ones would wait as well. Any answer, also one
 * that nobody waits for any more, ends the silence at once.
 */
export class Silences {
  readonly #peers = new Map<string, Peer>()
  #last: Question = 0

  isSilent(bus: string): boolean {
    return this.#peers.get(bus)?.silent === true
  }

  /** How long a question may wait for its answer, of the `limit` that it would have. */
  patience(bus: string, limit: number, now: Instant): number {
    const peer = this.#peers.get(bus)
    if (peer === undefined) return limit
    const silentFor = silence(peer, now)
    if (silentFor >= PATIENCE) peer.silent = true
    return Math.min(limit, peer.silent ? PROBE : Math.max(PROBE, limit - silentFor))
  }

  asked(bus: string, now: Instant): Question {
    const peer: Peer = this.#peers.get(bus) ?? { open: new Map(), heardAt: now, silent: false }
    this.#peers.set(bus, peer)
    const question = ++this.#last
    peer.open.set(question, now)
    return question
  }

  /** Those asked before it were passed over: no answer is to be expected to them. */
  answered(bus: string, question: Question, now: Instant): void {
    const peer = this.#peers.get(bus)
    if (peer === undefined) return
    for (const other of peer.open.keys()) {
      if (other > question) break
      peer.open.delete(other)
    }
    this.#heard(bus, peer, now)
  }

  /** An answer came to a question that had been given up. */
  answeredLate(bus: string, now: Instant): void {
    const peer = this.#peers.get(bus)
    if (peer === undefined) return
    const [oldest] = peer.open.keys()
    if (oldest !== undefined) peer.open.delete(oldest)
    this.#heard(bus, peer, now)
  }

  /** A question was given up. */
  expired(bus: string, now: Instant): void {
    const peer = this.#peers.get(bus)
    if (peer !== undefined && silence(peer, now) >= PATIENCE) peer.silent = true
  }

  forget(bus: string): void {
    this.#peers.delete(bus)
  }

  #heard(bus: string, peer: Peer, now: Instant): void {
    peer.heardAt = now
    peer.silent = false
    if (peer.open.size === 0) this.#peers.delete(bus)
  }
}

/** Milliseconds since it was asked something, or last answered something, and has answered nothing. */
function silence({ open, heardAt }: Peer, now: Instant): number {
  const [oldest] = open.values()
  return oldest === undefined ? 0 : now - Math.max(oldest, heardAt)
}
