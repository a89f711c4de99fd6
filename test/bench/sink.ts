import { Writable } from 'node:stream'

/** Takes everything and keeps nothing. */
export const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })
