/** The only authorisation scheme that X servers and clients of every kind share. */
const cookieScheme = 'MIT-MAGIC-COOKIE-1'

const anyAddress = 0xffff

/**
 * An Xauthority file with one cookie that is good for any address and any display number: the number is not known
 * before the server has chosen it, and the server reads the file first. Format: Xau(3), big endian.
 */
export function cookieFile(cookie: Buffer): Buffer {
  const family = Buffer.alloc(2)
  family.writeUInt16BE(anyAddress)
  return Buffer.concat([family, counted(''), counted(''), counted(cookieScheme), counted(cookie)])
}

function counted(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
