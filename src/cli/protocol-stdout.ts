import { Writable } from 'node:stream'

/**
 * Takes stdout for the protocol alone: whatever else is printed there, by us or by a library, goes to stderr.
 * @returns the stream that really is stdout; it has an 'error' when nobody reads it any more
 */
export function takeStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout)
  const protocol = new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk, (error) => done(error))
    },
  })
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  return protocol
}
