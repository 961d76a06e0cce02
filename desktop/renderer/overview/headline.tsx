import type { OverviewAnswer } from '../../../shared/overview.ts'
import type { Route } from '../frame/route.ts'
import { Figure } from './figure.tsx'
import { useFigures } from './figures.ts'
import { useOverviewWords } from './words.ts'

/** The figures that say most, each beside that of the time before. */
export function Headline({ answer }: { answer: OverviewAnswer }) {
  const { headline: words } = useOverviewWords()
  const write = useFigures()
  const { totals, previous, openCallbacks } = answer
  const { current: now, previous: then } = answer.headline
  const callbacks: Route = { page: 'callbacks', list: '' }
  const contacts: Route = { page: 'contacts', id: null, query: '' }
  return (
    <section aria-label={words.title}>
      <h2 className="unseen">{words.title}</h2>
      <ul className="figures">
        <Figure name={words.conversations} now={totals.conversations} then={previous.conversations} />
        <Figure
          name={words.resolved}
          now={now.resolved}
          then={then.resolved}
          note={now.summarized > 0 ? words.resolvedShare(write.percent(now.resolved / now.summarized)) : ''}
        />
        <Figure name={words.escalated} now={now.escalated} then={then.escalated} />
        <Figure name={words.needsPerson} now={now.needsPerson} then={then.needsPerson} />
        <Figure name={words.unanswered} now={now.unanswered} then={then.unanswered} />
        <Figure name={words.leads} now={totals.leads} then={previous.leads} to={contacts} />
        <Figure name={words.conversion} now={totals.conversion} then={previous.conversion} isShare />
        <Figure
          name={words.callbacks}
          now={now.callbacks}
          then={then.callbacks}
          note={words.openCallbacks(write.whole(openCallbacks))}
          to={callbacks}
        />
        <Figure name={words.ratedUp} now={now.ratedUp} then={then.ratedUp} />
        <Figure name={words.ratedDown} now={now.ratedDown} then={then.ratedDown} />
      </ul>
    </section>
  )
}
