import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDeleted } from '../../live/delete-later.ts'
import { useDesk } from '../../live/desk.tsx'
import { useBoardWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './board.module.css'
import { EmptyBoard } from './board-empty.tsx'
import { BoardHead } from './board-head.tsx'
import { BoardStages } from './board-stages.tsx'
import { withMove, withoutJobs } from './board-state.ts'
import { filtersIn, type JobFilters } from './filters.ts'
import { LostReasonDialog } from './lost-reason.tsx'
import { usePendingMoves } from './move.ts'
import { boardQuery, pipelineQuery } from './queries.ts'

/** The jobs of the site on a board, a column for each stage. */
export function Board({ query }: { query: string }) {
  const { site } = useDesk()
  const filters = useMemo(() => filtersIn(query), [query])
  return (
    <main className="full-screen">
      <BoardHead filters={filters} />
      {/* Reset for another site, so that no selection carries over. */}
      <Shown key={site.id} filters={filters} />
      <LostReasonDialog />
      <LeaveDialog />
    </main>
  )
}

/** The board as the server knows it, with this person's moves on the way there. */
function useColumns(filters: JobFilters) {
  const desk = useDesk()
  const pipeline = useQuery(pipelineQuery(desk))
  const stages = pipeline.data?.stages
  const ids = useMemo(() => stages?.map(({ id }) => id), [stages])
  const board = useQuery(boardQuery(desk, ids, filters))
  const moves = usePendingMoves()
  const deleted = useDeleted()
  const { data } = board
  const columns = useMemo(
    () => data && withoutJobs(moves.filter(({ site }) => site === desk.site.id).reduce(withMove, data), deleted),
    [data, moves, desk.site.id, deleted],
  )
  return {
    columns,
    currency: pipeline.data?.currency,
    error: pipeline.error ?? board.error,
    refetch: () => void (pipeline.data ? board.refetch() : pipeline.refetch()),
    isMoving: moves.length > 0,
  }
}

function Shown({ filters }: { filters: JobFilters }) {
  const words = useBoardWords()
  const { common } = useWords()
  const { columns, currency, error, refetch, isMoving } = useColumns(filters)
  if (columns === undefined || currency === undefined) {
    if (!error) return <Skeleton label={common.loading} />
    return (
      <div className="list-said" role="alert">
        <p>{words.failed}</p>
        <p className="muted">{wordsOf(error)}</p>
        <button type="button" className="quiet" onClick={refetch}>
          {common.retry}
        </button>
      </div>
    )
  }
  const count = columns.reduce((sum, { stage }) => sum + stage.count, 0)
  return (
    <>
      <p className="unseen" role="status">
        {words.shown(count)}
      </p>
      {count === 0 ? <EmptyBoard filters={filters} /> : <BoardStages {...{ filters, columns, currency, isMoving }} />}
    </>
  )
}

const Skeleton = ({ label }: { label: string }) => (
  <div className={styles.columns} role="status" aria-label={label}>
    {[1, 2, 3, 4].map((one) => (
      <div key={one} className={styles.column}>
        <div className="skeleton apart" />
        <div className="skeleton apart" />
      </div>
    ))}
  </div>
)
