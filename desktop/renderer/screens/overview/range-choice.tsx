import { type FormEvent, useState } from 'react'
import { go } from '../../app/route.ts'
import { Link } from '../../ui/link.tsx'
import { useOverviewWords } from '../../words/screen-words.ts'
import { mostDays, usualDays } from './range.ts'

/** Over how many days: some are a click away, every other is typed. */
export function RangeChoice({ days }: { days: number }) {
  const words = useOverviewWords()
  const isUsual = (usualDays as readonly number[]).includes(days)
  return (
    <nav className="overview-range" aria-label={words.range}>
      <ul>
        {usualDays.map((usual) => (
          <li key={usual}>
            <Link to={{ page: 'overview', query: `days=${usual}` }} aria-current={usual === days ? 'page' : undefined}>
              {words.days(usual)}
            </Link>
          </li>
        ))}
      </ul>
      <OtherDays key={days} days={days} isChosen={!isUsual} />
    </nav>
  )
}

function OtherDays({ days, isChosen }: { days: number; isChosen: boolean }) {
  const words = useOverviewWords()
  const [typed, setTyped] = useState(isChosen ? String(days) : '')
  const show = (event: FormEvent) => {
    event.preventDefault()
    go({ page: 'overview', query: `days=${Number(typed)}` })
  }
  return (
    <form onSubmit={show} data-chosen={isChosen}>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={mostDays}
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
