import { useQuery } from '@tanstack/react-query'
import { useTitle } from '../../keys/own-keys.ts'
import { countWords } from '../../live/counts.ts'
import { useDesk } from '../../live/desk.tsx'
import { callbackCountsQuery, countsQuery } from '../../live/queries.ts'
import { Link } from '../../ui/link.tsx'
import { useWords } from '../../words/words.tsx'
import type { Route } from '../route.ts'
import { type Screen, screens } from '../screens.ts'
import { Availability } from './availability.tsx'
import { ConnectionLight } from './connection-light.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import './rail.css'
import { SiteMenu } from './site-menu.tsx'

/** The way between the screens, and how it stands with the person: available or away, connected or not. */
export function Rail({ page, isOut }: { page: Route['page']; isOut: boolean }) {
  const { frame } = useWords()
  const desk = useDesk()
  const { data: counts } = useQuery(countsQuery(desk))
  const { data: callbacks } = useQuery(callbackCountsQuery(desk))
  const badges: Partial<Record<Route['page'], number>> = {
    inbox: counts?.waiting ?? 0,
    callbacks: callbacks?.open ?? 0,
  }
  return (
    <nav className="rail" aria-label={frame.main}>
      <SiteMenu />
      {screens
        .filter(({ managed }) => desk.mayManage || !managed)
        .map((screen) => (
          <RailLink key={screen.page} screen={screen} isHere={screen.page === page} badge={badges[screen.page] ?? 0} />
        ))}
      <span className="rail-space" />
      <Availability />
      <ConnectionLight isOut={isOut} />
      <ProfileMenu />
    </nav>
  )
}

type Props = { screen: Screen; isHere: boolean; badge: number }

function RailLink({ screen: { page, Icon, to }, isHere, badge }: Props) {
  const { frame, inbox } = useWords()
  const words = frame[page]
  const title = useTitle(words, `go.${page}`)
  const count = badge > 0 && countWords(badge)
  const said = page === 'inbox' ? inbox.queue : frame.toCall
  return (
    <Link
      to={to()}
      className="rail-link"
      aria-current={isHere ? 'page' : undefined}
      aria-label={count ? `${words}, ${said(count)}` : words}
      title={title}
    >
      <Icon size={16} aria-hidden />
      {count && <span className="rail-badge">{count}</span>}
    </Link>
  )
}
