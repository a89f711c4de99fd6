/** The name of a chord: its modifiers in a fixed order, then the key in lower case: `ctrl+shift+a`. */
export function chordName(
  held: { readonly ctrl: boolean; readonly alt: boolean; readonly shift: boolean; readonly super: boolean },
  key: string,
): string {
  const modifiers = (['ctrl', 'alt', 'shift', 'super'] as const).filter((name) => held[name])
  return [...modifiers, key.toLowerCase()].join('+')
}

/** Keys that only change what other keys mean. */
export const isModifier = (key: string): boolean =>
  /^(Shift|Control|Alt|Meta|Super|Hyper|Caps|Shift)_(L|R|Lock)$|^(ISO_|Num_Lock|Mode_switch|Scroll_Lock)/.test(key)
