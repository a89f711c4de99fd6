import { expect, test } from 'vitest'
import { chooseCookie, NO_COOKIE } from './xauthority.ts'

const LOCAL = 256
const WILD = 65_535
const METHOD = 'MIT-MAGIC-COOKIE-1'

function entry(family: number, address: string, display: string, name: string, data: string): Buffer {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(family)
  const strings = [address, display, name, data].map((text) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([length, Buffer.from(text, 'latin1')])
  })
  return Buffer.concat([head, ...strings])
}

const cookieOf = (file: Buffer, display = '5') => chooseCookie(file, display, 'box').data

test('the cookie of this host and display is taken', () => {
  const file = Buffer.concat([
    entry(LOCAL, 'elsewhere', '5', METHOD, 'wrong host'),
    entry(LOCAL, 'box', '6', METHOD, 'wrong display'),
    entry(LOCAL, 'box', '5', 'XDM-AUTHORIZATION-1', 'wrong method'),
    entry(LOCAL, 'box', '5', METHOD, '\xff\x00right'),
  ])
  expect(cookieOf(file)).toBe('\xff\x00right')
})

test('wildcards match any host, or any display', () => {
  expect(cookieOf(entry(WILD, 'anything', '5', METHOD, 'wild'))).toBe('wild')
  expect(cookieOf(entry(LOCAL, 'box', '', METHOD, 'any display'))).toBe('any display')
})

test('no match, nothing, and a truncated file give no cookie', () => {
  const good = entry(LOCAL, 'box', '5', METHOD, 'right')
  expect(chooseCookie(good, '7', 'box')).toBe(NO_COOKIE)
  expect(chooseCookie(Buffer.alloc(0), '5', 'box')).toBe(NO_COOKIE)
  for (let length = 0; length < good.length; length++) {
    expect(chooseCookie(good.subarray(0, length), '5', 'box')).toBe(NO_COOKIE)
  }
})
