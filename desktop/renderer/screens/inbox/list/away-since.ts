import { useEffect } from 'react'
import { useDesk } from '../../../live/desk.tsx'
import { createStore, useStore } from '../../../live/store.ts'

const every = 60_000
/** A shorter absence misses nothing that the lists do not show. */
const minAway = 15 * 60_000

/** Since when the person was away, by storage key; null once they have seen what happened. */
const away = createStore<ReadonlyMap<string, number | null>>(new Map())

/**
 * Since when somebody was away.
 * @param seen when they were last here, in milliseconds since the epoch; 0 for never
 * @returns null if they were not away, or are here for the first time
 */
export const awaySince = (seen: number, now: number): number | null => (seen > 0 && now - seen >= minAway ? seen : null)

/**
 * Records that the person is here while the page is visible, and since when they were not. A window may stay open for
 * days, so it looks again when it is shown, and after the machine was asleep.
 */
export function useSeen(): void {
  const key = useKept()
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState !== 'visible') return
      const since = awaySince(Number(localStorage.getItem(key)), Date.now())
      // What happened before and was not dismissed is still shown.
      if (since !== null) setSince(key, away.get().get(key) ?? since)
      localStorage.setItem(key, String(Date.now()))
    }
    seen()
    const timer = setInterval(seen, every)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [key])
}

/** Since when the person was away from this site, on this machine, and how to dismiss what happened. */
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
