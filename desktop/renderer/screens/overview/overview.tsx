import { useDesk } from '../../live/desk.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { Answer } from './answer.tsx'
import styles from './overview.module.css'
import { ownZone, type Range, rangeOf } from './range.ts'
import { RangeChoice } from './range-choice.tsx'
import { Today } from './today.tsx'
import { useOverview } from './use-overview.ts'

/** The overview of a site: today or yesterday, then problems and the outcomes of conversations in a period. */
export function Overview({ query }: { query: string }) {
  const { mayManage } = useDesk()
  const { frame } = useWords()
  const words = useOverviewWords()
  const range = rangeOf(query)
  return (
    <main className={styles.overview} tabIndex={-1}>
      <header className="cluster">
        <h1>{frame.overview}</h1>
      </header>
      {mayManage ? (
        <div className={`stack ${styles.page}`}>
          <Today range={range} />
          <PeriodSection range={range} />
        </div>
      ) : (
        <p className={styles.none}>{words.forAdmins}</p>
      )}
    </main>
  )
}

function PeriodSection({ range }: { range: Range }) {
  const words = useOverviewWords()
  const zone = ownZone()
  const query = useOverview(range.days, zone)
  return (
    <div className={`stack gap-4 ${styles.period}`} aria-busy={query.isPlaceholderData}>
      <div className="cluster spread">
        <p className="muted">{words.about(range.days, zone)}</p>
        <RangeChoice range={range} />
      </div>
      <QueryBoundary query={query}>
        {(answer) => (
          <>
            {query.isRefetchError && (
              <p role="status" className="muted">
                {words.stale(new Date(query.dataUpdatedAt).toLocaleTimeString())}
              </p>
            )}
            <Answer answer={answer} />
          </>
        )}
      </QueryBoundary>
    </div>
  )
}
