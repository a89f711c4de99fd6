import type { XInput2 } from './xinput2.ts'

/** Releases keys so that no window hears of it: all in one write, with the keyboard grabbed by us. */
export async function unheard(
  input: XInput2,
  keyboard: number,
  root: number,
  release: () => Promise<unknown>,
): Promise<void> {
  await Promise.all([input.grab(keyboard, root), release(), input.ungrab(keyboard)])
}
