import { createStore, useStore } from '../live/store.ts'

/** Where the person wanted to go although something is unsaved; null: nowhere. */
const leaving = createStore<string | null>(null)
let unsaved = 0
let isAllowed = false

/** Asks before a page with something unsaved is left: another screen of the dashboard, or the page itself. */
export function watchUnsaved(): () => void {
  unsaved++
  if (unsaved === 1) {
    addEventListener('beforeunload', keepPage)
    navigationOf()?.addEventListener('navigate', keepScreen)
  }
  return () => {
    unsaved--
    if (unsaved > 0) return
    removeEventListener('beforeunload', keepPage)
    navigationOf()?.removeEventListener('navigate', keepScreen)
    leaving.set(null)
  }
}

/** Not every browser has it; without it only the page itself is kept. */
const navigationOf = (): Navigation | undefined => (globalThis as { navigation?: Navigation }).navigation

const keepPage = (event: BeforeUnloadEvent) => event.preventDefault()

function keepScreen(event: NavigateEvent): void {
  const { url, sameDocument } = event.destination
  if (isAllowed || !sameDocument || !event.cancelable || url === location.href) return
  event.preventDefault()
  leaving.set(url)
}

export const useLeaving = (): string | null => useStore(leaving, (url) => url)

/** Stays, with everything as it was typed. */
export const stay = (): void => leaving.set(null)

/** Goes there after all; `go` moves the dashboard. */
export function leaveBy(go: () => void): void {
  isAllowed = true
  leaving.set(null)
  go()
  isAllowed = false
}
