import type { JournalEntry } from '../../support/journal.ts'
import { type Generator, lastLine, line, type Plan, refused } from '../plan.ts'

/** What shows more of its end when the window grows, and less when it shrinks. */
const touches = ['row-list', 'long-text']

/** What is asked of a window, or of no control at all. */
export const windows: readonly Generator[] = [
  {
    tool: 'manage_window',
    weight: 3,
    make: (random, world): Plan => {
      const width = random.whole(720, 1000)
      const height = random.whole(540, 660)
      const already = world.size.width === width && world.size.height === height
      const truth = {
        ...lastLine('window', 'configure', (at) => at.width === width && at.height === height, { already }),
        // What is in the window may need more room than that by now.
        otherwise: (lines: readonly JournalEntry[]) =>
          lines.findLast(({ control, event }) => control === 'window' && event === 'configure'),
      }
      return {
        tool: 'manage_window',
        control: 'window',
        at: 'app',
        args: { action: 'resize', width, height },
        truth,
        touches,
      }
    },
  },
  {
    tool: 'manage_window',
    weight: 1,
    make: (random, world): Plan | undefined => {
      const width = random.whole(300, 700)
      if (world.size.width === 720) return undefined
      const truth = lastLine('window', 'configure', (at) => at.width === 720, { literal: false })
      const args = { action: 'resize', width, height: world.size.height }
      return { tool: 'manage_window', control: 'window', at: 'app', args, truth, touches }
    },
  },
  {
    tool: 'manage_window',
    weight: 2,
    only: 'gtk3',
    make: (random, world): Plan => {
      const x = random.whole(5, 200)
      const y = random.whole(30, 120)
      const already = world.place?.x === x && world.place.y === y
      const truth = lastLine('window', 'configure', (at) => at.x === x && at.y === y, { already })
      return { tool: 'manage_window', control: 'window', at: 'app', args: { action: 'move', x, y }, truth }
    },
  },
  {
    tool: 'write_clipboard',
    weight: 2,
    make: (random): Plan => {
      const text = `copied ${random.whole(1, 1_000_000)} é 日`
      const confirmed = random.chance(0.8)
      const truth = confirmed ? line('clipboard', 'text', { text }) : refused('CONFIRMATION_REQUIRED')
      const args = { text, ...(confirmed && { confirm: true }) }
      return { tool: 'write_clipboard', control: 'clipboard', at: 'nothing', args, truth, probe: 'read-clipboard' }
    },
  },
]
