import { run } from '../support/oracles.ts'

/** Each with another trouble: Shift and AltGr elsewhere, dead keys, digits with Shift, no Latin letters, letters moved. */
export const layouts = ['us', 'de', 'fr', 'ru', 'ar', 'us(dvorak)'] as const

/** @param layout As setxkbmap takes it, a variant in parentheses: `us(dvorak)`, `us,ru`. */
export async function setLayout(env: Readonly<Record<string, string>>, layout: string): Promise<void> {
  await run(env, 'setxkbmap', '-option', '', '-layout', layout)
}
