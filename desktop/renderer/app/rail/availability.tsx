import { useQuery } from '@tanstack/react-query'
import { useTitle } from '../../keys/own-keys.ts'
import { setAvailable, useAvailable } from '../../live/availability.ts'
import { useDesk } from '../../live/desk.tsx'
import { countsQuery, statusQuery } from '../../live/queries.ts'
import { useWords } from '../../words/words.tsx'
import styles from './rail.module.css'

/** Switches whether this person is assigned visitors, and shows their number of live chats. */
export function Availability() {
  const desk = useDesk()
  const { frame } = useWords()
  const available = useAvailable()
  const { data: counts } = useQuery(countsQuery(desk))
  const { data: status } = useQuery(statusQuery(desk))
  const [mine, capacity] = [counts?.mine ?? 0, status?.capacity]
  const load = capacity === undefined ? frame.mine(mine) : frame.loadWords(mine, capacity)
  const title = useTitle(`${available ? frame.nowAvailable : frame.nowAway} ${load}`, 'available')
  const shown = capacity === undefined ? frame.here : frame.load(mine, capacity)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={available}
      aria-label={`${frame.available}. ${load}`}
      className={styles.availability}
      title={title}
      onClick={() => setAvailable(!available, { ...desk, site: desk.site.id })}
    >
      <span className={styles.toggle} aria-hidden="true" />
      <span aria-hidden="true">{available ? shown : frame.away}</span>
    </button>
  )
}
