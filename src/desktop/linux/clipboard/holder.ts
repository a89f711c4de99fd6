/**
 * Holds the clipboard after surehand has ended, as a process of its own: under X11 a copied text lives in the process that
 * copied it. It reads the text from standard input, takes the clipboard, says so by closing standard output, and ends
 * when another app takes the clipboard or the display goes.
 */
import { closeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { ClipboardOwner } from './owner.ts'

const STDOUT = 1
const TAKE_WITHIN = 2_000

const owner = new ClipboardOwner(process.env, () => process.exit(0))
await owner.own(await text(process.stdin), { deadline: performance.now() + TAKE_WITHIN })
closeSync(STDOUT)
