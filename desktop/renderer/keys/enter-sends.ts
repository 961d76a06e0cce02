import { createStore, useStore } from '../live/store.ts'

const kept = 'frontdesk.enter-sends'

/** Whether Enter alone sends a reply, and Shift with Enter makes a new line. Kept in this browser. */
export const enterSends = createStore(localStorage.getItem(kept) === 'yes')

export function setEnterSends(sends: boolean): void {
  localStorage.setItem(kept, sends ? 'yes' : 'no')
  enterSends.set(sends)
}

export const useEnterSends = (): boolean => useStore(enterSends, (value) => value)
