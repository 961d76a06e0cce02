/** @jsxImportSource preact */
import { fill } from '../../words/words.ts'
import { useBookingChat } from '../chat-context.tsx'
import { ExternalLink } from '../external-link.tsx'
import { Icon } from '../icon.tsx'
import type { BookingView } from './use-booking.ts'

type Shown = NonNullable<BookingView['problem']>

/** Why something did not work, and what to do. */
export function Problem({ problem, retry }: { problem: Shown; retry?: (() => void) | undefined }) {
  const { words } = useBookingChat()
  return (
    <div class="panel tone error" role="alert">
      <Icon name="alert" />
      <div class="grow">
        <p>{useProblemWords(problem)}</p>
        {problem.kind === 'elsewhere' && (
          <ExternalLink address={problem.url} class="chip">
            {words.goThere}
          </ExternalLink>
        )}
        {retry && (
          <button type="button" class="chip" onClick={retry}>
            {words.retry}
          </button>
        )}
      </div>
    </div>
  )
}

function useProblemWords({ kind, minutes, field }: Shown): string {
  const { words } = useBookingChat()
  if (kind === 'wrong' && field === 'email') return words.notEmail
  if (kind === 'wrong' && field === 'phone') return words.notPhone
  const texts: Record<Shown['kind'], string> = {
    offline: words.bookOffline,
    unreachable: words.bookUnsure,
    tooOften: fill(words.bookTooOften, { count: minutes }),
    calendar: words.calendarDown,
    taken: words.taken,
    expired: words.timesChanged,
    changed: words.timesChanged,
    elsewhere: words.bookElsewhere,
    over: words.appointmentOver,
    off: words.bookingsOff,
    challenge: words.challenge,
    refused: words.refused,
    wrong: words.bookFailed,
    failed: words.bookFailed,
  }
  return texts[kind]
}
