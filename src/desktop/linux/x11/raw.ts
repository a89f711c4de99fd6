import type { Callback, Client } from 'x11'

/**
 * Sends a request that npm `x11` lacks. It uses the library's internals (`seq_num`, `replies`, `pack_stream`,
 * `_scheduleVoidSync`) exactly as its own lib/ext/*.js do, which is why package.json pins the version.
 *
 * @param body What follows the four header bytes; its length is a multiple of four.
 * @param parse Reads the reply from its ninth byte on; absent for a request without reply, which then resolves once
 *   the server has passed it without an error.
 */
export function sendRaw<T>(
  X: Client,
  opcode: { readonly major: number; readonly minor: number },
  body: Buffer,
  parse: ((body: Buffer, detail: number) => T) | undefined,
  done: Callback<T>,
): void {
  const packet = Buffer.alloc(4 + body.length)
  packet[0] = opcode.major
  packet[1] = opcode.minor
  packet.writeUInt16LE(packet.length / 4, 2)
  body.copy(packet, 4)
  X.seq_num++
  X.replies[X.seq_num] = [parse ?? null, done as Callback<never>]
  if (parse === undefined) X._scheduleVoidSync(X.seq_num)
  X.pack_stream.put(packet)
  X.pack_stream.submit(parse !== undefined)
}

/** The body of a request made of 32-bit words. */
export function words(...values: readonly number[]): Buffer {
  const body = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    body.writeUInt32LE(value >>> 0, index * 4)
  })
  return body
}
