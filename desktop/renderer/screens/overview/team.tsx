import type { Insights, OverviewAnswer } from '../../../../shared/overview.ts'
import { useFigures } from '../../ui/format.ts'
import { type CallbackListName, callbacksRoute, type Route } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import { Bars } from './bars.tsx'
import styles from './cards.module.css'
import { type Fact, Facts } from './facts.tsx'
import { listsSince } from './links.ts'

const hour = 3_600
/** Shown if there is no data. */
const none = '–'

/** Conversation details, and the team's work: live chats, who answered them, and callbacks. */
export function Team({ answer: { insights, range } }: { answer: OverviewAnswer }) {
  const { live, callbacks, engagement } = insights
  const words = useOverviewWords()
  const write = useFigures()
  const { medianWaitSeconds: wait, byPerson } = live
  const { medianHoursToDone: hours } = callbacks
  const lists = listsSince(range.since)
  const count = useCounts()
  const called = (status: CallbackListName) => callbacksRoute(status, { from: range.since })
  return (
    <div className={`grid ${styles.four}`}>
      <Engagement {...engagement} lists={lists} />
      <Facts
        title={words.live.title}
        facts={[
          count(words.live.requested, live.requested, lists({ handover: 'requested' })),
          count(words.live.answered, live.answered, lists({ handover: 'answered' })),
          count(words.live.missed, live.missed, lists({ handover: 'missed' })),
          [
            words.live.wait,
            wait === null ? none : write.length(wait),
            wait === null ? undefined : lists({ handover: 'answered' }),
          ],
        ]}
      />
      {byPerson.length > 0 && (
        <Bars
          title={words.live.people}
          bars={byPerson.map(({ name, count }) => ({ key: name, name, count, to: lists({ answeredBy: name }) }))}
        />
      )}
      <Facts
        title={words.callbacks.title}
        facts={[
          count(words.callbacks.requested, callbacks.requested, called('all')),
          count(words.callbacks.open, callbacks.open, called('open')),
          count(words.callbacks.done, callbacks.done, called('done')),
          count(words.callbacks.dismissed, callbacks.dismissed, called('dismissed')),
          [
            words.callbacks.hours,
            hours === null ? none : write.length(hours * hour),
            hours === null ? undefined : called('done'),
          ],
        ]}
      />
    </div>
  )
}

/** Formats a count as a link to what it counts, if there is any. */
function useCounts() {
  const write = useFigures()
  return (name: string, count: number, to: Route): Fact => [name, write.whole(count), count > 0 ? to : undefined]
}

type Went = Insights['engagement'] & { lists: ReturnType<typeof listsSince> }

function Engagement({ avgMessages, medianSeconds, oneMessage, returningVisitors, lists }: Went) {
  const { engagement: words } = useOverviewWords()
  const write = useFigures()
  const count = useCounts()
  const some = avgMessages > 0 ? lists() : undefined
  return (
    <Facts
      title={words.title}
      facts={[
        [words.messages, write.decimal(avgMessages), some],
        [words.seconds, write.length(medianSeconds), some],
        count(words.one, oneMessage, lists({ visitor: 'oneMessage' })),
        count(words.returning, returningVisitors, lists({ visitor: 'returning' })),
      ]}
    />
  )
}
