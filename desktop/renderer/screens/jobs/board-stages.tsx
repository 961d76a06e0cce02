import { useCallback, useMemo, useRef, useState } from 'react'
import { useDesk } from '../../live/desk.tsx'
import { useFigures } from '../../ui/format.ts'
import { useBoardWords } from '../../words/screen-words.ts'
import styles from './board.module.css'
import { BulkBar } from './board-bulk.tsx'
import { type CardActs, CardFace } from './board-card.tsx'
import { BoardColumn, rowHeight } from './board-column.tsx'
import { type BoardCursor, useBoardCursor } from './board-cursor.ts'
import { type Drag, useDrag } from './board-drag.ts'
import { pressArrow, useBoardKeys } from './board-keys.ts'
import { goalAt, goalBeside, useBoardMove } from './board-moves.ts'
import { type Selecting, useSelection } from './board-selection.ts'
import { type Columns, findJob, jobsOf, type Spot } from './board-state.ts'
import { type JobFilters, jobRoute } from './filters.ts'

type Props = {
  filters: JobFilters
  columns: Columns
  currency: string
  /** Whether the server has not answered a move of this person yet. */
  isMoving: boolean
}

/** The stages beside each other, with everything that moves jobs between them. */
export function BoardStages({ filters, columns: latest, currency, isMoving }: Props) {
  const [said, say] = useState('')
  const { board, columns, drag, ghost, press, cursor, selecting, acts, register, picked, pick } = useStages(
    filters,
    latest,
  )
  const shown = columns.find(({ stage }) => stage.id === picked) ?? columns[0]
  const origin = drag && findJob(columns, drag.job.id)?.column
  const common = { currency, filters, acts, say, register, isUsed: cursor.isUsed, isOwn: isMoving || drag !== null }
  return (
    <>
      <StageSwitch columns={columns} shown={shown?.stage.id} choose={pick} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards inside handle the events */}
      <div
        className={styles.columns}
        ref={board}
        data-dragging={drag !== null}
        onPointerDown={press}
        onKeyDown={(event) => pressArrow(event, cursor)}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.stage.id}
            column={column}
            isShown={column === shown}
            reached={cursor.spot?.column === column ? cursor.spot.job.id : null}
            chosen={selecting.chosen}
            dragged={origin === column ? (drag?.job.id ?? null) : null}
            gap={drag?.stageId === column.stage.id ? drag.place : null}
            {...common}
          />
        ))}
      </div>
      {drag && (
        <div className={styles.ghost} ref={ghost} style={{ width: drag.width }}>
          <CardFace job={drag.job} />
        </div>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      <BulkBar selecting={selecting} stages={columns.map(({ stage }) => stage)} />
    </>
  )
}

/** Dragging, the keyboard cursor and the selection. During a drag, the board stays as it was when the drag began. */
function useStages(filters: JobFilters, latest: Columns) {
  const { site } = useDesk()
  const board = useRef<HTMLDivElement>(null)
  const [picked, pick] = useState<string | null>(null)
  const { register, scrollTo } = useScrolls()
  const move = useBoardMove(latest)
  const drop = ({ job, columns, stageId, place }: Drag) => {
    const column = columns.find(({ stage }) => stage.id === stageId)
    cursor.stand(job.id)
    if (column) void move(job, goalAt(column, job.id, place)).then(() => cursor.focus(job.id))
  }
  const { drag, ghost, press } = useDrag({ board, columns: latest, rowHeight, drop })
  const columns = drag?.columns ?? latest
  const show = ({ column: { stage }, place }: Spot) => {
    pick(stage.id)
    scrollTo(stage.id, place)
  }
  const cursor = useBoardCursor({ site: site.id, columns, board, show })
  const jobs = useMemo(() => jobsOf(columns), [columns])
  const selecting = useSelection(jobs)
  const acts = useCardActs(columns, cursor, selecting, (job, stage) => {
    cursor.stand(job.id)
    if (job.stage.id !== stage.id) void move(job, { stage }).then(() => cursor.focus(job.id))
  })
  useBoardKeys({
    ...{ board, cursor, selecting },
    routeOf: (id) => jobRoute(id, filters),
    moveTo(to) {
      const { spot } = cursor
      const goal = spot && goalBeside(columns, spot, to)
      if (!spot || !goal) return
      void move(spot.job, goal).then(() => cursor.focus(spot.job.id))
      cursor.focus(spot.job.id)
    },
  })
  return { board, columns, drag, ghost, press, cursor, selecting, acts, register, picked, pick }
}

/** What cards can do, as the same object, so that they are not rendered again. */
function useCardActs(
  columns: Columns,
  { stand }: BoardCursor,
  { toggle, upTo }: Selecting,
  moveTo: CardActs['moveTo'],
) {
  const acts: CardActs = { stages: () => columns.map(({ stage }) => stage), stand, toggle, upTo, moveTo }
  const latest = useRef(acts)
  latest.current = acts
  return useMemo<CardActs>(
    () => ({
      stages: () => latest.current.stages(),
      stand: (id) => latest.current.stand(id),
      toggle: (id) => latest.current.toggle(id),
      upTo: (id) => latest.current.upTo(id),
      moveTo: (job, stage) => latest.current.moveTo(job, stage),
    }),
    [],
  )
}

/** How each stage scrolls to a place. */
function useScrolls() {
  const scrolls = useRef(new Map<string, (place: number) => void>())
  const register = useCallback((stageId: string, scroll: ((place: number) => void) | null) => {
    if (scroll) scrolls.current.set(stageId, scroll)
    else scrolls.current.delete(stageId)
  }, [])
  return { register, scrollTo: (stageId: string, place: number) => scrolls.current.get(stageId)?.(place) }
}

type SwitchProps = { columns: Columns; shown: string | undefined; choose: (stageId: string) => void }

/** Chooses the stage that a narrow window shows. */
function StageSwitch({ columns, shown, choose }: SwitchProps) {
  const words = useBoardWords()
  const figures = useFigures()
  return (
    <fieldset className={`row gap-1 ${styles.switch}`}>
      <legend className="unseen">{words.stages}</legend>
      {columns.map(({ stage: { id, name, count, color } }) => (
        <button key={id} type="button" className="quiet" aria-pressed={id === shown} onClick={() => choose(id)}>
          <span className="dot" style={{ background: color }} aria-hidden="true" />
          <bdi className="truncate">{name}</bdi>
          <span className="muted">{figures.whole(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
