import { createStore, useStore } from './store.ts'

const kept = 'frontdesk.tried'
const read = (): string[] => (localStorage.getItem(kept) ?? '').split(' ').filter(Boolean)
const tried = createStore<readonly string[]>(read())

/** Somebody asked this site's assistant a question of their own, on this machine. */
export function keepTried(site: string): void {
  if (tried.get().includes(site)) return
  tried.set((sites) => [...sites, site])
  localStorage.setItem(kept, tried.get().join(' '))
}

export const useTried = (site: string): boolean => useStore(tried, (sites) => sites.includes(site))
