import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LeadList } from '../../../../shared/lead.ts'
import { wordsOf } from '../../live/connection.ts'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { useDesk } from '../../live/desk.tsx'
import { InPeriod } from '../../ui/narrowed.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { contactsIn } from './contact-list.ts'
import { ContactRows } from './contact-rows.tsx'
import { ContactTools } from './contact-tools.tsx'
import { EmptyTable } from './empty-table.tsx'
import { contactsQuery } from './queries.ts'
import type { TableState } from './selection.ts'
import type { Bulk } from './use-bulk.ts'
import { useSelection } from './use-selection.ts'

type Props = { filter: ContactFilter; table: TableState; bulk: Bulk }

/** The table of contacts, with search, filters and bulk actions. */
export function ContactTable({ filter, table, bulk }: Props) {
  const words = useContactsWords()
  const asked = useInfiniteQuery(contactsQuery(useDesk(), filter))
  const { data, hasNextPage } = asked
  const contacts = useMemo(() => contactsIn(data), [data])
  const selecting = useSelection(table, contacts, data !== undefined && !hasNextPage)
  // A search may find nothing for a while, with more pages to look through.
  const isLooking = contacts.length === 0 && hasNextPage
  return (
    <>
      <ContactTools filter={filter} counts={data?.pages[0]?.counts} />
      <InPeriod
        period={filter.made}
        words={words.period}
        to={{ page: 'contacts', id: null, query: writeFilter({ ...filter, made: {} }) }}
      />
      <Said filter={filter} asked={asked} isLooking={isLooking} count={contacts.length} />
      {data && contacts.length === 0 && !hasNextPage && <EmptyTable filter={filter} />}
      {(contacts.length > 0 || isLooking) && (
        <ContactRows
          key={JSON.stringify(filter)}
          contacts={contacts}
          filter={filter}
          table={table}
          selecting={selecting}
          paged={asked}
        />
      )}
      <BulkBar
        bulk={bulk}
        selecting={selecting}
        filter={filter}
        found={hasNextPage ? foundBy(data?.pages[0]?.counts, filter) : undefined}
      />
    </>
  )
}

/** The number of contacts that a filter finds, from the counts for all statuses. */
const foundBy = (counts: LeadList['counts'] | undefined, { status }: ContactFilter): number | undefined =>
  counts && (status === '' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[status] ?? 0))

type SaidProps = {
  filter: ContactFilter
  asked: { data: unknown; error: Error | null; refetch(): Promise<unknown> }
  isLooking: boolean
  count: number
}

/** The state of the list, beyond its rows. */
function Said({ filter, asked: { data, error, refetch }, isLooking, count }: SaidProps) {
  const words = useContactsWords()
  const { common } = useWords()
  if (error && !data)
    return (
      <div className="list-said" role="alert">
        <p>{words.failed}</p>
        <p className="muted">{wordsOf(error)}</p>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {common.retry}
        </button>
      </div>
    )
  if (!data) return <div className="skeleton apart" role="status" aria-label={common.loading} />
  const found = count > 0 ? words.found(filter.q) : words.notFound(filter.q)
  return (
    <p className="unseen" role="status">
      {filter.q === '' ? words.shown(count) : isLooking ? words.searching : found}
    </p>
  )
}
