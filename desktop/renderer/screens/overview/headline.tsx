import type { OverviewAnswer } from '../../../../shared/overview.ts'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { callbacksRoute } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'
import { Figure } from './figure.tsx'
import { contactsOf, listsSince } from './links.ts'

/** The key figures, compared with the previous period. */
export function Headline({ answer }: { answer: OverviewAnswer }) {
  const { headline: words } = useOverviewWords()
  const write = useFigures()
  const { totals, previous, openCallbacks } = answer
  const { current: now, previous: then } = answer.headline
  const lists = listsSince(answer.range.since)
  const contacts = contactsOf({ from: answer.range.since })
  return (
    <section aria-label={words.title}>
      <h2 className="unseen">{words.title}</h2>
      <ul className={styles.figures}>
        <Figure name={words.conversations} now={totals.conversations} then={previous.conversations} to={lists()} />
        <Figure
          name={words.resolved}
          now={now.resolved}
          then={then.resolved}
          to={lists({ outcome: 'answered,booked,lead_captured', handled: 'assistant' })}
          note={now.summarized > 0 ? words.resolvedShare(write.share(now.resolved / now.summarized)) : ''}
        />
        <Figure name={words.escalated} now={now.escalated} then={then.escalated} to={lists({ handled: 'person' })} />
        <Figure
          name={words.needsPerson}
          now={now.needsPerson}
          then={then.needsPerson}
          note={words.needsPersonHint}
          to={lists({ outcome: 'unanswered,pending,callback_requested', handled: 'assistant' })}
        />
        <Figure
          name={words.unanswered}
          now={now.unanswered}
          then={then.unanswered}
          to={lists({ outcome: 'unanswered' })}
        />
        <Figure name={words.leads} now={totals.leads} then={previous.leads} to={contacts} />
        <Figure name={words.conversion} now={totals.conversion} then={previous.conversion} isShare to={contacts} />
        <Figure
          name={words.callbacks}
          now={now.callbacks}
          then={then.callbacks}
          to={callbacksRoute('all', { from: answer.range.since })}
          note={<Link to={{ page: 'callbacks', list: '' }}>{words.openCallbacks(write.whole(openCallbacks))}</Link>}
        />
        <Figure name={words.ratedUp} now={now.ratedUp} then={then.ratedUp} to={lists({ rated: 'up' })} />
        <Figure name={words.ratedDown} now={now.ratedDown} then={then.ratedDown} to={lists({ rated: 'down' })} />
      </ul>
    </section>
  )
}
