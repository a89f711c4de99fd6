/** One X request without reply, by the opcodes of this server. */
export interface XRequest {
  readonly major: number
  /** The second byte: minor opcode of an extension's request, data of a core one. */
  readonly minor: number
  /** What follows the four header bytes. */
  readonly body: Buffer
}

const HEADER = 4

/** Requests as they go over the wire, one after the other; each says its own length. */
export function packRequests(requests: readonly XRequest[]): Buffer {
  return Buffer.concat(
    requests.map(({ major, minor, body }) => {
      const head = Buffer.from([major, minor, 0, 0])
      head.writeUInt16LE((HEADER + body.length) / 4, 2)
      return Buffer.concat([head, body])
    }),
  )
}

/** Stops at a request that is cut off. */
export function unpackRequests(bytes: Buffer): readonly XRequest[] {
  const requests: XRequest[] = []
  for (let offset = 0; offset + HEADER <= bytes.length; ) {
    const length = bytes.readUInt16LE(offset + 2) * 4
    if (length < HEADER || offset + length > bytes.length) break
    const body = bytes.subarray(offset + HEADER, offset + length)
    requests.push({ major: bytes.readUInt8(offset), minor: bytes.readUInt8(offset + 1), body })
    offset += length
  }
  return requests
}
