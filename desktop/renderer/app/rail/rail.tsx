import { useQuery } from '@tanstack/react-query'
import { RefreshCw, UserX, Wifi, WifiOff } from 'lucide-react'
import { SoundOff } from '../../alerts/sound-off.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { countWords } from '../../live/counts.ts'
import { useDesk } from '../../live/desk.tsx'
import { useConnection } from '../../live/follow-site.ts'
import { callbackCountsQuery, countsQuery } from '../../live/queries.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from '../../ui/route.ts'
import { useWords } from '../../words/words.tsx'
import { type Screen, screens } from '../screens.ts'
import { Availability } from './availability.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './rail.module.css'
import { SiteMenu } from './site-menu.tsx'

/** The navigation between screens, with the person's availability and the connection. */
export function Rail({ page, isOut }: { page: Route['page']; isOut: boolean }) {
  const { frame } = useWords()
  const desk = useDesk()
  const { data: counts } = useQuery(countsQuery(desk))
  const { data: callbacks } = useQuery(callbackCountsQuery(desk))
  const badges: Partial<Record<Route['page'], Badges>> = {
    inbox: { waiting: counts?.waiting ?? 0, missed: counts?.missed ?? 0 },
    callbacks: { toCall: callbacks?.open ?? 0 },
  }
  return (
    <nav className={styles.rail} aria-label={frame.main}>
      <SiteMenu />
      {screens
        .filter(({ managed }) => desk.mayManage || !managed)
        .map((screen) => (
          <RailLink
            key={screen.page}
            screen={screen}
            isHere={screen.page === page}
            badges={badges[screen.page] ?? {}}
          />
        ))}
      <span className={styles.space} />
      <SoundOff className={styles.button} />
      <Availability />
      <ConnectionLight isOut={isOut} />
      <ProfileMenu />
    </nav>
  )
}

/** The counts at the link of a screen. */
type Badges = Partial<Record<'waiting' | 'missed' | 'toCall', number>>

type Props = { screen: Screen; isHere: boolean; badges: Badges }

function RailLink({ screen: { page, Icon, to }, isHere, badges }: Props) {
  const { frame, inbox } = useWords()
  const words = frame[page]
  const counted = { waiting: inbox.queue, missed: inbox.missedCount, toCall: frame.toCall }
  const counts = (Object.keys(counted) as (keyof Badges)[]).flatMap((kind) => {
    const count = badges[kind] ?? 0
    return count > 0 ? [{ kind, count: countWords(count), words: counted[kind](countWords(count)) }] : []
  })
  const said = [words, ...counts.map((one) => one.words)].join(', ')
  const title = useTitle(said, `go.${page}`)
  return (
    <Link to={to()} className={styles.link} aria-current={isHere ? 'page' : undefined} aria-label={said} title={title}>
      <Icon size={16} aria-hidden />
      {counts.map(({ kind, count }) => (
        <span key={kind} className={styles.badge} data-kind={kind}>
          {count}
        </span>
      ))}
    </Link>
  )
}

const icons = { live: Wifi, catching: RefreshCw, offline: WifiOff, out: UserX }

/** The state of the connection, always visible. Changes are announced by the bar. */
function ConnectionLight({ isOut }: { isOut: boolean }) {
  const { state: connected, events } = useConnection()
  const { connection } = useWords()
  const state = isOut ? 'out' : connected
  const texts = { live: connection.live, catching: connection.catching(events), offline: connection.offline }
  const words = state === 'out' ? connection.out : texts[state]
  const Icon = icons[state]
  return (
    <span className={styles.connectionLight} data-state={state} title={words}>
      <Icon size={16} role="img" aria-label={words} />
    </span>
  )
}
