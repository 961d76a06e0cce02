import { infiniteQueryOptions, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ConversationsQuery } from '../../../shared/conversation.ts'
import { isRefused } from '../app/connection.ts'
import { readCounts } from './counts-read.ts'
import { type Desk, useDesk } from './desk.tsx'
import { foundBy, keys, type ListName } from './keys.ts'
import { answerShownAs, listedAs } from './pending-acts.ts'
import type { ListData, ListPage } from './rows.ts'

/**
 * Where everything is kept that the server said. Nothing of it grows old by itself: the stream of events keeps it true. The
 * socket waits for the server by itself, so nothing is held back where the browser takes itself to be offline.
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

/** Why the assistant said what it said. */
export const traceQuery = ({ client, site }: From, messageId: string) => ({
  queryKey: keys.trace(site.id, messageId),
  queryFn: () => client.messages.trace.query({ site: site.id, id: messageId }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** As many rows as one request gives at most. */
const pageLength = 100

/** A list of conversations, page by page; with words, what they are found in. */
export const listQuery = ({ client, me, site }: From & Pick<Desk, 'me'>, list: ListName, q = '') =>
  infiniteQueryOptions<ListPage, Error, ListData, ReturnType<typeof keys.list>, string | undefined>({
    queryKey: keys.list(site.id, list, q),
    initialPageParam: undefined,
    queryFn: async ({ client: queries, pageParam: before }) => {
      const page = await client.conversations.list.query({
        ...questionOf(list),
        site: site.id,
        limit: pageLength,
        ...(q !== '' && { q }),
        ...(before !== undefined && { before }),
      })
      return { ...page, items: listedAs(queries, page.items, list, me.email) }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    // Rows are changed where they stand, so nothing has to be compared: with many of them that would take long.
    structuralSharing: false,
  })

/** What a list is asked for by. */
function questionOf(list: ListName): Partial<ConversationsQuery> {
  switch (list) {
    case 'waiting':
      return { filter: 'waiting' }
    case 'mine':
      return { assigned: 'me', status: 'live' }
    case 'unassigned':
      return { assigned: 'none', status: 'live' }
    case 'assistant':
      return { status: 'bot' }
    case 'closed':
      return { status: 'closed' }
    case 'all':
      return {}
    case 'spam':
      return { filter: 'spam' }
    default:
      // The server says what of an address it takes.
      return foundBy(list)
        ? Object.fromEntries(new URLSearchParams(foundBy(list)))
        : { label: list.slice('label:'.length) }
  }
}

/** How many conversations each list holds. */
export const countsQuery = ({ client, site, me }: From & Pick<Desk, 'me'>) =>
  queryOptions({
    queryKey: keys.counts(site.id),
    queryFn: (given) =>
      readCounts({ client: given.client, site: site.id, me: me.email }, () =>
        client.conversations.counts.query({ site: site.id }),
      ),
  })

/** How many callbacks there are of each status. */
export const callbackCountsQuery = ({ client, site }: From, period: { from?: number; to?: number } = {}) =>
  queryOptions({
    queryKey: [...keys.callbacks(site.id), 'counts', period],
    queryFn: async () => (await client.callbacks.list.query({ site: site.id, limit: 1, ...period })).counts,
  })

/** Who of the team can answer now. */
export const statusQuery = ({ client, site }: From) =>
  queryOptions({ queryKey: keys.status(site.id), queryFn: () => client.live.status.query({ site: site.id }) })

/** The labels of the site. */
export const labelsQuery = ({ client, site }: From) =>
  queryOptions({ queryKey: keys.labels(site.id), queryFn: () => client.labels.list.query({ site: site.id }) })

/** What retention would remove now by these days, such as `conversations=30,traces=7`. */
export const retentionQuery = ({ client, site }: From, days: string) =>
  queryOptions({
    queryKey: ['site', site.id, 'retention', days] as const,
    queryFn: () =>
      client.retention.preview.query({
        site: site.id,
        ...Object.fromEntries(days.split(',').map((one) => one.split('='))),
      }),
  })

/** What there is of the demo's invented history. */
export const demoHistoryQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: ['site', site.id, 'demo-history'] as const,
    queryFn: () => client.demo.history.query({ site: site.id }),
    // No event tells of it, and while it is made there is more of it each moment.
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.making && 2_000,
  })

/** The site's settings; for those who may manage it. */
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
