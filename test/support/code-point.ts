import fc from 'fast-check'

/**
 * Each code point but the halves of pairs, as the unit of a string. The package's own `binary` stands for the same, and
 * begins with a list of all of them, which takes more than a second.
 */
export const codePoint = fc
  .nat(0x10ffff - 0x800)
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800))
