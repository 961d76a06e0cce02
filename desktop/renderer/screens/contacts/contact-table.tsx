import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wordsOf } from '../../app/connection.ts'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { useDesk } from '../../live/desk.tsx'
import { InPeriod } from '../../ui/in-period.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { contactsIn } from './contact-list.ts'
import { ContactRows } from './contact-rows.tsx'
import { ContactTools } from './contact-tools.tsx'
import { EmptyTable } from './empty-table.tsx'
import { contactsQuery } from './queries.ts'
import type { TableState } from './table-state.ts'
import type { Bulk } from './use-bulk.ts'
import { useEverything } from './use-everything.ts'
import { useSelection } from './use-selection.ts'

type Props = { filter: ContactFilter; standing: TableState; bulk: Bulk }

/** The table of the contacts, with what finds them, and what is done to those that are chosen. */
export function ContactTable({ filter, standing, bulk }: Props) {
  const words = useContactsWords()
  const asked = useInfiniteQuery(contactsQuery(useDesk(), filter))
  const { data, hasNextPage } = asked
  const contacts = useMemo(() => contactsIn(data), [data])
  const selecting = useSelection(standing, contacts, data !== undefined && !hasNextPage)
  const everything = useEverything(asked, filter, selecting)
  // A search may find nothing for a while and still have more to look through.
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
          standing={standing}
          selecting={selecting}
          paged={asked}
        />
      )}
      <BulkBar
        bulk={bulk}
        selecting={selecting}
        everything={selecting.chosen.size === contacts.length ? everything : undefined}
      />
    </>
  )
}

type SaidProps = {
  filter: ContactFilter
  asked: { data: unknown; error: Error | null; refetch(): Promise<unknown> }
  isLooking: boolean
  count: number
}

/** How it stands with the list, where there is more to say than its rows do. */
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
  if (!data) return <div className="skeleton" role="status" aria-label={common.loading} />
  const found = count > 0 ? words.found(filter.q) : words.notFound(filter.q)
  return (
    <p className="unseen" role="status">
      {filter.q === '' ? words.shown(count) : isLooking ? words.searching : found}
    </p>
  )
}
