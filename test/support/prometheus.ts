import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A program of Debian's package `prometheus`: where the bootstrap unpacked it, else as it is installed. */
export function prometheusProgram(name: 'prometheus' | 'promtool'): string {
  const unpacked = fileURLToPath(new URL(`../../.surehand/prometheus/${name}`, import.meta.url))
  return existsSync(unpacked) ? unpacked : name
}

/** A port of the loopback address on which nothing listens just now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const READY_WITHIN_MS = 30_000

/** A real Prometheus that scrapes one port five times a second, with a folder of its own. */
export class Prometheus {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #port: number

  private constructor(child: ChildProcess, folder: string, port: number) {
    this.#child = child
    this.#folder = folder
    this.#port = port
  }

  static async start(target: number): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'surehand-prometheus-'))
    const port = await freePort()
    const config = join(folder, 'prometheus.yml')
    const job = { job_name: 'surehand', static_configs: [{ targets: [`127.0.0.1:${target}`] }] }
    // JSON is YAML.
    const global = { scrape_interval: '200ms', scrape_timeout: '200ms' }
    writeFileSync(config, JSON.stringify({ global, scrape_configs: [job] }))
    const options = [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    const child = spawn(prometheusProgram('prometheus'), options, { stdio: ['ignore', 'ignore', 'pipe'] })
    const prometheus = new Prometheus(child, folder, port)
    try {
      await saidReady(child)
    } catch (error) {
      await prometheus.stop()
      throw error
    }
    return prometheus
  }

  /** The value of an expression that has one sample, or none. */
  async value(query: string): Promise<number | undefined> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1/query?query=${encodeURIComponent(query)}`)
    const { data, error } = (await answer.json()) as {
      data?: { result: { value: [number, string] }[] }
      error?: string
    }
    if (data === undefined) throw new Error(`Prometheus refused ${query}: ${error}`)
    if (data.result.length > 1) throw new Error(`${query} has ${data.result.length} samples`)
    const [sample] = data.result
    return sample && Number(sample.value[1])
  }

  /** Idempotent. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      const exited = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      await exited
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** It tells on standard error when it serves. */
function saidReady(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`prometheus ${why}:\n${said.slice(-4_000)}`))
    const timer = setTimeout(() => fail(`was not ready in ${READY_WITHIN_MS} ms`), READY_WITHIN_MS)
    child.once('error', reject)
    child.once('exit', () => fail('ended'))
    if (child.stderr === null) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      said += `${line}\n`
      if (!line.includes('Server is ready to receive web requests')) return
      clearTimeout(timer)
      resolve()
    })
  })
}
