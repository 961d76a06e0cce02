import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Job } from '../../../../shared/job.ts'
import { useFigures } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { useVirtualRows } from '../../ui/virtual-list.tsx'
import { useBoardWords } from '../../words/screen-words.ts'
import styles from './board.module.css'
import { QuickAdd } from './board-add.tsx'
import { Card, type CardActs } from './board-card.tsx'
import { type Column, isCut, othersIn } from './board-state.ts'
import { type JobFilters, jobsRoute } from './filters.ts'

/** In pixels, as in the style sheet: a card with the gap below it. */
export const rowHeight = 128
const overscan = 4

export type ColumnProps = {
  column: Column
  currency: string
  filters: JobFilters
  /** A narrow window shows only this stage. */
  isShown: boolean
  /** The job of the keyboard cursor, if it is in this stage. */
  reached: string | null
  /** Whether the keyboard cursor was used. */
  isUsed: boolean
  chosen: ReadonlySet<string>
  /** The dragged job, if it comes from this stage. */
  dragged: string | null
  /** Where the dragged job would land, if it is over this stage. */
  gap: number | null
  /** What changes is this person's doing, so the list does not keep still. */
  isOwn: boolean
  acts: CardActs
  say: (text: string) => void
  /** Registers how to scroll to a place. */
  register: (stageId: string, show: ((place: number) => void) | null) => void
}

/** A stage of the board, with its jobs as cards. Only visible ones are rendered. */
export const BoardColumn = memo(function BoardColumn(props: ColumnProps) {
  const { column, filters, isShown, say } = props
  const { stage } = column
  const words = useBoardWords()
  const figures = useFigures()
  return (
    <section
      className={styles.column}
      data-stage={stage.id}
      data-shown={isShown}
      data-over={props.gap !== null}
      aria-label={stage.name}
    >
      <ColumnHead column={column} currency={props.currency} />
      <Cards {...props} />
      {isCut(column) && (
        <p className={styles.cut}>{words.read(figures.whole(column.items.length), figures.whole(stage.count))}</p>
      )}
      <QuickAdd stage={stage} filters={filters} say={say} />
    </section>
  )
})

function ColumnHead({ column: { stage }, currency }: Pick<ColumnProps, 'column' | 'currency'>) {
  const words = useBoardWords()
  const figures = useFigures()
  const money = useMoney()
  const sum = money(stage.valueCents / 100, currency)
  return (
    <header className={styles.columnHead}>
      <span className="dot" style={{ background: stage.color }} aria-hidden="true" />
      <h2 className="truncate" title={stage.name} dir="auto">
        {stage.name}
      </h2>
      <span className={styles.count}>
        <span aria-hidden="true">{figures.whole(stage.count)}</span>
        <span className="unseen">{words.shown(stage.count)}</span>
      </span>
      {stage.valueCents > 0 && (
        <span className={styles.sum} title={words.sum(sum)}>
          {sum}
        </span>
      )}
    </header>
  )
}

/** A card, or the gap into which the dragged one would fall. */
type Row = Job | 'gap'

const keyOf = (row: Row) => (row === 'gap' ? row : row.id)

function Cards({ column, filters, reached, isUsed, chosen, dragged, gap, isOwn, acts, register }: ColumnProps) {
  const words = useBoardWords()
  const rows = useMemo(() => rowsOf(column, dragged, gap), [column, dragged, gap])
  const list = useVirtualRows<Row, HTMLDivElement>({ items: rows, keyOf, rowHeight, overscan })
  const { scroller, shown, height, scrollTo } = list
  const { id } = column.stage
  useStillScroll(scroller, column.items, isOwn)
  const scrollNow = useRef(scrollTo)
  scrollNow.current = scrollTo
  useEffect(() => {
    register(id, (place) => scrollNow.current(place))
    return () => register(id, null)
  }, [register, id])
  const { query } = jobsRoute(filters)
  // A list that scrolls needs something that Tab reaches.
  const tabbed = reached ?? keyOf(rows[shown[0]?.index ?? 0] ?? 'gap')
  const origin = column.items.find((job) => job.id === dragged)
  const card = (job: Job) => (
    <Card
      job={job}
      query={query}
      isCurrent={isUsed && job.id === reached}
      isReached={job.id === tabbed}
      isChosen={chosen.has(job.id)}
      acts={acts}
    />
  )
  return (
    <div className={styles.list} ref={scroller} data-list={id}>
      {rows.length === 0 && <p className={`muted ${styles.noCards}`}>{words.empty}</p>}
      <ul aria-label={column.stage.name} className={styles.rows} style={{ height }}>
        {[
          ...shown.map(({ index, start, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <li key={key} aria-posinset={index + 1} aria-setsize={column.stage.count} style={at(start)}>
                {row === 'gap' ? <div className={styles.gap} /> : card(row)}
              </li>
            )
          }),
          // The pressed card stays on the page, or a touch on it would end.
          origin && (
            <li key={origin.id} className={styles.origin} aria-hidden="true">
              {card(origin)}
            </li>
          ),
        ]}
      </ul>
    </div>
  )
}

/** Not a transform, which the popup of a card would not follow. */
const at = (start: number) => ({ insetBlockStart: start })

function rowsOf(column: Column, dragged: string | null, gap: number | null): readonly Row[] {
  const jobs: readonly Row[] = dragged === null ? column.items : othersIn(column, dragged)
  return gap === null ? jobs : jobs.toSpliced(gap, 0, 'gap')
}

/** This many visible cards are remembered, because the first may be the one that left. */
const maxAnchors = 6

/** Keeps the visible cards where they are when others appear or leave above them. */
function useStillScroll(scroller: RefObject<HTMLElement | null>, items: readonly Job[], isOwn: boolean): void {
  const isOff = useRef(isOwn)
  isOff.current = isOwn
  const anchors = useRef<{ ids: readonly string[]; top: number }>({ ids: [], top: 0 })
  useEffect(() => {
    const list = scroller.current
    const remember = () => {
      if (list) anchors.current = anchorsIn(list, items)
    }
    remember()
    list?.addEventListener('scroll', remember, { passive: true })
    return () => list?.removeEventListener('scroll', remember)
  }, [scroller, items])
  useLayoutEffect(() => {
    const list = scroller.current
    const { ids, top } = anchors.current
    // At the beginning, a new first card is welcome, unless somebody points at one.
    if (!list || isOff.current || (list.scrollTop === 0 && !list.matches(':hover'))) return
    for (const [below, id] of ids.entries()) {
      const place = items.findIndex((job) => job.id === id)
      if (place < 0) continue
      const wanted = (place - below) * rowHeight + top
      if (list.scrollTop !== wanted) list.scrollTop = wanted
      return
    }
  }, [scroller, items])
}

function anchorsIn({ scrollTop }: HTMLElement, items: readonly Job[]) {
  const first = Math.floor(scrollTop / rowHeight)
  return { ids: items.slice(first, first + maxAnchors).map(({ id }) => id), top: scrollTop - first * rowHeight }
}
