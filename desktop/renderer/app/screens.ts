import {
  BookOpen,
  CalendarDays,
  ChartColumn,
  ContactRound,
  Inbox,
  type LucideIcon,
  PhoneCall,
  Settings,
  SquareKanban,
} from 'lucide-react'
import type { Route } from '../ui/route.ts'
import { lastList } from '../ui/route.ts'

/** A screen in the rail. Its command is named `go.` and the page. */
export type Screen = {
  page: Route['page']
  Icon: LucideIcon
  keys: string
  /** Shown only to those who manage the site. */
  managed?: true
  to(): Route
}

/** The screens in the rail's order. */
export const screens: Screen[] = [
  { page: 'inbox', Icon: Inbox, keys: 'g i', to: () => ({ page: 'inbox', list: lastList(), id: null }) },
  { page: 'contacts', Icon: ContactRound, keys: 'g c', to: () => ({ page: 'contacts', id: null, query: '' }) },
  { page: 'jobs', Icon: SquareKanban, keys: 'g j', to: () => ({ page: 'jobs', id: null, query: '' }) },
  { page: 'calendar', Icon: CalendarDays, keys: 'g d', to: () => ({ page: 'calendar', query: '' }) },
  { page: 'callbacks', Icon: PhoneCall, keys: 'g b', to: () => ({ page: 'callbacks', list: '' }) },
  {
    page: 'knowledge',
    Icon: BookOpen,
    keys: 'g k',
    managed: true,
    to: () => ({ page: 'knowledge', tab: '', id: null }),
  },
  { page: 'overview', Icon: ChartColumn, keys: 'g o', managed: true, to: () => ({ page: 'overview', query: '' }) },
  { page: 'settings', Icon: Settings, keys: 'g s', to: () => ({ page: 'settings', name: '' }) },
]
