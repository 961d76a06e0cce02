import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Erasure } from '../../../../shared/erasure.ts'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { isGone } from '../../live/connection.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'
import { writeFilter } from '../../live/contact-filter.ts'
import { definitionsQuery } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { useLead } from '../../live/queries.ts'
import { Link } from '../../ui/link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { navigate } from '../../ui/route.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { ContactAppointments } from './contact-appointments.tsx'
import { ContactData } from './contact-data.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactHead } from './contact-head.tsx'
import { ContactJobs } from './contact-jobs.tsx'
import { contactsIn } from './contact-list.ts'
import { ContactPast } from './contact-past.tsx'
import { EraseReceipt } from './erase-receipt.tsx'
import { contactsQuery } from './queries.ts'
import { TeamNotes } from './team-notes.tsx'
import { useFollowContact } from './use-follow-contact.ts'

type Props = { id: string; filter: ContactFilter }

/** A contact's page: its details and history. */
export function ContactPage({ id, filter }: Props) {
  const words = useContactsWords()
  const query = useLead(id)
  const list = useMemo(() => ({ page: 'contacts' as const, id: null, query: writeFilter(filter) }), [filter])
  const back = () => navigate(list)
  // With an open popup, Escape closes that first.
  const leave = () => document.querySelector(':popover-open') === null && back()
  const [receipt, setReceipt] = useState<Erasure>()
  const { commands, title: group } = words
  useCommand({ id: 'contacts.back', words: commands.back, group, keys: 'u', run: back })
  useCommand({ id: 'contacts.leave', words: commands.back, group, keys: 'escape', run: leave })
  useNeighbours(id, filter)
  const title = useTitle(commands.back, 'contacts.back')
  return (
    <>
      <div className="way-back">
        <Link to={list} title={title}>
          <ArrowLeft size={16} aria-hidden="true" className="points" />
          {words.page.back}
        </Link>
      </div>
      {receipt && <EraseReceipt receipt={receipt} close={back} />}
      {!receipt && isGone(query.error) && <p className="list-said">{words.page.gone}</p>}
      {!receipt && !isGone(query.error) && (
        <QueryBoundary query={query}>{(lead) => <Known lead={lead} back={back} erased={setReceipt} />}</QueryBoundary>
      )}
    </>
  )
}

type KnownProps = { lead: LeadDetail; back: () => void; erased: (receipt: Erasure) => void }

function Known({ lead, back, erased }: KnownProps) {
  const definitions = useQuery(definitionsQuery(useDesk()))
  const top = useRef<HTMLHeadingElement>(null)
  useEffect(() => top.current?.focus(), [])
  useFollowContact(lead)
  return (
    <article className={'settings-page record'}>
      <ContactHead lead={lead} top={top} />
      <div className="record-columns">
        <div className="stack gap-4">
          {definitions.isLoading ? (
            <div className="skeleton" />
          ) : (
            <ContactForm lead={lead} definitions={definitions.data?.definitions ?? []} />
          )}
          <ContactData lead={lead} back={back} erased={erased} />
        </div>
        <div className="stack gap-4">
          <TeamNotes lead={lead} />
          <ContactJobs lead={lead} />
          <ContactAppointments lead={lead} />
          <ContactPast lead={lead} />
        </div>
      </div>
    </article>
  )
}

/** Opens the next or previous contact of the table by its keys. */
function useNeighbours(id: string, filter: ContactFilter): void {
  const { commands, title: group } = useContactsWords()
  const { data } = useInfiniteQuery(contactsQuery(useDesk(), filter))
  const contacts = useMemo(() => contactsIn(data), [data])
  const at = contacts.findIndex((contact) => contact.id === id)
  const next = contacts[at + 1]
  const previous = at > 0 ? contacts[at - 1] : undefined
  const show = (contact: { id: string } | undefined) =>
    contact && navigate({ page: 'contacts', id: contact.id, query: writeFilter(filter) }, { replace: true })
  const [below, above] = [() => show(next), () => show(previous)]
  useCommand({ id: 'contacts.next', words: commands.next, group, keys: 'j', run: below }, next !== undefined)
  useCommand(
    { id: 'contacts.previous', words: commands.previous, group, keys: 'k', run: above },
    previous !== undefined,
  )
}
