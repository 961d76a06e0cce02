import type { LaterWords } from '../words/en/later.ts'

export type PageName = keyof LaterWords['settings']['pages']

export type Group = 'site' | 'widget' | 'mine'
type Page = { name: PageName; group: Group; forAdmins?: boolean }

/** The settings pages in their order. Those for admins are hidden from others. */
export const pages: readonly Page[] = [
  { name: 'assistant', group: 'site', forAdmins: true },
  { name: 'live', group: 'site', forAdmins: true },
  { name: 'telegram', group: 'site', forAdmins: true },
  { name: 'model', group: 'site', forAdmins: true },
  { name: 'tools', group: 'site', forAdmins: true },
  { name: 'canned', group: 'site' },
  { name: 'labels', group: 'site', forAdmins: true },
  { name: 'contacts', group: 'site', forAdmins: true },
  { name: 'jobs', group: 'site', forAdmins: true },
  { name: 'bookings', group: 'site', forAdmins: true },
  { name: 'integrations', group: 'site', forAdmins: true },
  { name: 'team', group: 'site', forAdmins: true },
  { name: 'keys', group: 'site', forAdmins: true },
  { name: 'webhooks', group: 'site', forAdmins: true },
  { name: 'email', group: 'site', forAdmins: true },
  { name: 'data', group: 'site', forAdmins: true },
  { name: 'audit', group: 'site', forAdmins: true },
  { name: 'website', group: 'widget', forAdmins: true },
  { name: 'look', group: 'widget', forAdmins: true },
  { name: 'texts', group: 'widget', forAdmins: true },
  { name: 'languages', group: 'widget', forAdmins: true },
  { name: 'home', group: 'widget', forAdmins: true },
  { name: 'teaser', group: 'widget', forAdmins: true },
  { name: 'forms', group: 'widget', forAdmins: true },
  { name: 'flows', group: 'widget', forAdmins: true },
  { name: 'alerts', group: 'mine' },
  { name: 'account', group: 'mine' },
  { name: 'appearance', group: 'mine' },
]

export const pagesFor = (mayManage: boolean): readonly Page[] => pages.filter((page) => mayManage || !page.forAdmins)
