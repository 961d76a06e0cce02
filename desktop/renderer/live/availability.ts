import { toast } from '../ui/toast.ts'
import { type Client, isRefused, wordsOf } from './connection.ts'
import { createStore, useStore } from './store.ts'

const kept = 'frontdesk.available'

/** Whether visitors are assigned to this person. Shared by all windows of the browser. */
export const availability = createStore(localStorage.getItem(kept) !== 'no')

/** Sets it for this window and the server. The other windows read it from the browser's storage. */
export function setAvailable(
  available: boolean,
  { client, site, window }: { client: Client; site: string; window: string },
): void {
  localStorage.setItem(kept, available ? 'yes' : 'no')
  availability.set(available)
  client.presence.set
    .mutate({ site, window, available })
    // If the server is unreachable, it is sent when the stream restarts.
    .catch((error: unknown) => isRefused(error) && toast(wordsOf(error), { tone: 'danger' }))
}

/** Calls back when another window of this browser changes it. */
export function followAvailability(changed: (available: boolean) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => key === kept && changed(newValue !== 'no')
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

export const useAvailable = (): boolean => useStore(availability, (value) => value)
