import { hostname } from 'node:os'
import type { XServer } from './server.ts'

const RES_QUERY_CLIENT_IDS = 4
const LOCAL_CLIENT_PID = 2

/**
 * Pids of the processes whose connections own these windows, as the X server has them from the kernel. Windows of
 * clients on other machines, and all windows on a server without X-Resource 1.2, are absent.
 */
export async function pidsByConnection(
  server: XServer,
  windows: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { resource } = server.extensions
  if (resource === undefined || windows.length === 0) return new Map()
  const clientOf = (id: number) => (id & ~server.connection.display.resource_mask) >>> 0
  const clients = [...new Set(windows.map(clientOf))]
  const body = Buffer.alloc(4 + clients.length * 8)
  body.writeUInt32LE(clients.length, 0)
  clients.forEach((client, index) => {
    body.writeUInt32LE(client, 4 + index * 8)
    body.writeUInt32LE(LOCAL_CLIENT_PID, 8 + index * 8)
  })
  const pids = await server.connection.raw({ major: resource.major, minor: RES_QUERY_CLIENT_IDS }, body, parseClientIds)
  return new Map(
    windows.flatMap((window) => {
      const pid = pids.get(clientOf(window))
      return pid === undefined ? [] : [[window, pid] as const]
    }),
  )
}

/** The reply is a count, then for each: client, mask, length in bytes, values. */
export function parseClientIds(reply: Buffer): ReadonlyMap<number, number> {
  const pids = new Map<number, number>()
  let offset = 24
  for (let left = reply.readUInt32LE(0); left > 0; left--) {
    const client = reply.readUInt32LE(offset)
    const mask = reply.readUInt32LE(offset + 4)
    const length = reply.readUInt32LE(offset + 8)
    if (mask === LOCAL_CLIENT_PID && length >= 4) pids.set(client, reply.readUInt32LE(offset + 12))
    offset += 12 + length
  }
  return pids
}

/**
 * The owner's pid. What the kernel told the X server comes first: `_NET_WM_PID` is the client's own claim, wrong from
 * inside a pid namespace (Flatpak) and free to be false. It serves where the server cannot tell, on this host only.
 */
export function ownerPid(facts: {
  readonly connectionPid: number | undefined
  readonly claimedPid: number | undefined
  readonly machine: string | undefined
}): number | undefined {
  if (facts.connectionPid !== undefined) return facts.connectionPid
  return facts.machine !== undefined && isThisHost(facts.machine, hostname()) ? facts.claimedPid : undefined
}

/** Clients write the host's name with or without its domain. */
export function isThisHost(machine: string, host: string): boolean {
  const [label] = machine.split('.')
  return (
    machine === host || (label !== '' && label === host.split('.')[0] && !(machine.includes('.') && host.includes('.')))
  )
}
