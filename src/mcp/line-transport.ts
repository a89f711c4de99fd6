import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'

/** Longest message, in bytes. */
const MOST = 10 * 1024 * 1024

const LINE_FEED = 10

/** The client does not keep to the protocol, or has gone. The message says how, and quotes nothing of what it sent. */
export class ClientFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ClientFault'
  }
}

/**
 * JSON-RPC over a pair of streams, one message a line. Two things set it apart from the SDK's `StdioServerTransport`: the
 * end of the input does not end it, so that what was asked before can still be answered, and a line that is no message
 * is answered with an error, which the SDK passes over in silence.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Resolves when nothing more will come from the client, or it takes no more from us. */
  readonly ended: Promise<void>
  readonly #input: Readable
  readonly #output: Writable
  readonly #unanswered = new Set<string | number>()
  /** Of a line whose end has not come yet. */
  #pieces: Buffer[] = []
  #closed = false
  #end = () => {}
  #allAnswered = () => {}

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read)
    this.#input.on('error', this.#fail)
    this.#input.once('end', this.#readRest).once('close', this.#readRest)
    // Stays attached for good: a write that fails later must not end the process.
    this.#output.on('error', (error: NodeJS.ErrnoException) => {
      if (!this.#closed) this.#fail(new ClientFault(`the client takes no more answers (${error.code})`))
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('the connection to the client is closed')
    try {
      await this.#write(serializeMessage(message))
    } finally {
      if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
    }
  }

  /** Resolves when every request has been answered, when nobody is left to answer to, or after `ms` milliseconds. */
  async answered(ms: number): Promise<void> {
    if (this.#closed || this.#unanswered.size === 0) return
    const all = new Promise<void>((resolve) => {
      this.#allAnswered = resolve
    })
    await Promise.race([all, delay(ms, undefined, { ref: false })])
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#input.off('data', this.#read).off('error', this.#fail).off('end', this.#readRest).off('close', this.#readRest)
    this.#input.pause()
    this.#end()
    this.#allAnswered()
    this.onclose?.()
  }

  readonly #read = (chunk: Buffer): void => {
    let rest = chunk
    for (let end = rest.indexOf(LINE_FEED); end >= 0 && !this.#closed; end = rest.indexOf(LINE_FEED)) {
      this.#takeLine(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#pieces.push(rest)
    if (this.#pieces.reduce((sum, { length }) => sum + length, 0) > MOST)
      this.#fail(new ClientFault(`a message of the client is longer than ${MOST} bytes: connection closed`))
  }

  /** The last line may have no end of its own. */
  readonly #readRest = (): void => {
    if (this.#pieces.length > 0) this.#takeLine(Buffer.alloc(0))
    this.#end()
  }

  readonly #fail = (error: Error): void => {
    this.onerror?.(error)
    void this.close()
  }

  #takeLine(end: Buffer): void {
    const line = Buffer.concat([...this.#pieces, end]).toString('utf8')
    this.#pieces = []
    if (line.trim() === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      this.#refuse(null, PARSE_ERROR, 'Parse error: expected one JSON-RPC message a line; this line is not JSON')
      return
    }
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      const what = Array.isArray(value) ? 'MCP has no batches' : 'this line is JSON, but no JSON-RPC 2.0 message'
      this.#refuse(idOf(value), INVALID_REQUEST, `Invalid request: expected one JSON-RPC message a line; ${what}`)
      return
    }
    this.#remember(message)
    this.onmessage?.(message)
  }

  #remember(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    // A subscription is answered when everything ends.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#unanswered.add(message.id)
    if (message.method === 'notifications/cancelled') this.#settle(message.params?.requestId as string | number)
  }

  #settle(id: string | number): void {
    this.#unanswered.delete(id)
    if (this.#unanswered.size === 0) this.#allAnswered()
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.onerror?.(new ClientFault(message))
    const answer = `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`
    this.#write(answer).catch(() => {
      // The stream's own 'error' tells it.
    })
  }

  /** Settles when the operating system has it. */
  async #write(line: string): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.#output.write(line, (error) => (error ? written.reject(error) : written.resolve()))
    await written.promise
  }
}

/** Only a request has an id that may be answered; what looks like an answer to us must not get one of its own back. */
function idOf(value: unknown): string | number | null {
  const { method, id } = (value ?? {}) as { method?: unknown; id?: unknown }
  return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? id : null
}
