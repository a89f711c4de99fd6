import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test.each([
  [':7', { path: '/tmp/.X11-unix/X7' }],
  [':7.1', { path: '/tmp/.X11-unix/X7' }],
  ['unix:7', { path: '/tmp/.X11-unix/X7' }],
  ['unix/:7', { path: '/tmp/.X11-unix/X7' }],
  ['tcp/localhost:7', { host: 'localhost', port: 6_007 }],
  ['10.0.0.1:7', { host: '10.0.0.1', port: 6_007 }],
  ['nonsense', undefined],
])('%s', (display, address) => {
  expect(addressOf(display)).toEqual(address)
})
