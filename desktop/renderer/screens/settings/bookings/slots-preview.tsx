import { useQuery } from '@tanstack/react-query'
import type { Slots } from '../../../../../shared/booking.ts'
import { Section } from '../../../form/fields.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useZonedTimes } from '../../../ui/zoned-times.ts'
import { useBookingsWords } from '../../../words/screen-words.ts'

const maxTimes = 12
const staleAfter = 60_000

/** The free times of the next days, as visitors see them with the saved settings. */
export function SlotsPreview({ isDirty }: { isDirty: boolean }) {
  const words = useBookingsWords()
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: [...keys.bookings(site.id), 'slots'],
    queryFn: () => client.bookings.slots.query({ site: site.id }),
    staleTime: staleAfter,
  })
  return (
    <Section title={words.preview} hint={isDirty ? words.previewSaved : undefined}>
      <QueryBoundary query={query}>{(slots) => <Days slots={slots} />}</QueryBoundary>
    </Section>
  )
}

function Days({ slots: { days, next, timezone, duration } }: { slots: Slots }) {
  const words = useBookingsWords()
  const times = useZonedTimes(timezone)
  return (
    <>
      <p className="muted">{words.previewOf(duration, timezone)}</p>
      <dl>
        {days.map(({ date, slots }) => (
          <div key={date}>
            <dt>{times.longDay(date)}</dt>
            <dd className="cluster gap-1">
              {slots.length === 0 && <span className="muted">{words.noTimes}</span>}
              {slots.slice(0, maxTimes).map(({ start }) => (
                <span key={start} className="pill">
                  {times.clock(start)}
                </span>
              ))}
              {slots.length > maxTimes && <span className="muted">{words.moreTimes(slots.length - maxTimes)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {next !== null && days.every(({ slots }) => slots.length === 0) && <p>{words.nextDay(times.longDay(next))}</p>}
    </>
  )
}
