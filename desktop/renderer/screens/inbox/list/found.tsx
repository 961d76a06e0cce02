import { useFigures } from '../../../ui/format.ts'
import { Narrowed } from '../../../ui/narrowed.tsx'
import { foundTime, periodIn } from '../../../ui/period.ts'
import { found as de } from '../../../words/de/found.ts'
import { found as en, type FoundWords } from '../../../words/en/found.ts'
import type { SummaryWords } from '../../../words/en/summary.ts'
import { ownWords } from '../../../words/own-words.ts'
import { useSummaryWords } from '../../../words/screen-words.ts'

const useFoundWords = ownWords<FoundWords>({ en, de })

/** The filter of a list that an address names, and a link to all conversations. */
export function Found({ query }: { query: string }) {
  const words = useFoundWords()
  const chips = useChips(new URLSearchParams(query))
  return <Narrowed title={words.title} chips={chips} all={words.all} to={{ page: 'inbox', list: 'all', id: null }} />
}

/** The empty state of such a list. */
export function NothingFound() {
  const words = useFoundWords()
  return (
    <div className="list-said">
      <h2>{words.empty}</h2>
      <p className="muted">{words.emptyHint}</p>
    </div>
  )
}

/** Each condition in words; unknown ones are left out. */
function useChips(asked: URLSearchParams): string[] {
  const words = useFoundWords()
  const summaryWords: SummaryWords = useSummaryWords()
  const write = useFigures()
  const names = summaryWords.outcomes as Record<string, string>
  const moods = summaryWords.sentiments as Record<string, string>
  const describers: Record<string, (value: string) => string | undefined> = {
    status: (value) => words.status[value],
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
  const chips = Object.entries(describers).map(([name, describe]) => {
    const value = asked.get(name)
    return value === null ? undefined : describe(value)
  })
  return [foundTime(periodIn(asked), words, write.day), ...chips].filter((chip) => chip !== undefined)
}
