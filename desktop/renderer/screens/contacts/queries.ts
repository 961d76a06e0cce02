import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { LeadList } from '../../../../shared/lead.ts'
import { type ContactFilter, filterQuery, writeFilter } from '../../live/contact-filter.ts'
import { contactKeys } from '../../live/contact-queries.ts'
import type { Desk } from '../../live/desk.tsx'
import type { ContactsData } from './contact-list.ts'

type From = Pick<Desk, 'client' | 'site'>

/** The number of rows per request. */
const pageLength = 200

/** A page of a filter's contacts. */
export const readPage = ({ client, site }: From, filter: ContactFilter, before?: string): Promise<LeadList> =>
  client.leads.list.query({
    site: site.id,
    limit: pageLength,
    ...filterQuery(filter),
    ...(before !== undefined && { before }),
  })

/** A filter's contacts page by page, last changed first. */
export const contactsQuery = (from: From, filter: ContactFilter) =>
  infiniteQueryOptions<LeadList, Error, ContactsData, ReturnType<typeof contactKeys.list>, string | undefined>({
    queryKey: contactKeys.list(from.site.id, writeFilter(filter)),
    initialPageParam: undefined,
    queryFn: ({ pageParam }) => readPage(from, filter, pageParam),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Rows are changed in place, so nothing has to be compared, which would be slow for many rows.
    structuralSharing: false,
  })
