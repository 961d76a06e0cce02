import { useState } from 'react'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './plot.module.css'
import type { Point } from './plot-drawing.tsx'

/** All figures of a chart as a table. Rendered when it is opened. */
export function PlotTable({ title, head, points }: { title: string; head: string; points: readonly Point[] }) {
  const words = useOverviewWords()
  const [isOpen, setOpen] = useState(false)
  const hasBefore = points.some(({ before }) => before)
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${words.table}: ${title}`}>{words.table}</summary>
      {isOpen && (
        <table>
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{words.count}</th>
              {hasBefore && <th scope="col">{words.before}</th>}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <Row key={point.name} {...point} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

function Row({ name, count, before, to }: Point) {
  const write = useFigures()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{to && count > 0 ? <Link to={to}>{write.whole(count)}</Link> : write.whole(count)}</td>
      {before && <td title={before.name}>{write.whole(before.count)}</td>}
    </tr>
  )
}
