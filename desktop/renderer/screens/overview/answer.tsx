import type { OverviewAnswer } from '../../../../shared/overview.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import { Asked } from './asked.tsx'
import { Daily } from './daily.tsx'
import { Headline } from './headline.tsx'
import { Health } from './health.tsx'
import { AppointmentFigures, JobFigures } from './jobs.tsx'
import { Kinds } from './kinds.tsx'
import styles from './overview.module.css'
import { Recent } from './recent.tsx'
import { Team } from './team.tsx'

/** The overview, problems first. */
export function Answer({ answer }: { answer: OverviewAnswer }) {
  const { totals, previous, openCallbacks } = answer
  const isEmpty = [totals, previous].every(({ conversations, leads }) => conversations + leads === 0)
  return (
    <>
      <Health problems={answer.health} />
      {isEmpty && openCallbacks === 0 ? (
        <Nothing />
      ) : (
        <>
          <Headline answer={answer} />
          <Daily answer={answer} />
          <Kinds answer={answer} />
          <Team answer={answer} />
        </>
      )}
      <JobFigures answer={answer} />
      <AppointmentFigures answer={answer} />
      <Asked questions={answer.insights.unansweredQuestions} />
      <Recent answer={answer} />
    </>
  )
}

function Nothing() {
  const words = useOverviewWords()
  return (
    <section className={`stack ${styles.empty}`}>
      <h2>{words.empty}</h2>
      <p className="muted">{words.emptyHint}</p>
      <Link to={{ page: 'settings', name: 'website' }}>{words.emptyNow}</Link>
    </section>
  )
}
