import { useQuery } from '@tanstack/react-query'
import { BookOpen, Inbox, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { countWords } from '../data/counts.ts'
import { useDesk } from '../data/desk.tsx'
import { countsQuery } from '../data/queries.ts'
import { lastList } from '../frame/last-list.ts'
import { Link } from '../frame/link.tsx'
import type { Route } from '../frame/route.ts'
import { useTitle } from '../keys/own-keys.ts'
import { useWords } from '../words/words.tsx'
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
  const waiting = counts?.waiting ?? 0
  const iconSize = { size: 16, 'aria-hidden': true } as const
  return (
    <nav className="rail" aria-label={frame.main}>
      <SiteMenu />
      <RailLink
        to={{ page: 'inbox', list: lastList(), id: null }}
        isHere={page === 'inbox'}
        words={frame.inbox}
        command="go.inbox"
        badge={waiting > 0 ? countWords(waiting) : ''}
      >
        <Inbox {...iconSize} />
      </RailLink>
      {desk.mayManage && (
        <RailLink
          to={{ page: 'knowledge', tab: '', id: null }}
          isHere={page === 'knowledge'}
          words={frame.knowledge}
          command="go.knowledge"
        >
          <BookOpen {...iconSize} />
        </RailLink>
      )}
      <RailLink
        to={{ page: 'settings', name: '' }}
        isHere={page === 'settings'}
        words={frame.settings}
        command="go.settings"
      >
        <Settings {...iconSize} />
      </RailLink>
      <span className="rail-space" />
      <Availability />
      <ConnectionLight isOut={isOut} />
      <ProfileMenu />
    </nav>
  )
}

type Given = { to: Route; isHere: boolean; words: string; command: string; badge?: string; children: ReactNode }

function RailLink({ to, isHere, words, command, badge = '', children }: Given) {
  const { inbox } = useWords()
  const title = useTitle(words, command)
  return (
    <Link
      to={to}
      className="rail-link"
      aria-current={isHere ? 'page' : undefined}
      aria-label={badge ? `${words}, ${inbox.queue(badge)}` : words}
      title={title}
    >
      {children}
      {badge && <span className="rail-badge">{badge}</span>}
    </Link>
  )
}
