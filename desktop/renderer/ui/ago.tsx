import type { LaterWords } from '../words/en/later.ts'
import { useLaterWords } from '../words/later-words.ts'
import { useLanguage } from '../words/words.tsx'
import { useNow } from './clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, in few words around which `said` puts its own, with the whole time for who rests on it. */
export function Ago({ at, said }: { at: number; said: (ago: string) => string }) {
  const { account } = useLaterWords()
  const { language } = useLanguage()
  const now = useNow(minute)
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString(language)}>
      {said(wordsFor(now - at, date, language, account.ago))}
    </time>
  )
}

function wordsFor(passed: number, date: Date, language: string, said: LaterWords['account']['ago']): string {
  if (passed < minute) return said.now
  if (passed < hour) return said.minutes(Math.floor(passed / minute))
  if (passed < day) return said.hours(Math.floor(passed / hour))
  return said.on(date.toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric' }))
}
