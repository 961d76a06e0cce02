import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Problem } from '../../../../shared/overview.ts'
import { parseRoute } from '../../app/route.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords, usePagesWords } from '../../words/screen-words.ts'
import { detailWords } from './health-words.ts'

/** What fails now, each with the way to where it is put right. */
export function Health({ problems }: { problems: Problem[] }) {
  const words = useOverviewWords()
  if (problems.length === 0)
    return (
      <p className="overview-well">
        <CircleCheck size={16} aria-hidden="true" />
        {words.health.well}
      </p>
    )
  return (
    <section className="overview-health" aria-label={words.health.title}>
      <h2>
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

function Failing({ kind, title, detail, page }: Problem) {
  const words = useOverviewWords()
  const said = (words.health.kinds as Record<string, string>)[kind] ?? title
  const to = parseRoute(page)
  const { why } = usePagesWords()
  const { text, isOwn } = detailWords({ kind, detail }, words.health.details, why)
  return (
    <li>
      <p>
        <strong>{said}</strong>
        {text && (
          <>
            <br />
            <span className="muted" dir="auto" lang={isOwn ? undefined : 'en'}>
              {text}
            </span>
          </>
        )}
      </p>
      {/* What is put right by nothing in the dashboard leads here. */}
      {to && to.page !== 'overview' && (
        <Link to={to} aria-label={`${words.health.mend}: ${said}`}>
          {words.health.mend}
        </Link>
      )}
    </li>
  )
}
