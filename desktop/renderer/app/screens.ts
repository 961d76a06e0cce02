import { BookOpen, ChartColumn, ContactRound, Inbox, type LucideIcon, PhoneCall, Settings } from 'lucide-react'
import { lastList } from './last-list.ts'
import type { Route } from './route.ts'

/** A screen that the rail leads to. Its command has the name `go.` and the page's. */
export type Screen = {
  page: Route['page']
  Icon: LucideIcon
  keys: string
  /** Only those who manage the site are led there. */
  managed?: true
  to(): Route
}

/** The screens in the rail's order. */
export const screens: Screen[] = [
  { page: 'inbox', Icon: Inbox, keys: 'g i', to: () => ({ page: 'inbox', list: lastList(), id: null }) },
  { page: 'contacts', Icon: ContactRound, keys: 'g c', to: () => ({ page: 'contacts', id: null, query: '' }) },
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
