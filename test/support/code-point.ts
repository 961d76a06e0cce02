import fc from 'fast-check'

/**
 * All code points except surrogates, as the unit of a string. The package's own `binary` is equivalent, but begins by
 * listing all of them, which takes more than a second.
 */
export const codePoint = fc
  .nat(0x10ffff - 0x800)
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800))
