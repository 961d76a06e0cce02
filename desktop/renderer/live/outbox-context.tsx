import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Connection } from './connection.ts'
import { deliver, failureOf } from './deliver.ts'
import { useDesk } from './desk.tsx'
import { newId } from './new-id.ts'
import { createOutbox, type Outbox, outboxKept } from './outbox.ts'

const Context = createContext<Outbox | undefined>(undefined)

/** Stores what this person writes on this site until the server has it. */
export function OutboxProvider({ online, children }: { online: Connection['online']; children: ReactNode }) {
  const { client, me, site } = useDesk()
  const queries = useQueryClient()
  const [outbox] = useState(() =>
    createOutbox({
      by: me.email,
      site: site.id,
      storage: localStorage,
      now: Date.now,
      newId,
      isOnline: online.get,
      deliver: (entry) => deliver(client, { client: queries, site: site.id, me: me.email }, entry),
      failureOf,
    }),
  )
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === outboxKept && outbox.reload()
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [outbox])
  return <Context.Provider value={outbox}>{children}</Context.Provider>
}

/** The unsent messages, and how to send. Throws outside of a signed-in person's screens. */
export function useOutbox(): Outbox {
  const outbox = useContext(Context)
  if (!outbox) throw new Error('useOutbox is for screens of a signed-in person')
  return outbox
}
