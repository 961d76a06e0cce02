import { keepFocusInside } from './back-focus.ts'
import { isPhone } from './screen.ts'
import type { Stage } from './stage.ts'

const mark = 'svc:open'
/** A page that closes the chat to navigate does so within this time. Going back afterwards would undo it. */
const navigationDelay = 100

/** The used parts of the Navigation API, which not all browsers support. */
type Place = { index: number; sameDocument: boolean }
type Places = EventTarget & { currentEntry: Place; entries(): Place[] }
type Moved = Event & { navigationType: string | null; from: Place }

/**
 * On a phone the back button closes the window, because it covers the page, and the focus stays inside. Afterwards the page's history is as before.
 * The entry for the window keeps the page's state. If the page navigated from there, the entry stays and is skipped.
 * @returns a function that stops this
 */
export function closeOnBack(stage: Stage): () => void {
  const { navigation } = window as unknown as { navigation?: Places }
  // Distinguishes the entry from one that was left.
  let pushed = 0
  let timer = 0
  let isLeaving = false
  const isThere = () => history.state?.[mark] === pushed
  const goBack = () => {
    timer = 0
    // If the page has navigated in the meantime, the entry is no longer the last.
    isLeaving = isThere()
    pushed = 0
    if (isLeaving) history.back()
  }
  const follow = () => {
    if (!stage.shown.open) {
      if (pushed && !timer) timer = window.setTimeout(goBack, navigationDelay)
      return
    }
    if (timer && !isThere()) pushed = 0
    clearTimeout(timer)
    timer = 0
    if (pushed || isLeaving || !isPhone() || stage.shown.beside) return
    pushed = Date.now()
    history.pushState({ ...history.state, [mark]: pushed }, '')
  }
  const wentBack = () => {
    if (isLeaving) {
      isLeaving = false
      follow()
    } else if (pushed && !isThere()) {
      pushed = 0
      stage.close()
    }
  }
  const passOver = (event: Event) => {
    const { navigationType, from } = event as Moved
    const isLeft = navigationType === 'traverse' && !pushed && !isLeaving && history.state?.[mark]
    if (isLeft) history.go(from.index < navigation!.currentEntry.index ? 1 : -1)
  }
  // An entry from an earlier load of this page leads only to the page itself.
  if (history.state?.[mark] && navigation?.entries()[navigation.currentEntry.index - 1]?.sameDocument) {
    pushed = history.state[mark]
    goBack()
  }
  const leave = stage.subscribe(follow)
  stage.trapFocus = keepFocusInside
  follow()
  addEventListener('popstate', wentBack)
  navigation?.addEventListener('currententrychange', passOver)
  return () => {
    leave()
    clearTimeout(timer)
    removeEventListener('popstate', wentBack)
    navigation?.removeEventListener('currententrychange', passOver)
  }
}
