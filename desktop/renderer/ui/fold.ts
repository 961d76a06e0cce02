const apostrophe = /^['`´’‘ʼ＇]$/
/** Accents and vowel points. */
const mark = /^[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]$/
const unseen = /^(?:[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f])$/
const isLeftOut = (part: string) => apostrophe.test(part) || mark.test(part) || unseen.test(part)
const replaced: Record<string, string> = {
  ...{ ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}
/** The zero that is only dialled inside of a country. */
const zero = /\(0\)/g
/** What separates the parts of numbers and words. */
const separators = /(?<=\d)[ ()/.‐-―−-]+(?=\d)|(?<=[\p{L}\p{N}])[‐-―−-]+(?=[\p{L}\p{N}])/gu

/**
 * A text in the form in which the server compares it with what is searched, as `fold` of the database does.
 * @returns also the place in the text of each character, and of its end
 */
export function fold(text: string): { folded: string; places: number[] } {
  let folded = ''
  let places: number[] = []
  let place = 0
  for (const letter of text) {
    // Alone, some apostrophes become a space with an accent.
    for (const part of apostrophe.test(letter) ? '' : letter.normalize('NFKD').toLowerCase()) {
      if (isLeftOut(part)) continue
      const written = /\s/.test(part) ? ' ' : (replaced[part] ?? part)
      if (written === ' ' && folded.endsWith(' ')) continue
      for (const _ of written.split('')) places.push(place)
      folded += written
    }
    place += letter.length
  }
  // Last, because what is left out may have stood between two spaces.
  for (const pattern of [zero, separators, /(?<= ) +/g])
    for (const { index, 0: all } of [...folded.matchAll(pattern)].toReversed()) {
      folded = folded.slice(0, index) + folded.slice(index + all.length)
      places = [...places.slice(0, index), ...places.slice(index + all.length)]
    }
  return { folded, places: [...places, text.length] }
}
