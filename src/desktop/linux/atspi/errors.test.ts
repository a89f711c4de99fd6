import { describe, expect, test } from 'vitest'
import { portErrorFrom } from './errors.ts'

const asked = {
  over: 'accessibility bus',
  bus: ':1.7',
  iface: 'org.a11y.atspi.EditableText',
  member: 'SetTextContents',
} as const
const dbus = (name: string, message = '') => ({ dbusName: `org.freedesktop.DBus.Error.${name}`, message })

// Answers of at-spi2-atk 2.46 (GTK 3), GTK 4.8, Qt 5.15 and dbus-daemon, and what they prove.
describe('portErrorFrom', () => {
  test.each([
    ['GTK 3, dead object', dbus('UnknownObject', 'object … does not exist'), 'gone'],
    ['GTK 4, dead object', dbus('UnknownMethod', 'Object does not exist at path “/org/x”'), 'gone'],
    ['no such app', dbus('ServiceUnknown', 'The name :1.7 was not provided'), 'gone'],
    ['killed before it answered', dbus('NoReply', 'Message recipient disconnected from message bus'), 'gone'],
    ['GTK 3, no such method', dbus('UnknownMethod', 'Method "DoAction" with signature "i" …'), 'interface-missing'],
    ['GTK 4, no such interface', dbus('InvalidArgs', 'No such interface “org.a11y.atspi.Value”'), 'interface-missing'],
    ['bad argument', dbus('InvalidArgs', 'Type of message, “(s)”, does not match'), 'rejected'],
    ['GTK 3, any property that fails', dbus('Failed', 'Get failed'), 'rejected'],
    ['the bus gave up', dbus('NoReply', 'Did not receive a reply'), 'timeout'],
    ['no answer', { code: 'ETIMEDOUT' }, 'timeout'],
    ['cancelled', { code: 'ABORT_ERR' }, 'aborted'],
    ['bus died', { code: 'ECONNCLOSED' }, 'unavailable'],
    ['could not be sent', new Error('Data: … is not of type string'), 'failed'],
  ])('%s', (_, failure, code) => expect(portErrorFrom(failure, asked).code).toBe(code))

  test('says who refused it, the cause what was asked, and neither what the app said', () => {
    const error = portErrorFrom(dbus('Failed', 'cannot set "geheim"'), { ...asked, who: 'Notes' })
    expect(error.message).toBe('Notes answered with an error')
    expect((error.cause as Error).message).toBe(':1.7, EditableText.SetTextContents: org.freedesktop.DBus.Error.Failed')
  })

  test.each([
    ['no answer', { code: 'ETIMEDOUT' }],
    ['dead object', dbus('UnknownObject')],
    ['no such method', dbus('UnknownMethod')],
    ['refused', dbus('Failed')],
    ['not sent', new Error('x')],
  ])('%s: nothing of D-Bus in what people read', (_, failure) => {
    const { message } = portErrorFrom(failure, asked)
    expect(message).toContain('the app')
    expect(message).not.toMatch(/:1\.7|SetText|org\.|dbus/i)
  })
})
