/** The predefined lists of the inbox, in the order of its navigation. */
export const fixedLists = [
  'waiting',
  'missed',
  'mine',
  'mentions',
  'snoozed',
  'unassigned',
  'assistant',
  'closed',
  'all',
  'spam',
] as const

/** A list of the inbox: a predefined one, that of a label, or the result of an address's query. */
export type ListName = (typeof fixedLists)[number] | `label:${string}` | `found:${string}`

/** The order of what a search found. */
export type SearchOrder = 'date' | 'relevance'

/** The query of a found list; empty for others. */
export const foundBy = (list: string): string => (list.startsWith('found:') ? list.slice('found:'.length) : '')

/**
 * The cache keys of the server's answers, by site. Events find what they change by prefix: `['site', site, 'list']`
 * matches every list.
 */
export const keys = {
  lists: (site: string) => ['site', site, 'list'] as const,
  list: (site: string, list: ListName, q = '', sort: SearchOrder = 'date') =>
    ['site', site, 'list', list, q, sort] as const,
  counts: (site: string) => ['site', site, 'counts'] as const,
  conversation: (site: string, id: string) => ['site', site, 'conversation', id] as const,
  status: (site: string) => ['site', site, 'status'] as const,
  views: (site: string) => ['site', site, 'views'] as const,
  labels: (site: string) => ['site', site, 'labels'] as const,
  canned: (site: string) => ['site', site, 'canned'] as const,
  draft: (site: string, id: string) => ['site', site, 'draft', id] as const,
  entryDraft: (site: string, message: string) => ['site', site, 'entryDraft', message] as const,
  translated: (site: string, id: string, to = '') => ['site', site, 'translated', id, to] as const,
  drafted: (site: string, id: string, message = '') => ['site', site, 'drafted', id, message] as const,
  leads: (site: string) => ['site', site, 'lead'] as const,
  lead: (site: string, id: string) => ['site', site, 'lead', id] as const,
  settings: (site: string) => ['site', site, 'settings'] as const,
  models: (site: string) => ['site', site, 'models'] as const,
  tools: (site: string) => ['site', site, 'tools'] as const,
  prompt: (site: string) => ['site', site, 'prompt'] as const,
  telegram: (site: string) => ['site', site, 'telegram'] as const,
  webhooks: (site: string) => ['site', site, 'webhooks'] as const,
  deliveries: (site: string, id: string, ...status: string[]) =>
    ['site', site, 'webhooks', 'deliveries', id, ...status] as const,
  email: (site: string) => ['site', site, 'email'] as const,
  integrations: (site: string) => ['site', site, 'integrations'] as const,
  emailAlerts: (site: string) => ['site', site, 'emailAlerts'] as const,
  /** The prefix of everything about jobs. */
  jobs: (site: string) => ['site', site, 'jobs'] as const,
  pipeline: (site: string) => ['site', site, 'jobs', 'pipeline'] as const,
  job: (site: string, id: string) => ['site', site, 'jobs', 'one', id] as const,
  /** The prefix of all lists of appointments. */
  appointments: (site: string) => ['site', site, 'appointments'] as const,
  /** How visitors book, and the free times. */
  bookings: (site: string) => ['site', site, 'bookings'] as const,
  callbacks: (site: string) => ['site', site, 'callbacks'] as const,
  trace: (site: string, messageId: string) => ['site', site, 'trace', messageId] as const,
}

/** The cache key of the accounts, which belong to the deployment, not a site. */
export const accountsKey = ['accounts'] as const

/** The cache keys of the knowledge, by site. The first is the prefix of all. */
export const knowledgeKeys = {
  all: (site: string) => ['site', site, 'knowledge'] as const,
  status: (site: string) => ['site', site, 'knowledge', 'status'] as const,
  runs: (site: string) => ['site', site, 'knowledge', 'runs'] as const,
  allPages: (site: string) => ['site', site, 'knowledge', 'pages'] as const,
  pages: (site: string, status = '', q = '') => ['site', site, 'knowledge', 'pages', status, q] as const,
  passages: (site: string, page: string) => ['site', site, 'knowledge', 'passages', page] as const,
  gaps: (site: string, ...status: string[]) => ['site', site, 'knowledge', 'gaps', ...status] as const,
  files: (site: string) => ['site', site, 'knowledge', 'files'] as const,
  facts: (site: string) => ['site', site, 'knowledge', 'facts'] as const,
  entries: (site: string) => ['site', site, 'knowledge', 'entries'] as const,
}
