import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useFigures } from '../../ui/format.ts'
import { navigate } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import cards from './cards.module.css'
import styles from './plot.module.css'
import type { Point } from './plot-drawing.tsx'
import { PlotDrawing } from './plot-drawing.tsx'
import { PlotTable } from './plot-table.tsx'
import { middleOf, placeAt, topOf } from './scale.ts'

type Props = { title: string; head: string; points: readonly Point[]; shape: 'line' | 'columns' }

/** A chart over time. The pointer and the arrow keys show the figure of each point; a table has them all. */
export function Plot({ title, head, points, shape }: Props) {
  const words = useOverviewWords()
  const write = useFigures()
  const [place, setPlace] = useState<number>()
  const top = topOf(points.flatMap(({ count, before }) => [count, before?.count ?? 0]))
  const shown = place === undefined ? undefined : points[place]
  const describe = ({ before, ...point }: Point) =>
    (before ? [point, before] : [point]).map(({ name, count }) => `${name}: ${write.whole(count)}`).join(' · ')
  return (
    <figure className={`stack ${cards.card} ${styles.plot}`}>
      <figcaption className="cluster spread">
        <h2>{title}</h2>
        <span className={styles.said}>{shown ? describe(shown) : points[0]?.before && words.thin}</span>
      </figcaption>
      <div className={styles.area}>
        <div className={styles.scale} aria-hidden="true">
          <span>{write.short(top)}</span>
          <span>{top > 1 && write.short(top / 2)}</span>
          <span>0</span>
        </div>
        <Cursor
          points={points}
          place={place}
          move={setPlace}
          label={title}
          describe={describe}
          drawing={<PlotDrawing points={points} top={top} shape={shape} />}
        />
        <div className={`row spread ${styles.ends}`} aria-hidden="true">
          <span>{points[0]?.short}</span>
          <span>{points[Math.floor(points.length / 2)]?.short}</span>
          <span>{points.at(-1)?.short}</span>
        </div>
      </div>
      <PlotTable title={title} head={head} points={points} />
    </figure>
  )
}

type CursorProps = {
  points: readonly Point[]
  place: number | undefined
  move(place: number | undefined): void
  label: string
  describe(point: Point): string
  drawing: React.ReactNode
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 7,
  PageDown: -7,
}

/** A point's tooltip, with a link to what it counts. */
function Cursor({ points, place, move, label, describe, drawing }: CursorProps) {
  const words = useOverviewWords()
  const last = points.length - 1
  const at = Math.min(place ?? last, last)
  const point = points[at]
  if (!point) return null
  const open = () => {
    if (point.to && point.count > 0) navigate(point.to)
  }
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    move(placeAt((clientX - left) / width, points.length))
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (key === 'Enter') return open()
    const next = key === 'Home' ? 0 : key === 'End' ? last : at + (steps[key] ?? 0)
    if (next === at) return
    event.preventDefault()
    move(Math.max(0, Math.min(last, next)))
  }
  return (
    <div
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description={words.keys}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={describe(point)}
      data-leads={point.to !== undefined && point.count > 0}
      onFocus={() => move(at)}
      onBlur={() => move(undefined)}
      onKeyDown={press}
      onPointerMove={follow}
      onPointerLeave={() => move(undefined)}
      onClick={open}
    >
      {drawing}
      {place !== undefined && <span className={styles.mark} style={{ left: `${middleOf(at, points.length)}%` }} />}
    </div>
  )
}
