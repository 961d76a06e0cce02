import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Problem } from '../../../../shared/overview.ts'
import { Link } from '../../ui/link.tsx'
import { parseRoute } from '../../ui/route.ts'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords, useOverviewWords } from '../../words/screen-words.ts'
import styles from './overview.module.css'

/** Current problems, with links to where they can be fixed. */
export function Health({ problems }: { problems: Problem[] }) {
  const words = useOverviewWords()
  if (problems.length === 0)
    return (
      <p className={`row ${styles.well}`}>
        <CircleCheck size={16} aria-hidden="true" />
        {words.health.well}
      </p>
    )
  return (
    <section className={`stack gap-1 ${styles.health}`} aria-label={words.health.title}>
      <h2 className="row">
        <TriangleAlert size={16} aria-hidden="true" />
        {words.health.title}
      </h2>
      <ul>
        {problems.map((problem) => (
          <Failing key={`${problem.kind} ${problem.detail}`} {...problem} />
        ))}
      </ul>
    </section>
  )
}

function Failing({ kind, title, detail, page, reason, params }: Problem) {
  const words = useOverviewWords()
  const problem = (words.health.kinds as Record<string, string>)[kind] ?? title
  const to = parseRoute(page)
  const text = failureText({ reason, params }, detail, useFailureWords())
  const isOwn = text !== detail
  return (
    <li className="cluster spread">
      <p>
        <strong>{problem}</strong>
        {text && (
          <>
            <br />
            <span className="muted" dir="auto" lang={isOwn ? undefined : 'en'}>
              {text}
            </span>
          </>
        )}
      </p>
      {/* Problems that cannot be fixed in the dashboard link here. */}
      {to && to.page !== 'overview' && (
        <Link to={to} aria-label={`${words.health.mend}: ${problem}`}>
          {words.health.mend}
        </Link>
      )}
    </li>
  )
}
