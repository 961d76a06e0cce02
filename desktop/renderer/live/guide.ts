import { createStore, useStore } from './store.ts'

const triedKey = 'frontdesk.tried'
const read = (): string[] => (localStorage.getItem(triedKey) ?? '').split(' ').filter(Boolean)
const tried = createStore<readonly string[]>(read())

/** Somebody asked this site's assistant a question of their own, on this machine. */
export function keepTried(site: string): void {
  if (tried.get().includes(site)) return
  tried.set((sites) => [...sites, site])
  localStorage.setItem(triedKey, tried.get().join(' '))
}

export const useTried = (site: string): boolean => useStore(tried, (sites) => sites.includes(site))

const stateKey = (site: string) => `frontdesk.guide.${site}`

/**
 * Whether the first steps are shown: from the time that a site had nothing to answer from, until they are done or put away.
 * On this machine alone.
 */
export function isGuided({ id, knowledge }: { id: string; knowledge: boolean }): boolean {
  const state = localStorage.getItem(stateKey(id))
  return state === 'begun' || (state === null && !knowledge)
}

export const keepGuide = (site: string, state: 'begun' | 'away'): void => localStorage.setItem(stateKey(site), state)
