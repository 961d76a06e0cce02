const kept = (site: string) => `frontdesk.guide.${site}`

/**
 * Whether the first steps are shown: from the time that a site had nothing to answer from, until they are done or put away.
 * On this machine alone.
 */
export function isGuided({ id, knowledge }: { id: string; knowledge: boolean }): boolean {
  const state = localStorage.getItem(kept(id))
  return state === 'begun' || (state === null && !knowledge)
}

export const keepGuide = (site: string, state: 'begun' | 'away'): void => localStorage.setItem(kept(site), state)
