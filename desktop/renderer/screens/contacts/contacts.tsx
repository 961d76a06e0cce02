import { useEffect, useMemo, useRef, useState } from 'react'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { type ContactFilter, parseFilter, writeFilter } from '../../live/contact-filter.ts'
import { useDesk } from '../../live/desk.tsx'
import { createStore } from '../../live/store.ts'
import { ContactPage } from './contact-page.tsx'
import { ContactTable } from './contact-table.tsx'
import styles from './contacts.module.css'
import { useFollow } from './follow.ts'
import type { TableState } from './selection.ts'
import { changedAmong, nothingSelected } from './selection.ts'
import { useBulk } from './use-bulk.ts'

type Props = {
  /** Null: the table. */
  id: string | null
  /** The filters, as in the address. */
  query: string
}

/** The contacts: everybody who left contact details. */
export function Contacts({ id, query }: Props) {
  const { site } = useDesk()
  const written = writeFilter(parseFilter(query))
  const filter = useMemo(() => parseFilter(written), [written])
  return (
    <main className={`full-screen ${styles.contacts}`}>
      {/* Reset for another site, so that no selection or input carries over. */}
      <Shown key={site.id} id={id} filter={filter} />
      <LeaveDialog />
    </main>
  )
}

function Shown({ id, filter }: { id: string | null; filter: ContactFilter }) {
  const table = useRef(newTableState())
  const bulk = useBulk()
  const [seen, setSeen] = useState(filter)
  if (seen !== filter) {
    table.current = newTableState()
    setSeen(filter)
  }
  useEffect(() => {
    if (id !== null) table.current.current = id
  }, [id])
  useFollow(filter, (changed) => {
    table.current.selection.set((before) => changedAmong(before, changed, filter))
  })
  if (id !== null) return <ContactPage key={id} id={id} filter={filter} />
  return <ContactTable filter={filter} table={table.current} bulk={bulk} />
}

const newTableState = (): TableState => ({ current: null, selection: createStore(nothingSelected), offset: 0 })
