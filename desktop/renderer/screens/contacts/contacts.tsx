import { useEffect, useMemo, useRef, useState } from 'react'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useDesk } from '../../live/desk.tsx'
import { createStore } from '../../live/store.ts'
import type { TableState } from './table-state.ts'
import '../../ui/popup.css'
import '../../ui/page.css'
import '../../form/fields.css'
import '../../ui/lists.css'
import { ContactPage } from './contact-page.tsx'
import { ContactTable } from './contact-table.tsx'
import './contacts.css'
import { type ContactFilter, parseFilter, writeFilter } from '../../live/contact-filter.ts'
import { useFollow } from './follow.ts'
import { changedAmong, nothingSelected } from './selection.ts'
import { useBulk } from './use-bulk.ts'

type Props = {
  /** Null: the table of all. */
  id: string | null
  /** The filters, as they stand in the address. */
  query: string
}

/** Everybody who left something by which they can be reached. */
export function Contacts({ id, query }: Props) {
  const { site } = useDesk()
  const written = writeFilter(parseFilter(query))
  const filter = useMemo(() => parseFilter(written), [written])
  return (
    <main className="contacts">
      {/* Another site's is another: nothing that was chosen or typed goes over to it. */}
      <Shown key={site.id} id={id} filter={filter} />
      <LeaveDialog />
    </main>
  )
}

function Shown({ id, filter }: { id: string | null; filter: ContactFilter }) {
  const standing = useRef(newStanding())
  const bulk = useBulk()
  const [seen, setSeen] = useState(filter)
  if (seen !== filter) {
    standing.current = newStanding()
    setSeen(filter)
  }
  useEffect(() => {
    if (id !== null) standing.current.current = id
  }, [id])
  useFollow(filter, (changed) => {
    standing.current.selection.set((before) => changedAmong(before, changed, filter))
  })
  if (id !== null) return <ContactPage key={id} id={id} filter={filter} />
  return <ContactTable filter={filter} standing={standing.current} bulk={bulk} />
}

const newStanding = (): TableState => ({ current: null, selection: createStore(nothingSelected), offset: 0 })
