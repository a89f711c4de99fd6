import { expect, test } from 'vitest'
import type { AccessibleHandle, TextContent } from '../desktop/port.ts'
import { echoIn } from './echo.ts'

const node = (handle: string, name: string, content?: string, secret = false) => ({
  record: { handle: handle as AccessibleHandle, name },
  details: content === undefined ? {} : { text: { content } as TextContent },
  secret,
})

test('counts where else in the window a text is shown, and how often', () => {
  const nodes = [
    node('field', 'x', 'x'),
    node('label', 'axbx', 'axbx'),
    node('described', 'x', 'xxx'),
    node('hidden', 'x', 'x', true),
    node('other', 'y'),
  ]
  expect(echoIn(nodes, 'field' as AccessibleHandle, 'x')).toEqual({ label: 2, described: 3 })
})
