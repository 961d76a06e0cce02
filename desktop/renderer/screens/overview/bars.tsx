import { useFigures } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './cards.module.css'
import { heightOf, topOf } from './scale.ts'

export type Bar = { key: string; name: string; count: number; to?: Route | undefined }

/** A bar chart of counts with their figures. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const words = useOverviewWords()
  const top = topOf(bars.map(({ count }) => count))
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      {bars.every(({ count }) => count === 0) ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className={styles.bars}>
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
      <span className={`clamp ${styles.barName}`} dir="auto">
        {name}
      </span>
      <span className={styles.barCount} data-figure>
        {write.whole(count)}
      </span>
      <svg aria-hidden="true">
        <rect width={`${heightOf(count, top)}%`} height="100%" rx="3" />
      </svg>
    </>
  )
  return <li>{to && count > 0 ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>
}
