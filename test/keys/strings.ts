import fc from 'fast-check'

const character = (min: number, max: number) =>
  fc
    .integer({ min, max })
    .map(String.fromCodePoint)
    // Assigned, and no control character or half of a pair.
    .filter((text) => /^[^\p{Cn}\p{Cc}\p{Cs}]$/u.test(text))

/** Each plane that has characters, the blocks of everyday use more often than their size. */
const anyCharacter = fc.oneof(
  { weight: 6, arbitrary: character(0x20, 0x7e) },
  { weight: 4, arbitrary: character(0xa0, 0x24f) },
  { weight: 3, arbitrary: character(0x370, 0x58f) },
  { weight: 4, arbitrary: character(0x590, 0x8ff) },
  { weight: 4, arbitrary: character(0x900, 0x1fff) },
  { weight: 3, arbitrary: character(0x2000, 0x2bff) },
  { weight: 6, arbitrary: character(0x3040, 0xffff) },
  { weight: 4, arbitrary: character(0x1_0000, 0x1_ffff) },
  { weight: 2, arbitrary: character(0x2_0000, 0x3_ffff) },
  { weight: 1, arbitrary: character(0xe_0000, 0x10_ffff) },
)

const combined = fc
  .tuple(character(0x61, 0x17f), fc.array(character(0x300, 0x36f), { minLength: 1, maxLength: 3 }))
  .map(([base, marks]) => base + marks.join(''))

const emoji = fc.constantFrom('😀', '👩‍👩‍👧‍👦', '👍🏽', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', '👩🏿‍🚀', '🏳️‍🌈')

const rightToLeft = fc.array(fc.oneof(character(0x5d0, 0x5ea), character(0x621, 0x64a)), { minLength: 2, maxLength: 8 })

const part = fc.oneof(
  { weight: 8, arbitrary: anyCharacter },
  { weight: 2, arbitrary: combined },
  { weight: 1, arbitrary: emoji },
  { weight: 1, arbitrary: rightToLeft.map((letters) => letters.join('')) },
  { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\t', 'word') },
)

/** The same strings for the same seed. */
export function randomStrings(count: number, seed: number): readonly string[] {
  const text = fc.array(part, { minLength: 1, maxLength: 40, size: 'max' }).map((parts) => parts.join(''))
  return fc.sample(text, { numRuns: count, seed })
}
