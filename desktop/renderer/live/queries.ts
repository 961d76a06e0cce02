import { infiniteQueryOptions, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ConversationsQuery } from '../../../shared/conversation.ts'
import { isRefused } from './connection.ts'
import { type Desk, useDesk } from './desk.tsx'
import { foundBy, keys, type ListName, type SearchOrder } from './keys.ts'
import { answerShownAs, listedAs } from './pending-acts.ts'
import type { ListData, ListPage } from './rows.ts'

/**
 * The cache of the server's answers. Nothing becomes stale by itself, because events keep it current. The socket waits
 * for the server itself, so no request is paused while the browser reports to be offline.
 */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 5 && !isRefused(error),
        retryDelay: (failures) => Math.min(250 * 2 ** failures, 4_000),
      },
      mutations: { networkMode: 'always' },
    },
  })

type From = Pick<Desk, 'client' | 'site'>

/** A conversation with its messages, notes, labels, contact and callbacks. */
export const conversationQuery = ({ client, site }: From, id: string) => ({
  queryKey: keys.conversation(site.id, id),
  queryFn: async ({ client: queries }: { client: QueryClient }) =>
    answerShownAs(queries, await client.conversations.get.query({ site: site.id, id })),
})

/** The trace of a reply. */
export const traceQuery = ({ client, site }: From, messageId: string) => ({
  queryKey: keys.trace(site.id, messageId),
  queryFn: () => client.messages.trace.query({ site: site.id, id: messageId }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The maximum number of rows per request. */
const pageLength = 100

/** A list of conversations, page by page. With words, a search. */
export const listQuery = (
  { client, me, site }: From & Pick<Desk, 'me'>,
  list: ListName,
  q = '',
  sort: SearchOrder = 'date',
) =>
  infiniteQueryOptions<ListPage, Error, ListData, ReturnType<typeof keys.list>, string | undefined>({
    queryKey: keys.list(site.id, list, q, sort),
    initialPageParam: undefined,
    queryFn: async ({ client: queries, pageParam: before }) => {
      const page = await client.conversations.list.query({
        ...questionOf(list),
        site: site.id,
        limit: pageLength,
        ...(q !== '' && { q, sort }),
        ...(before !== undefined && { before }),
      })
      return { ...page, items: listedAs(queries, page.items, list, me.email) }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    // Rows are changed in place, so nothing has to be compared, which would be slow for many rows.
    structuralSharing: false,
  })

/** The query parameters of a list. */
function questionOf(list: ListName): Partial<ConversationsQuery> {
  switch (list) {
    case 'waiting':
      return { filter: 'waiting' }
    case 'missed':
      return { filter: 'missed' }
    case 'mentions':
      return { filter: 'mentions' }
    case 'snoozed':
      return { filter: 'snoozed' }
    case 'mine':
      return { assigned: 'me', status: 'live', snoozed: 'false' }
    case 'unassigned':
      return { assigned: 'none', status: 'live', snoozed: 'false' }
    case 'assistant':
      return { status: 'bot' }
    case 'closed':
      return { status: 'closed' }
    case 'all':
      return {}
    case 'spam':
      return { filter: 'spam' }
    default:
      // The server validates a query from the address.
      return foundBy(list)
        ? Object.fromEntries(new URLSearchParams(foundBy(list)))
        : { label: list.slice('label:'.length) }
  }
}

/** The number of conversations in each list. */
export const countsQuery = ({ client, site }: From) =>
  queryOptions({ queryKey: keys.counts(site.id), queryFn: () => client.conversations.counts.query({ site: site.id }) })

/** The number of callbacks of each status. */
export const callbackCountsQuery = ({ client, site }: From, period: { from?: number; to?: number } = {}) =>
  queryOptions({
    queryKey: [...keys.callbacks(site.id), 'counts', period],
    queryFn: async () => (await client.callbacks.list.query({ site: site.id, limit: 1, ...period })).counts,
  })

/** Which team members are available. */
export const statusQuery = ({ client, site }: From) =>
  queryOptions({ queryKey: keys.status(site.id), queryFn: () => client.live.status.query({ site: site.id }) })

/** The saved views that this person sees. */
export const viewsQuery = ({ client, site }: From) =>
  queryOptions({ queryKey: keys.views(site.id), queryFn: () => client.views.list.query({ site: site.id }) })

/** The query of a list with what was searched in it, to be saved. */
export function queryOf(list: ListName, q: string): string {
  const question = new URLSearchParams(questionOf(list) as Record<string, string>)
  if (q !== '') question.set('q', q)
  return question.toString()
}

/** The site's labels. */
export const labelsQuery = ({ client, site }: From) =>
  queryOptions({ queryKey: keys.labels(site.id), queryFn: () => client.labels.list.query({ site: site.id }) })

/** What retention would delete now with these days, such as `conversations=30,traces=7`. */
export const retentionQuery = ({ client, site }: From, days: string) =>
  queryOptions({
    queryKey: ['site', site.id, 'retention', days] as const,
    queryFn: () =>
      client.retention.preview.query({
        site: site.id,
        ...Object.fromEntries(days.split(',').map((one) => one.split('='))),
      }),
  })

/** The state of the demo data. */
export const demoHistoryQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: ['site', site.id, 'demo-history'] as const,
    queryFn: () => client.demo.history.query({ site: site.id }),
    // It has no events, and grows while it is being created.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.making && 2_000,
  })

/** The models of the server, and those in use. Nothing tells of changes on the model server. */
export const modelsQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: keys.models(site.id),
    queryFn: () => client.models.list.query({ site: site.id }),
    staleTime: 0,
  })

/** The site's settings, for those who may manage it. */
export const settingsQuery = ({ client, site, mayManage }: From & Pick<Desk, 'mayManage'>) =>
  queryOptions({
    queryKey: keys.settings(site.id),
    queryFn: () => client.settings.get.query({ site: site.id }),
    enabled: mayManage,
  })

/** A contact with its conversations, notes and callbacks. */
export function useLead(id: string) {
  const { client, site } = useDesk()
  return useQuery({
    queryKey: keys.lead(site.id, id),
    queryFn: () => client.leads.get.query({ site: site.id, id }),
  })
}
