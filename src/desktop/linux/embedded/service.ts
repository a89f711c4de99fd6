import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { within } from './deadline.ts'
import { roleVariable } from './environment.ts'

/** A program that is a part of the desktop itself. */
export interface Service {
  readonly name: string
  readonly pid: number
  /** Resolves, when the process has ended, with how: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>
  /** Rejects, with the end of the service's log, when it ends or is late; else gives what `ready` gives. */
  until<T>(what: string, ready: Promise<T>): Promise<T>
}

/** A service that said on its descriptor 3 that it is ready. */
export interface AnnouncedService extends Service {
  readonly announcement: string
}

export interface ServiceRequest {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Folder for its log. */
  readonly logs: string
  /** Debian's package that holds the command, for the error when it is missing. */
  readonly debianPackage?: string
}

/** Milliseconds; generous, because a loaded machine may take seconds to start a program. */
export const startLimit = 20_000

export async function startService(request: ServiceRequest): Promise<Service> {
  return (await launch(request, 'ignore')).service
}

/** Starts a service that writes one line to its descriptor 3 when it is ready, and waits for that line. */
export async function startAnnouncedService(request: ServiceRequest): Promise<AnnouncedService> {
  const { service, child } = await launch(request, 'pipe')
  return { ...service, announcement: await service.until('its ready line', firstLine(child.stdio[3] as Readable)) }
}

async function launch(request: ServiceRequest, descriptor3: 'ignore' | 'pipe') {
  const { name, command } = request
  const log = join(request.logs, `${name.replaceAll(' ', '-')}.log`)
  const output = openSync(log, 'a', 0o600)
  // In a session of its own: Ctrl-C must end the apps first. Its output goes to a file, because a pipe would have to
  // be drained and would break with our process.
  const child = spawn(command, request.args, {
    env: { ...request.env, [roleVariable]: 'services' },
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output, descriptor3],
  })
  closeSync(output)
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? `exit code ${code}`)
  ended.catch(() => {})
  try {
    await once(child, 'spawn')
  } catch (error) {
    const remedy = request.debianPackage ? `; install the package ${request.debianPackage}` : ''
    throw new Error(`cannot start ${name}: ${command}: ${reasonOf(error)}${remedy}`)
  }
  const until = async <T>(what: string, ready: Promise<T>) => {
    const early = ended.then((how) => Promise.reject(new Error(`ended with ${how}`)))
    try {
      return await within(startLimit, what, Promise.race([ready, early]))
    } catch (error) {
      throw new Error(`${name} failed to start: ${reasonOf(error)}${await tail(log)}`)
    }
  }
  const service: Service = { name, pid: child.pid as number, ended, until }
  return { service, child }
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8')
    stream.on('error', reject)
    stream.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end < 0) return
      stream.destroy()
      resolve(text.slice(0, end))
    })
  })
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'not found' : message
}

async function tail(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5)
  return lines.join('').length > 0 ? `\n${lines.map((line) => `  ${line}`).join('\n')}` : ''
}
