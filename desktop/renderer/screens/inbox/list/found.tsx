import { useFigures } from '../../../ui/format.ts'
import { Narrowed } from '../../../ui/narrowed.tsx'
import { foundTime, periodIn } from '../../../ui/period.ts'
import { found as de } from '../../../words/de/found.ts'
import { found as en, type FoundWords } from '../../../words/en/found.ts'
import type { SummaryWords } from '../../../words/en/summary.ts'
import { ownWords } from '../../../words/own-words.ts'
import { useSummaryWords } from '../../../words/screen-words.ts'

const useFoundWords = ownWords<FoundWords>({ en, de })

/** By what the list is narrowed that an address names, and the way out of it. */
export function Found({ query }: { query: string }) {
  const words = useFoundWords()
  const chips = useChips(new URLSearchParams(query))
  return <Narrowed title={words.title} chips={chips} all={words.all} to={{ page: 'inbox', list: 'all', id: null }} />
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
    handover: (value) => words.handover[value],
    answeredBy: words.answeredBy,
    asked: () => words.asked,
    rated: (value) => words.rated[value],
    page: words.page,
    country: (value) => words.country(write.country(value)),
    visitor: (value) => words.visitor[value],
    hour: (value) =>
      /^\d{1,2}$/.test(value) ? words.hour(write.hour(Number(value)), write.hour(Number(value) + 1)) : undefined,
  }
  const chips = Object.entries(sayings).map(([name, say]) => {
    const value = asked.get(name)
    return value === null ? undefined : say(value)
  })
  return [foundTime(periodIn(asked), words, write.day), ...chips].filter((chip) => chip !== undefined)
}
