import { X } from 'lucide-react'
import { useFigures } from './format.ts'
import { Link } from './link.tsx'
import styles from './narrowed.module.css'
import { foundTime, type Period, type PeriodWords } from './period.ts'
import type { Route } from './route.ts'

type Props = { title: string; chips: readonly string[]; all: string; to: Route }

/** The filter of a list that an address names, and a link to the complete list. */
export function Narrowed({ title, chips, all, to }: Props) {
  return (
    <section className={`cluster spread ${styles.found}`} aria-label={title}>
      <ul className="cluster gap-1">
        {chips.map((chip) => (
          <li key={chip} dir="auto">
            {chip}
          </li>
        ))}
      </ul>
      <Link to={to}>
        <X size={16} aria-hidden="true" />
        {all}
      </Link>
    </section>
  )
}

type InPeriodProps = { period: Period; words: PeriodWords & { title: string; all: string }; to: Route }

/** The period of a list that an address names, and a link to the list of all times. */
export function InPeriod({ period, words, to }: InPeriodProps) {
  const { day } = useFigures()
  const text = foundTime(period, words, day)
  return text === undefined ? null : <Narrowed title={words.title} chips={[text]} all={words.all} to={to} />
}
