import { type AuditRecord, isRecord, type Link, origin, readLine, sha256 } from './chain.ts'

/** What is wrong with a chain, and where. */
export interface Finding {
  readonly kind: 'changed' | 'missing' | 'replaced' | 'reordered' | 'repeated' | 'truncated'
  readonly file: string
  /** Counted from 1; of what is missing, the line before which it is. */
  readonly line: number
  /** A sentence for the operator. */
  readonly what: string
}

/** What is worth a word and is nobody's tampering. */
export interface Remark {
  readonly kind: 'torn' | 'recovered' | 'unfinished' | 'begins-later'
  readonly file: string
  readonly line: number
  readonly what: string
}

export interface Verdict {
  readonly records: number
  /** First and last number that is there. */
  readonly first?: number
  readonly head?: Link
  readonly findings: readonly Finding[]
  readonly remarks: readonly Remark[]
  /** Of the anchors that were asked for, those that are in this chain. */
  readonly anchored: readonly string[]
}

interface Expected {
  /** Named where there is no line to name. */
  readonly file: string
  /** As the file beside the log says; absent where there is none. */
  readonly head?: Link
  /** Nothing but rotation may have taken the beginning. */
  readonly fromBeginning: boolean
  /** Hashes that were noted earlier. */
  readonly anchors: readonly string[]
}

interface Place {
  readonly file: string
  readonly line: number
}

/** A line that is no record, until the next record says whether it is torn. */
interface Suspect extends Place {
  readonly offset: number
  readonly bytes: Buffer
  readonly whole: boolean
  readonly claims?: number
  readonly problem: 'changed' | 'unreadable'
}

/** Takes the lines of one chain in order, the oldest first, and says in the end what is wrong with it. */
export class ChainCheck {
  readonly #expected: Expected
  readonly #findings: Finding[] = []
  readonly #remarks: Remark[] = []
  readonly #hashes = new Map<number, string>()
  readonly #open = new Map<string, Place & { readonly tool: unknown }>()
  readonly #gaps: (Place & { readonly from: number; readonly to: number })[] = []
  readonly #misplaced = new Set<number>()
  readonly #anchored: string[] = []
  #suspects: Suspect[] = []
  #last: (Link & Place) | undefined
  #first: number | undefined
  #keptFrom = 1
  #records = 0
  #end: Place

  constructor(expected: Expected) {
    this.#expected = expected
    this.#end = { file: expected.file, line: 0 }
  }

  /**
   * @param bytes without the line feed
   * @param offset of its first byte in the file
   * @param whole it ends with a line feed
   */
  line(bytes: Buffer, place: Place, offset: number, whole: boolean): void {
    this.#end = place
    const read = readLine(bytes)
    if (!isRecord(read)) {
      const claims = read.seq === undefined ? {} : { claims: read.seq }
      this.#suspects.push({ ...place, offset, bytes, whole, problem: read.problem, ...claims })
      return
    }
    this.#place(read, place)
    this.#read(read, place)
  }

  end(): Verdict {
    this.#judgeSuspects(undefined)
    this.#judgeGaps()
    this.#judgeBeginning()
    this.#judgeHead()
    for (const [decision, { tool, ...place }] of this.#open)
      this.#remark('unfinished', place, `decision ${decision} (${tool}) has no outcome: it runs, or its process ended`)
    const last = this.#last
    return {
      records: this.#records,
      ...(this.#first !== undefined && { first: this.#first }),
      ...(last && { head: { seq: last.seq, hash: last.hash } }),
      findings: this.#findings,
      remarks: this.#remarks,
      anchored: this.#anchored,
    }
  }

  /** Is it the one that follows? */
  #place(record: AuditRecord, place: Place): void {
    const last = this.#last
    this.#records += 1
    const strangers = this.#judgeSuspects(record)
    const known = this.#hashes.get(record.seq)
    if (last !== undefined && record.seq <= last.seq) {
      this.#misplaced.add(record.seq)
      if (known === undefined) this.#find('reordered', place, `record ${record.seq} stands behind record ${last.seq}`)
      else this.#find('repeated', place, `there is a record ${record.seq} already`)
      if (known === undefined) this.#note(record)
      return
    }
    if (last === undefined) this.#first = record.seq
    else if (record.seq > last.seq + 1 + strangers)
      this.#gaps.push({ ...place, from: last.seq + 1 + strangers, to: record.seq - 1 })
    else if (record.seq === last.seq + 1 && record.prev !== last.hash)
      this.#find(
        'replaced',
        last,
        `record ${last.seq} is not the one that record ${record.seq} was written after: it was rewritten, hash and all`,
      )
    if (record.seq === 1 && record.prev !== origin.hash)
      this.#find('replaced', place, 'record 1 says that there was one before it')
    this.#note(record)
    this.#last = { seq: record.seq, hash: record.hash, ...place }
  }

  #note({ seq, hash }: AuditRecord): void {
    this.#hashes.set(seq, hash)
    if (this.#expected.anchors.includes(hash)) this.#anchored.push(hash)
  }

  /** What it tells of the log itself, and of calls. */
  #read(record: AuditRecord, place: Place): void {
    const decision = String(record.decision_id)
    if (record.type === 'intent') this.#open.set(decision, { ...place, tool: record.tool })
    if (record.type === 'outcome') this.#open.delete(decision)
    if (record.type === 'continued' && typeof record.kept_from === 'number') this.#keptFrom = record.kept_from
    if (record.type === 'recovered') this.#remark('recovered', place, recoveredInWords(record))
  }

  /** @returns how many of them may stand where records are missing */
  #judgeSuspects(next: AuditRecord | undefined): number {
    const suspects = this.#suspects
    this.#suspects = []
    if (suspects.length === 0) return 0
    const torn = next?.type === 'recovered' ? (next.torn as Torn | undefined) : undefined
    if (torn !== undefined && vouches(torn, suspects)) return 0
    for (const suspect of suspects) {
      if (next === undefined && !suspect.whole)
        this.#remark('torn', suspect, 'the last line is not whole: a process ended, or is, in the middle of it')
      else if (suspect.problem === 'changed')
        this.#find('changed', suspect, `record ${suspect.claims} was changed: its content does not fit its hash`)
      else this.#find('changed', suspect, 'this is no record of the log: it was changed, or put in')
    }
    return next === undefined ? 0 : Math.min(suspects.length, Math.max(0, next.seq - (this.#last?.seq ?? 0) - 1))
  }

  /** What stands elsewhere is not missing. */
  #judgeGaps(): void {
    for (const { from, to, ...place } of this.#gaps) {
      let start: number | undefined
      for (let seq = from; seq <= to + 1; seq++) {
        const absent = seq <= to && !this.#misplaced.has(seq)
        if (absent) start ??= seq
        else if (start !== undefined) {
          this.#find('missing', place, `${recordsInWords(start, seq - 1)} missing before this line`)
          start = undefined
        }
      }
    }
  }

  #judgeBeginning(): void {
    const first = this.#first
    if (first === undefined || first === 1) return
    const place = { file: this.#end.file, line: 1 }
    if (this.#expected.fromBeginning && first > this.#keptFrom)
      this.#find('missing', place, `${recordsInWords(this.#keptFrom, first - 1)} missing, though not rotated away`)
    else
      this.#remark('begins-later', place, `begins with record ${first}; what was before is in files that are not here`)
  }

  #judgeHead(): void {
    const { head } = this.#expected
    if (head === undefined) return
    const end = this.#last?.seq ?? 0
    if (head.seq > end)
      this.#find(
        'truncated',
        this.#end,
        `ends with record ${end}, but record ${head.seq} was on disk: the end was cut off`,
      )
    else if (this.#hashes.has(head.seq) && this.#hashes.get(head.seq) !== head.hash)
      this.#find(
        'replaced',
        this.#end,
        `record ${head.seq} is not the one that was on disk: it was rewritten, hash and all`,
      )
  }

  #find(kind: Finding['kind'], { file, line }: Place, what: string): void {
    this.#findings.push({ kind, file, line, what })
  }

  #remark(kind: Remark['kind'], { file, line }: Place, what: string): void {
    this.#remarks.push({ kind, file, line, what })
  }
}

/** What a `recovered` record says of the bytes before it. */
export interface Torn {
  readonly offset: number
  readonly bytes: number
  readonly sha256: string
}

/** Are these exactly the bytes that were found torn? */
function vouches(torn: Torn, suspects: readonly Suspect[]): boolean {
  const pieces = suspects.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [Buffer.from('\n'), bytes]))
  const all = Buffer.concat(pieces)
  return suspects[0]?.offset === torn.offset && all.length === torn.bytes && sha256(all) === torn.sha256
}

function recoveredInWords({ torn, missing, lost, fault }: AuditRecord): string {
  const parts = [
    torn !== undefined && `a line of ${(torn as Torn).bytes} bytes was torn, as when a process or the machine stops`,
    typeof fault === 'string' && `writing had failed (${fault})`,
    typeof lost === 'number' && lost > 0 && `${lost} outcome${lost === 1 ? ' was' : 's were'} not recorded`,
    typeof missing === 'string' && missing,
  ]
  return `went on after this: ${parts.filter((part) => part !== false).join('; ')}`
}

const recordsInWords = (from: number, to: number): string =>
  from === to ? `record ${from} is` : `records ${from} to ${to} are`
