import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { LeadList } from '../../../../shared/lead.ts'
import { askedOf, type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { contactKeys } from '../../live/contact-queries.ts'
import type { Desk } from '../../live/desk.tsx'
import type { ContactsData } from './contact-list.ts'

type From = Pick<Desk, 'client' | 'site'>

/** As many rows as are asked for together. */
const pageLength = 200

/** A page of the contacts that a filter asks for. */
export const readPage = ({ client, site }: From, filter: ContactFilter, before?: string): Promise<LeadList> =>
  client.leads.list.query({
    site: site.id,
    limit: pageLength,
    ...askedOf(filter),
    ...(before !== undefined && { before }),
  })

/** The contacts that a filter asks for, page by page, the last changed first. */
export const contactsQuery = (from: From, filter: ContactFilter) =>
  infiniteQueryOptions<LeadList, Error, ContactsData, ReturnType<typeof contactKeys.list>, string | undefined>({
    queryKey: contactKeys.list(from.site.id, writeFilter(filter)),
    initialPageParam: undefined,
    queryFn: ({ pageParam }) => readPage(from, filter, pageParam),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Rows are changed where they stand, so nothing has to be compared: with many of them that would take long.
    structuralSharing: false,
  })
