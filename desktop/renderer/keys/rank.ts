/** Normalises a text for comparison: case and accents do not matter. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * How well a text matches what was typed, from 0 for not at all to 100 for the same. What begins with it is better than
 * what has a word that does, then texts of which each typed word begins a word, then texts that contain it.
 * @param more further words that find it, such as a description
 */
export function rankOf(text: string, typed: string, more = ''): number {
  const [given, wanted] = [plain(text), plain(typed)]
  if (given === wanted) return 100
  if (given.startsWith(wanted)) return 90
  const words = wordsOf(given)
  if (words.some((word) => word.startsWith(wanted))) return 80
  const all = wordsOf(wanted)
  if (all.length > 0 && all.every((one) => words.some((word) => word.startsWith(one)))) return 70
  if (given.includes(wanted)) return 50
  return plain(more).includes(wanted) ? 30 : 0
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
