import { useDesk } from '../../live/desk.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import '../../ui/page.css'
import { useWords } from '../../words/words.tsx'
import { Answer } from './answer.tsx'
import './cards.css'
import './overview.css'
import { daysOf, ownZone } from './range.ts'
import { RangeChoice } from './range-choice.tsx'
import { useOverview } from './use-overview.ts'

/** How the site is doing: what fails, what came of the conversations, and what could not be answered. */
export function Overview({ query }: { query: string }) {
  const { mayManage } = useDesk()
  const { frame } = useWords()
  const words = useOverviewWords()
  const days = daysOf(query)
  return (
    <main className="overview" tabIndex={-1}>
      <header>
        <h1>{frame.overview}</h1>
        {mayManage && <RangeChoice days={days} />}
      </header>
      {mayManage ? <Read days={days} /> : <p className="empty">{words.forAdmins}</p>}
    </main>
  )
}

function Read({ days }: { days: number }) {
  const words = useOverviewWords()
  const zone = ownZone()
  const query = useOverview(days, zone)
  return (
    <div className="overview-page" aria-busy={query.isPlaceholderData}>
      <p className="muted">{words.about(days, zone)}</p>
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
