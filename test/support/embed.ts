const size = 64

/**
 * A vector of length 1 for a text: its words hashed to dimensions. Equal texts have equal vectors, and texts with
 * common words similar ones.
 */
export function embedText(text: string): number[] {
  const vector = new Array<number>(size).fill(0)
  for (const word of text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []) {
    const place = hash(word)
    vector[place % size] = (vector[place % size] ?? 0) + (place & 64 ? 1 : -1)
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length)
}

function hash(word: string): number {
  let sum = 2166136261
  for (const character of word) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  return sum
}

/** The approximate number of tokens of a text. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4)
