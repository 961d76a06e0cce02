/** A text with each occurrence of the words marked, in any case. */
export function Highlighted({ text, words }: { text: string; words: string }) {
  return partsOf(text, words).map(({ at, part, isMatch }) =>
    isMatch ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
}

type Part = { at: number; part: string; isMatch: boolean }

/** The parts of a text in order: those that match the words, and those between them. */
export function partsOf(text: string, words: string): Part[] {
  const [all, wanted] = [text.toLowerCase(), words.toLowerCase()]
  // A few letters become two in lower case; then places in the text would be wrong.
  if (wanted === '' || all.length !== text.length) return [{ at: 0, part: text, isMatch: false }]
  const parts: Part[] = []
  let from = 0
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, from)) {
    if (at > from) parts.push({ at: from, part: text.slice(from, at), isMatch: false })
    from = at + wanted.length
    parts.push({ at, part: text.slice(at, from), isMatch: true })
  }
  if (from < text.length) parts.push({ at: from, part: text.slice(from), isMatch: false })
  return parts
}
