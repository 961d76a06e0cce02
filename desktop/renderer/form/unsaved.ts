import { createStore, useStore } from '../live/store.ts'

/** Where the person wanted to go despite unsaved changes; null: nowhere. */
const leaving = createStore<string | null>(null)
let unsaved = 0
let isAllowed = false

/** Asks before a page with unsaved changes is left, for another screen or another page. */
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

/** Not every browser supports it. Without it, only leaving the page itself asks. */
const navigationOf = (): Navigation | undefined => (globalThis as { navigation?: Navigation }).navigation

const keepPage = (event: BeforeUnloadEvent) => event.preventDefault()

function keepScreen(event: NavigateEvent): void {
  const { url, sameDocument } = event.destination
  if (isAllowed || !sameDocument || !event.cancelable || url === location.href) return
  event.preventDefault()
  leaving.set(url)
}

export const useLeaving = (): string | null => useStore(leaving, (url) => url)

/** Stays, with all changes. */
export const stay = (): void => leaving.set(null)

/** Leaves anyway. `go` navigates. */
export function leaveBy(go: () => void): void {
  isAllowed = true
  leaving.set(null)
  go()
  isAllowed = false
}
