import type { AuditIntent, AuditOutcome, AuditTrail } from '../../dispatch/audit.ts'
import type { Logger } from '../log.ts'
import { type Entry, sha256 } from './chain.ts'
import { intentEntry, outcomeEntry, type Wording } from './entries.ts'
import { makeFolder } from './folder.ts'
import { maskingKey } from './key.ts'
import { type Bounds, ChainWriter } from './writer.ts'

export interface AuditSettings {
  readonly folder: string
  readonly bounds: Bounds
  /** Texts that are typed, set or copied stand in the log as they are. */
  readonly keepTexts: boolean
  /** Everything that the operator ruled. */
  readonly policy: unknown
  readonly version: string
}

interface Opened {
  readonly writer: ChainWriter
  readonly wording: Wording
}

/** The audit log of this process. Its files are opened with the first call that is accounted for. */
export class AuditLog implements AuditTrail {
  readonly #settings: AuditSettings
  readonly #logger: Logger
  readonly #policyRevision: string
  #opened: Promise<Opened> | undefined

  constructor(settings: AuditSettings, logger: Logger) {
    this.#settings = settings
    this.#logger = logger
    this.#policyRevision = `sha256:${sha256(JSON.stringify(settings.policy))}`
  }

  async intend(intent: AuditIntent): Promise<void> {
    try {
      await this.#append((wording) => intentEntry(intent, wording), true)
    } catch (error) {
      this.#alarm(intent, error, 'the audit log cannot be written: the call was refused')
      throw error
    }
  }

  async conclude(outcome: AuditOutcome): Promise<void> {
    try {
      await this.#append((wording) => outcomeEntry(outcome, wording), false)
    } catch (error) {
      this.#alarm(outcome, error, 'the audit log cannot be written: the outcome of a call is not recorded')
      throw error
    }
  }

  late(outcome: AuditOutcome): void {
    this.#alarm(
      outcome,
      undefined,
      'the audit log takes too long: whether the outcome of a call is recorded is unknown',
    )
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    await opened?.writer.close().catch((error) => this.#alarm({}, error, 'the end of the audit log may not be on disk'))
  }

  async #append(entryOf: (wording: Wording) => Entry, durable: boolean): Promise<void> {
    const { writer, wording } = await this.#ready()
    await writer.append(entryOf(wording), { durable })
  }

  #ready(): Promise<Opened> {
    this.#opened ??= this.#open().catch((error) => {
      // The next call tries again: the operator may have made room.
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #open(): Promise<Opened> {
    const { folder, bounds, keepTexts, version } = this.#settings
    await makeFolder(folder)
    const key = await maskingKey(folder)
    const writer = await ChainWriter.open(folder, bounds, { pid: process.pid, version, policy: this.#policyRevision })
    return { writer, wording: { key, keepTexts, policyRevision: this.#policyRevision } }
  }

  #alarm({ decisionId, tool }: Partial<AuditOutcome>, error: unknown, message: string): void {
    const fault =
      (error as NodeJS.ErrnoException | undefined)?.code ?? (error instanceof Error ? error.message : 'late')
    this.#logger.error({ decision_id: decisionId, tool, folder: this.#settings.folder, fault }, message)
  }
}
