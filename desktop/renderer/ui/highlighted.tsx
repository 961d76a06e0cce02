import { fold } from './fold.ts'

/** A text with each occurrence of the words marked, in any spelling that the search takes for the same. */
export function Highlighted({ text, words }: { text: string; words: string }) {
  return partsOf(text, words).map(({ at, part, isMatch }) =>
    isMatch ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
}

type Part = { at: number; part: string; isMatch: boolean }

/** The parts of a text in order: those that match the words, and those between them. */
export function partsOf(text: string, words: string): Part[] {
  const { folded, places } = fold(text)
  const wanted = fold(words).folded
  if (wanted.trim() === '') return [{ at: 0, part: text, isMatch: false }]
  const parts: Part[] = []
  let from = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [begin, end] = [places[at] ?? 0, places[at + wanted.length] ?? text.length]
    if (begin > from) parts.push({ at: from, part: text.slice(from, begin), isMatch: false })
    parts.push({ at: begin, part: text.slice(begin, end), isMatch: true })
    from = end
  }
  if (from < text.length) parts.push({ at: from, part: text.slice(from), isMatch: false })
  return parts
}
