import { type Client, isRefused, wordsOf } from '../app/connection.ts'
import { toast } from '../ui/toast.ts'
import { createStore, useStore } from './store.ts'

const kept = 'frontdesk.available'

/** Whether visitors may be given to this person; the same in all windows of the browser. */
export const availability = createStore(localStorage.getItem(kept) !== 'no')

/** Sets it for this window and tells the server; the other windows see it in what the browser keeps. */
export function setAvailable(
  available: boolean,
  { client, site, window }: { client: Client; site: string; window: string },
): void {
  localStorage.setItem(kept, available ? 'yes' : 'no')
  availability.set(available)
  client.presence.set
    .mutate({ site, window, available })
    // Where the server cannot be reached, the stream tells it when it begins anew.
    .catch((error: unknown) => isRefused(error) && toast(wordsOf(error), { tone: 'danger' }))
}

/** Called for what another window of this browser chose. */
export function followAvailability(changed: (available: boolean) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => key === kept && changed(newValue !== 'no')
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

export const useAvailable = (): boolean => useStore(availability, (value) => value)
