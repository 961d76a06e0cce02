import { createStore, useStore } from './store.ts'

const triedKey = 'frontdesk.tried'
const read = (): string[] => (localStorage.getItem(triedKey) ?? '').split(' ').filter(Boolean)
const tried = createStore<readonly string[]>(read())

/** Records that somebody asked this site's assistant a question on this machine. */
export function keepTried(site: string): void {
  if (tried.get().includes(site)) return
  tried.set((sites) => [...sites, site])
  localStorage.setItem(triedKey, tried.get().join(' '))
}

export const useTried = (site: string): boolean => useStore(tried, (sites) => sites.includes(site))

const stateKey = (site: string) => `frontdesk.guide.${site}`

/** Whether the first steps are shown: until they are done or dismissed. Per machine. */
export const isGuided = (site: string): boolean => localStorage.getItem(stateKey(site)) !== 'away'

export const endGuide = (site: string): void => localStorage.setItem(stateKey(site), 'away')
