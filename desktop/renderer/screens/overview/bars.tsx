import type { Route } from '../../app/route.ts'
import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import { heightOf, topOf } from './scale.ts'

export type Bar = { key: string; name: string; count: number; to?: Route | undefined }

/** Counts beside each other, each with its figure. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const words = useOverviewWords()
  const top = topOf(bars.map(({ count }) => count))
  return (
    <section className="overview-card" aria-label={title}>
      <h2>{title}</h2>
      {bars.every(({ count }) => count === 0) ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className="bars">
          {bars.map(({ key, ...bar }) => (
            <BarRow key={key} {...bar} top={top} />
          ))}
        </ul>
      )}
    </section>
  )
}

function BarRow({ name, count, to, top }: Omit<Bar, 'key'> & { top: number }) {
  const write = useFigures()
  const content = (
    <>
      <span className="bar-name" dir="auto">
        {name}
      </span>
      <span className="bar-count">{write.whole(count)}</span>
      <svg aria-hidden="true">
        <rect width={`${heightOf(count, top)}%`} height="100%" rx="3" />
      </svg>
    </>
  )
  return <li>{to && count > 0 ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>
}
