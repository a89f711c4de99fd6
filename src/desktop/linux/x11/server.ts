import type { Budget } from '../../port.ts'
import { type Atoms, internAtoms } from './atoms.ts'
import { bounded } from './budget.ts'
import { type Connection, connect } from './connection.ts'

/** Where an extension's requests, events and errors begin in this server's numbering. */
export interface Extension {
  readonly major: number
  readonly firstEvent: number
}

const EXTENSIONS = {
  composite: 'Composite',
  damage: 'DAMAGE',
  input: 'XInputExtension',
  randr: 'RANDR',
  resource: 'X-Resource',
} as const

export type ExtensionName = keyof typeof EXTENSIONS

/** A connected X server with what is constant about it. */
export interface XServer {
  readonly connection: Connection
  readonly atoms: Atoms
  /** Absent: this server lacks the extension, or has too old a version of it. */
  readonly extensions: Readonly<Partial<Record<ExtensionName, Extension>>>
}

/** Versions that we announce and need. Servers require the announcement before any other request of the extension. */
const VERSIONS: Readonly<Record<ExtensionName, { minor: number; body: Buffer; needs: readonly [number, number] }>> = {
  composite: { minor: 0, body: version32(0, 4), needs: [0, 2] },
  damage: { minor: 0, body: version32(1, 1), needs: [1, 0] },
  input: { minor: 47, body: Buffer.from([2, 0, 2, 0]), needs: [2, 0] },
  randr: { minor: 0, body: version32(1, 5), needs: [1, 5] },
  resource: { minor: 0, body: Buffer.from([1, 2, 0, 0]), needs: [1, 2] },
}

/** @throws PortError as `connect` does. */
export async function openServer(env: NodeJS.ProcessEnv, budget: Budget): Promise<XServer> {
  const connection = await connect(env, budget)
  try {
    return await bounded(budget, 'ask the X server for its extensions', async () => {
      const names = Object.keys(EXTENSIONS) as ExtensionName[]
      const [atoms, found] = await Promise.all([
        internAtoms(connection),
        Promise.all(names.map(async (name) => [name, await findExtension(connection, name)] as const)),
      ])
      const extensions = Object.fromEntries(found.filter(([, extension]) => extension !== undefined))
      return { connection, atoms, extensions }
    })
  } catch (error) {
    connection.close()
    throw error
  }
}

async function findExtension(connection: Connection, name: ExtensionName): Promise<Extension | undefined> {
  const reply = await connection.ask<{ present: number; majorOpcode: number; firstEvent: number }>((X, done) =>
    X.QueryExtension(EXTENSIONS[name], done),
  )
  if (reply.present === 0) return undefined
  const { minor, body, needs } = VERSIONS[name]
  const wide = name === 'composite' || name === 'damage' || name === 'randr'
  const [major, minorVersion] = await connection.raw({ major: reply.majorOpcode, minor }, body, (answer) =>
    wide ? [answer.readUInt32LE(0), answer.readUInt32LE(4)] : [answer.readUInt16LE(0), answer.readUInt16LE(2)],
  )
  const enough = major !== undefined && minorVersion !== undefined && isAtLeast([major, minorVersion], needs)
  return enough ? { major: reply.majorOpcode, firstEvent: reply.firstEvent } : undefined
}

function isAtLeast(version: readonly [number, number], needed: readonly [number, number]): boolean {
  return version[0] > needed[0] || (version[0] === needed[0] && version[1] >= needed[1])
}

function version32(major: number, minor: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeUInt32LE(major, 0)
  body.writeUInt32LE(minor, 4)
  return body
}
