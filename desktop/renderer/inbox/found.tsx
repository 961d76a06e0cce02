import { X } from 'lucide-react'
import { Link } from '../frame/link.tsx'
import { useFigures } from '../overview/figures.ts'
import { useSummaryWords } from '../overview/words.ts'
import { found as de } from '../words/de/found.ts'
import { found as en, type FoundWords } from '../words/en/found.ts'
import type { SummaryWords } from '../words/en/summary.ts'
import { ownWords } from '../words/own-words.ts'
import './found.css'
import { foundTime } from './found-time.ts'

const useFoundWords = ownWords<FoundWords>({ en, de })

/** By what the list is narrowed that an address names, and the way out of it. */
export function Found({ query }: { query: string }) {
  const words = useFoundWords()
  return (
    <section className="found" aria-label={words.title}>
      <ul>
        {useChips(new URLSearchParams(query)).map((chip) => (
          <li key={chip} dir="auto">
            {chip}
          </li>
        ))}
      </ul>
      <Link to={{ page: 'inbox', list: 'all', id: null }}>
        <X size={16} aria-hidden="true" />
        {words.all}
      </Link>
    </section>
  )
}

/** What is said where nothing is like that. */
export function NothingFound() {
  const words = useFoundWords()
  return (
    <div className="list-said empty">
      <h2>{words.empty}</h2>
      <p className="muted">{words.emptyHint}</p>
    </div>
  )
}

/** Each condition in words; what no list knows is left out. */
function useChips(asked: URLSearchParams): string[] {
  const words = useFoundWords()
  const said: SummaryWords = useSummaryWords()
  const write = useFigures()
  const names = said.outcomes as Record<string, string>
  const moods = said.sentiments as Record<string, string>
  const sayings: Record<string, (value: string) => string | undefined> = {
    outcome: (value) =>
      words.outcome(
        value
          .split(',')
          .map((one) => names[one] ?? one)
          .join(', '),
      ),
    sentiment: (value) => words.sentiment(moods[value] ?? value),
    quality: (value) => words.quality[value],
    topic: words.topic,
    handled: (value) => words.handled[value],
    rated: (value) => words.rated[value],
    page: words.page,
    country: (value) => words.country(write.country(value)),
    visitor: (value) => words.visitor[value],
  }
  const chips = Object.entries(sayings).map(([name, say]) => {
    const value = asked.get(name)
    return value === null ? undefined : say(value)
  })
  return [foundTime(asked, words, write.day), ...chips].filter((chip) => chip !== undefined)
}
