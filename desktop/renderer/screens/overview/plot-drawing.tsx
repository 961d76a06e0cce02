import type { Route } from '../../ui/route.ts'
import styles from './plot.module.css'
import { heightOf, lineThrough, middleOf } from './scale.ts'

/** A point of a chart. */
export type Point = {
  /** Its labels on the axis and in the tooltip. */
  short: string
  name: string
  count: number
  /** The same point of the previous period. */
  before?: { name: string; count: number } | undefined
  /** The list of what it counts. */
  to?: Route | undefined
}

type Props = { points: readonly Point[]; top: number; shape: 'line' | 'columns' }

/** The chart itself, in a square of 100 units that is stretched to the available space. */
export function PlotDrawing({ points, top, shape }: Props) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.grid} d="M0,0H100M0,50H100M0,100H100" />
      {shape === 'line' ? <Lines points={points} top={top} /> : <Columns points={points} top={top} />}
    </svg>
  )
}

function Lines({ points, top }: Omit<Props, 'shape'>) {
  const line = lineThrough(
    points.map(({ count }) => count),
    top,
  )
  const before = points.flatMap((point) => point.before?.count ?? [])
  const count = points.length
  return (
    <>
      <path className={styles.under} d={`${line}L${middleOf(count - 1, count)},100L${middleOf(0, count)},100Z`} />
      {before.length > 0 && <path className={styles.before} d={lineThrough(before, top)} />}
      <path className={styles.line} d={line} />
    </>
  )
}

/** The share of a column's width that is drawn. */
const full = 0.7

function Columns({ points, top }: Omit<Props, 'shape'>) {
  const width = (100 / points.length) * full
  return points.map(({ name, count }, place) => {
    const height = heightOf(count, top)
    return (
      <rect
        key={name}
        className={styles.column}
        x={middleOf(place, points.length) - width / 2}
        y={100 - height}
        width={width}
        height={height}
      />
    )
  })
}
