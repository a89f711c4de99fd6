import { createConnection, type Socket } from 'node:net'

/** Where the X server of a display name listens: a socket in the file system, or a port of a host. */
export type Address = { readonly path: string } | { readonly host: string; readonly port: number }

/** Of `:1`, `:1.0`, `unix:1`: local; of `host:1`: over the network. Undefined: no display name. */
export function addressOf(display: string): Address | undefined {
  const [, host, number] = /^(?:[a-z0-9]+\/)?(.*):(\d+)(?:\.\d+)?$/i.exec(display) ?? []
  if (number === undefined) return undefined
  return host === '' || host === 'unix'
    ? { path: `/tmp/.X11-unix/X${number}` }
    : { host: host ?? '', port: 6_000 + Number(number) }
}

/**
 * Opens the way to an X server. npm `x11` would do it as well, but where a local display does not exist it goes on to
 * port 6000 + N of localhost, and sends the cookie to whoever listens there.
 */
export const dial = (address: Address): Socket => createConnection(address)

/** Why nothing answered there, for people. */
export function whyNot(address: Address, error: NodeJS.ErrnoException): string {
  const place = 'path' in address ? address.path : `${address.host}, port ${address.port}`
  switch (error.code) {
    case 'ENOENT':
      return `no X server listens there (there is no socket ${place})`
    case 'ECONNREFUSED':
      return `no X server listens there (nothing answers at ${place})`
    case 'EACCES':
      return `this user may not open ${place}`
    default:
      return error.message.split('\n')[0] ?? ''
  }
}
