import { type FormEvent, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { navigate } from '../../ui/route.ts'
import { useOverviewWords } from '../../words/screen-words.ts'
import styles from './overview.module.css'
import { maxDays, overviewOf, type Range, usualDays } from './range.ts'

/** Selects the number of days: presets, or any typed number. */
export function RangeChoice({ range }: { range: Range }) {
  const { days } = range
  const words = useOverviewWords()
  const isUsual = (usualDays as readonly number[]).includes(days)
  return (
    <nav className={`cluster gap-1 ${styles.choice}`} aria-label={words.range}>
      <ul className="cluster gap-1">
        {usualDays.map((usual) => (
          <li key={usual}>
            <Link to={overviewOf({ ...range, days: usual })} aria-current={usual === days ? 'page' : undefined}>
              {words.days(usual)}
            </Link>
          </li>
        ))}
      </ul>
      <OtherDays key={days} range={range} isChosen={!isUsual} />
    </nav>
  )
}

function OtherDays({ range, isChosen }: { range: Range; isChosen: boolean }) {
  const words = useOverviewWords()
  const [typed, setTyped] = useState(isChosen ? String(range.days) : '')
  const show = (event: FormEvent) => {
    event.preventDefault()
    navigate(overviewOf({ ...range, days: Number(typed) }))
  }
  return (
    <form className="row gap-1" onSubmit={show} data-chosen={isChosen}>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={maxDays}
        required
        value={typed}
        aria-label={words.otherDays}
        placeholder={words.daysHint}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="quiet">
        {words.show}
      </button>
    </form>
  )
}
