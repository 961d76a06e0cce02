import type { Route } from '../../app/route.ts'
import { heightOf, lineThrough, middleOf } from './scale.ts'

/** One place of a chart. */
export type Point = {
  /** As the axis has it, and as it is told. */
  short: string
  name: string
  count: number
  /** What stands beside it: the same place in the time before. */
  before?: { name: string; count: number } | undefined
  /** Where what it counts is listed. */
  to?: Route | undefined
}

type Props = { points: readonly Point[]; top: number; shape: 'line' | 'columns' }

/** The chart itself, in a square of 100 that is drawn as wide and as high as there is room. */
export function PlotDrawing({ points, top, shape }: Props) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="plot-grid" d="M0,0H100M0,50H100M0,100H100" />
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
      <path className="plot-under" d={`${line}L${middleOf(count - 1, count)},100L${middleOf(0, count)},100Z`} />
      {before.length > 0 && <path className="plot-before" d={lineThrough(before, top)} />}
      <path className="plot-line" d={line} />
    </>
  )
}

/** Of the room of a column, so much is drawn. */
const full = 0.7

function Columns({ points, top }: Omit<Props, 'shape'>) {
  const width = (100 / points.length) * full
  return points.map(({ name, count }, place) => {
    const height = heightOf(count, top)
    return (
      <rect
        key={name}
        className="plot-column"
        x={middleOf(place, points.length) - width / 2}
        y={100 - height}
        width={width}
        height={height}
      />
    )
  })
}
