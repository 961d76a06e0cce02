type Text = { title: string; headingPath: string; content: string }

/** Shorter texts are often repeated legitimately. */
const fewWords = 12
/** The share of common words above which two texts are duplicates. */
const alike = 0.9

/**
 * Positions of texts that repeat an earlier one, such as a page under a second URL. The same words under a different
 * title or heading mean something else, such as the hours of another shop.
 */
export function findDuplicates(texts: Text[]): Set<number> {
  const found = new Set<number>()
  const sets = new Map<number, Set<string>>()
  const wordsOf = (place: number) => {
    const words = sets.get(place) ?? readSet(texts[place]?.content ?? '')
    sets.set(place, words)
    return words
  }
  const groups = Map.groupBy(texts.keys(), (place) => nameOf(texts[place] as Text))
  for (const places of groups.values()) {
    const kept: number[] = []
    for (const place of places) {
      if (kept.some((earlier) => areAlike(wordsOf(earlier), wordsOf(place)))) found.add(place)
      else kept.push(place)
    }
  }
  return found
}

const nameOf = ({ title, headingPath }: Text) => JSON.stringify([title.toLowerCase(), headingPath.toLowerCase()])

const readSet = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

function areAlike(one: Set<string>, other: Set<string>): boolean {
  if (Math.min(one.size, other.size) < fewWords) return false
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  // Similar texts usually differ in their numbers: a price, a day.
  const differs = [...one].some((word) => /\d/.test(word) && !other.has(word))
  return !differs && shared / (one.size + other.size - shared) >= alike
}
