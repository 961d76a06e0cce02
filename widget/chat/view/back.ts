import { isPhone } from './screen.ts'
import type { Stage } from './stage.ts'

const mark = 'svc:open'
/** A page that closes the chat to go on elsewhere does so by then: going back after that would undo it. */
const patience = 100

/** Of the browser's own list of entries, which not every browser shows, what is needed. */
type Place = { index: number; sameDocument: boolean }
type Places = EventTarget & { currentEntry: Place; entries(): Place[] }
type Moved = Event & { navigationType: string | null; from: Place }

/**
 * On a phone the back button closes the window, as it covers the page. The page's own history is as it was afterwards; its
 * state is kept in the entry that stands for the window. Where the page went on from there that entry stays, and is passed
 * over.
 * @returns what ends it
 */
export function closeOnBack(stage: Stage): () => void {
  const { navigation } = window as unknown as { navigation?: Places }
  // Tells the entry from one that was left.
  let pushed = 0
  let timer = 0
  let isLeaving = false
  const isThere = () => history.state?.[mark] === pushed
  const goBack = () => {
    timer = 0
    // Where the page has gone on meanwhile, the entry is no longer the last.
    isLeaving = isThere()
    pushed = 0
    if (isLeaving) history.back()
  }
  const follow = () => {
    if (!stage.shown.open) {
      if (pushed && !timer) timer = window.setTimeout(goBack, patience)
      return
    }
    if (timer && !isThere()) pushed = 0
    clearTimeout(timer)
    timer = 0
    if (pushed || isLeaving || !isPhone()) return
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
  // One that an earlier load of this page left: it leads nowhere but to the page itself.
  if (history.state?.[mark] && navigation?.entries()[navigation.currentEntry.index - 1]?.sameDocument) {
    pushed = history.state[mark]
    goBack()
  }
  const leave = stage.subscribe(follow)
  addEventListener('popstate', wentBack)
  navigation?.addEventListener('currententrychange', passOver)
  return () => {
    leave()
    clearTimeout(timer)
    removeEventListener('popstate', wentBack)
    navigation?.removeEventListener('currententrychange', passOver)
  }
}
