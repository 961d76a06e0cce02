import { useEffect } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { createStore, useStore } from '../../../live/store.ts'

const every = 60_000
/** Whoever is gone for less than this has missed nothing that the lists do not show. */
const shortest = 15 * 60_000

/** Since when the person was away, by where that is kept; null once they have seen what happened. */
const away = createStore<ReadonlyMap<string, number | null>>(new Map())

/**
 * Since when somebody was away.
 * @param seen when they were there last, in milliseconds since the epoch; 0 for never
 * @returns null where they were not away, or are there for the first time
 */
export const awaySince = (seen: number, now: number): number | null =>
  seen > 0 && now - seen >= shortest ? seen : null

/** Keeps in mind that the person is there, for as long as the page is looked at; and since when they were not. */
export function useSeen(): void {
  const key = useKept()
  useEffect(() => {
    if (!away.get().has(key)) setSince(key, awaySince(Number(localStorage.getItem(key)), Date.now()))
    const seen = () => {
      if (document.visibilityState === 'visible') localStorage.setItem(key, String(Date.now()))
    }
    seen()
    const timer = setInterval(seen, every)
    return () => clearInterval(timer)
  }, [key])
}

/** Since when the person was away from this site, on this machine, and how to say that they have seen what happened. */
export function useAwaySince(): { since: number | null; dismiss(): void } {
  const key = useKept()
  const since = useStore(away, (all) => all.get(key) ?? null)
  return { since, dismiss: () => setSince(key, null) }
}

function useKept(): string {
  const { me, site } = useDesk()
  return `frontdesk.seen.${site.id}.${me.email}`
}

const setSince = (key: string, since: number | null) => away.set((all) => new Map(all).set(key, since))
