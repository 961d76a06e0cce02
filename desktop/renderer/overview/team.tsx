import type { Insights, OverviewAnswer } from '../../../shared/overview.ts'
import { Bars } from './bars.tsx'
import { Facts } from './facts.tsx'
import { useFigures } from './figures.ts'
import { listsSince } from './links.ts'
import { useOverviewWords } from './words.ts'

const hour = 3_600

/** How conversations went, and what the team did: live chats, who answered them, and callbacks. */
export function Team({ answer: { insights, range } }: { answer: OverviewAnswer }) {
  const { live, callbacks, engagement } = insights
  const words = useOverviewWords()
  const write = useFigures()
  const { medianWaitSeconds: wait, byPerson } = live
  const { medianHoursToDone: hours } = callbacks
  return (
    <div className="overview-cards four">
      <Engagement {...engagement} since={range.since} />
      <Facts
        title={words.live.title}
        facts={[
          [words.live.requested, write.whole(live.requested)],
          [words.live.answered, write.whole(live.answered)],
          [words.live.missed, write.whole(live.missed)],
          [words.live.wait, wait === null ? '–' : write.length(wait)],
        ]}
      />
      {byPerson.length > 0 && (
        <Bars title={words.live.people} bars={byPerson.map(({ name, count }) => ({ key: name, name, count }))} />
      )}
      <Facts
        title={words.callbacks.title}
        facts={[
          [words.callbacks.requested, write.whole(callbacks.requested)],
          [
            words.callbacks.open,
            write.whole(callbacks.open),
            callbacks.open > 0 ? { page: 'callbacks', list: '' } : undefined,
          ],
          [words.callbacks.done, write.whole(callbacks.done)],
          [words.callbacks.dismissed, write.whole(callbacks.dismissed)],
          [words.callbacks.hours, hours === null ? '–' : write.length(hours * hour)],
        ]}
      />
    </div>
  )
}

type Went = Insights['engagement'] & { since: number }

function Engagement({ avgMessages, medianSeconds, oneMessage, returningVisitors, since }: Went) {
  const { engagement: words } = useOverviewWords()
  const write = useFigures()
  const lists = listsSince(since)
  const some = (count: number, visitor: 'oneMessage' | 'returning') => (count > 0 ? lists({ visitor }) : undefined)
  return (
    <Facts
      title={words.title}
      facts={[
        [words.messages, write.decimal(avgMessages)],
        [words.seconds, write.length(medianSeconds)],
        [words.one, write.whole(oneMessage), some(oneMessage, 'oneMessage')],
        [words.returning, write.whole(returningVisitors), some(returningVisitors, 'returning')],
      ]}
    />
  )
}
