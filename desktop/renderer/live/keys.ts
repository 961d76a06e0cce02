/** A list of the inbox: one of the fixed ones, that of a label, or what a query of the address finds. */
export type ListName =
  | 'waiting'
  | 'mine'
  | 'unassigned'
  | 'assistant'
  | 'closed'
  | 'all'
  | 'spam'
  | `label:${string}`
  | `found:${string}`

/** The query by which a list is found; empty where it is another. */
export const foundBy = (list: string): string => (list.startsWith('found:') ? list.slice('found:'.length) : '')

/**
 * Where answers of the server are kept, by site. What an event changes is found by the beginning of its key:
 * `['site', site, 'list']` is every list.
 */
export const keys = {
  lists: (site: string) => ['site', site, 'list'] as const,
  list: (site: string, list: ListName, q = '') => ['site', site, 'list', list, q] as const,
  counts: (site: string) => ['site', site, 'counts'] as const,
  conversation: (site: string, id: string) => ['site', site, 'conversation', id] as const,
  status: (site: string) => ['site', site, 'status'] as const,
  labels: (site: string) => ['site', site, 'labels'] as const,
  canned: (site: string) => ['site', site, 'canned'] as const,
  draft: (site: string, id: string) => ['site', site, 'draft', id] as const,
  leads: (site: string) => ['site', site, 'lead'] as const,
  lead: (site: string, id: string) => ['site', site, 'lead', id] as const,
  settings: (site: string) => ['site', site, 'settings'] as const,
  models: (site: string) => ['site', site, 'models'] as const,
  telegram: (site: string) => ['site', site, 'telegram'] as const,
  callbacks: (site: string) => ['site', site, 'callbacks'] as const,
  trace: (site: string, messageId: string) => ['site', site, 'trace', messageId] as const,
}

/** Where the accounts are kept: they are the deployment's, not a site's. */
export const accountsKey = ['accounts'] as const
