import type { Clipboard } from '../../port.ts'
import { asPortError, type XLink } from '../x11/link.ts'
import { handOver } from './hand-over.ts'
import { ClipboardOwner } from './owner.ts'
import { readClipboard } from './read.ts'

/**
 * The CLIPBOARD selection. What is written is owned over a connection of its own, so reading back asks as any other client
 * would.
 */
export function openClipboard(env: NodeJS.ProcessEnv, link: XLink): Clipboard & { close(): Promise<void> } {
  const owner = new ClipboardOwner(env)
  return {
    read: (budget) => link.use(budget, 'read the clipboard', (server) => readClipboard(server, budget)),
    async write(text, budget) {
      try {
        await (text === undefined ? owner.disown(budget) : owner.own(text, budget))
      } catch (error) {
        throw asPortError(error, 'write the clipboard')
      }
    },
    async close() {
      const { text } = owner
      if (text !== undefined) await handOver(text, env)
      owner.close()
    },
  }
}
