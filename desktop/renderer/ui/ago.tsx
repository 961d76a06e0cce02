import type { LaterWords } from '../words/en/later.ts'
import { useLaterWords } from '../words/later-words.ts'
import { useLanguage } from '../words/words.tsx'
import { useNow } from './clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A short age of something, within the text of `words`, with the full time as a tooltip. */
export function Ago({ at, text }: { at: number; text: (ago: string) => string }) {
  const { account } = useLaterWords()
  const { language } = useLanguage()
  const now = useNow(minute)
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString(language)}>
      {text(wordsFor(now - at, date, language, account.ago))}
    </time>
  )
}

function wordsFor(passed: number, date: Date, language: string, words: LaterWords['account']['ago']): string {
  if (passed < minute) return words.now
  if (passed < hour) return words.minutes(Math.floor(passed / minute))
  if (passed < day) return words.hours(Math.floor(passed / hour))
  return words.on(date.toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric' }))
}
