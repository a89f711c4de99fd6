import { PassThrough, Writable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { LineTransport } from './line-transport.ts'

const LIMIT = 20_000

async function open() {
  const input = new PassThrough()
  const output = new PassThrough({ encoding: 'utf8' })
  const transport = new LineTransport(input, output)
  const heard: JSONRPCMessage[] = []
  const faults: string[] = []
  transport.onmessage = (message) => heard.push(message)
  transport.onerror = (error) => faults.push(error.message)
  await transport.start()
  const said = () =>
    ((output.read() as string | null) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  /** Resolves when the transport has seen all that was written. */
  const finish = async (text: string | Buffer) => {
    input.end(text)
    await transport.ended
  }
  return { transport, input, output, heard, faults, said, finish }
}

const request = (id: number, method = 'tools/call') => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}\n`
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} })

test('messages are taken however they are cut, the last one also without an end of line', async () => {
  const { input, heard, finish } = await open()
  const bytes = Buffer.from(`${request(1, 'größe')}\r\n  \n${request(2)}`.trimEnd())
  for (const byte of bytes) input.write(Buffer.from([byte]))
  await finish('')
  expect(heard.map((message) => 'method' in message && message.method)).toEqual(['größe', 'tools/call'])
})

test.each([
  ['no JSON', 'my secret', null, -32_700],
  ['JSON that is no message', '{"secret":1}', null, -32_600],
  ['a batch', `[${request(1).trimEnd()}]`, null, -32_600],
  ['a request of a wrong form', '{"jsonrpc":"2.0","id":7,"method":3}', 7, -32_600],
  ['an answer of a wrong form, whose id is one of ours', '{"jsonrpc":"2.0","id":7,"result":3}', null, -32_600],
])('%s is answered with an error that quotes nothing, and the next message is heard', async (_, line, id, code) => {
  const { heard, faults, said, finish } = await open()
  await finish(`${line}\n${request(8)}`)
  const [first, ...others] = said()
  expect(first).toMatchObject({ jsonrpc: '2.0', id, error: { code } })
  expect(others).toEqual([])
  expect(faults).toEqual([first.error.message])
  expect(faults[0]).not.toContain('secret')
  expect(heard).toMatchObject([{ id: 8 }])
})

test('after the end of the input, what was asked can be answered', async () => {
  const { transport, said, finish } = await open()
  await finish(request(1) + request(2))
  let done = false
  const answered = transport.answered(LIMIT).then(() => {
    done = true
  })
  await transport.send(answer(2))
  expect(done).toBe(false)
  await transport.send(answer(1))
  await answered
  expect(said()).toEqual([answer(2), answer(1)])
})

test.each([
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'],
  [
    'a cancelled request',
    `${request(1)}{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n`,
  ],
  ['a subscription', request(1, 'subscriptions/listen')],
])('%s does not hold up the end', async (_, text) => {
  const { transport, finish } = await open()
  await finish(text)
  await transport.answered(LIMIT)
})

test('waiting for answers has a limit', async () => {
  const { transport, finish } = await open()
  await finish(request(1))
  await transport.answered(1)
})

test('a client that takes no more ends it, and nobody is waited for', async () => {
  const input = new PassThrough()
  const broken = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(), { code: 'EPIPE' })),
  })
  const transport = new LineTransport(input, broken)
  const faults: string[] = []
  let closed = 0
  transport.onerror = ({ message }) => faults.push(message)
  transport.onclose = () => {
    closed += 1
  }
  await transport.start()
  input.write(request(1) + request(2))
  input.write('nonsense\n')
  await transport.ended
  await transport.answered(LIMIT)
  expect(faults.at(-1)).toBe('the client takes no more answers (EPIPE)')
  expect(closed).toBe(1)
  await expect(transport.send(answer(1))).rejects.toThrow('closed')
})

test('a message without end closes the connection', async () => {
  const { transport, input, faults } = await open()
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count <= 10; count += 1) input.write(piece)
  await transport.ended
  expect(faults).toEqual([expect.stringContaining('longer than')])
})
