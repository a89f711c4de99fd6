/** Groups of keys of a desktop entry, or of a file written like one (mimeapps.list). */
export type KeyFile = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Desktop Entry Specification 1.5, "Basic format of the file". Values stay as they are written. Pure. */
export function parseKeyFile(text: string): KeyFile {
  const groups = new Map<string, Map<string, string>>()
  let group: Map<string, string> | undefined
  for (const line of text.split('\n')) {
    const header = /^\[([^[\]]*)\]\s*$/.exec(line)
    if (header?.[1] !== undefined) {
      group = groups.get(header[1]) ?? new Map()
      groups.set(header[1], group)
      continue
    }
    const entry = /^([A-Za-z0-9@_.\-/+[\]]+)\s*=\s*(.*)$/.exec(line.trimEnd())
    // The first of two equal keys counts, as in GLib and Qt.
    if (entry?.[1] !== undefined && entry[2] !== undefined && group?.has(entry[1]) === false)
      group.set(entry[1], entry[2])
  }
  return groups
}

const ESCAPES: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' }

/** A value of type string. */
export function unescapeValue(value: string): string {
  return value.replace(/\\([sntr\\])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}

/** A value of type string(s): semicolons separate, and may end it; `\;` is one of the text. */
export function splitList(value: string): readonly string[] {
  const items = value.match(/(?:\\.|[^;\\])+/g) ?? []
  return items.map((item) => unescapeValue(item.replaceAll('\\;', ';'))).filter((item) => item !== '')
}
