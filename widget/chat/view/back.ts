import { isPhone } from './screen.ts'
import type { Stage } from './stage.ts'

const mark = 'svc:open'
/** A page that closes the chat to go on elsewhere does so by then: going back after that would undo it. */
const patience = 100

/**
 * On a phone the back button closes the window, as it covers the page. The page's own history is as it was afterwards; its
 * state is kept in the entry that stands for the window.
 * @returns what ends it
 */
export function closeOnBack(stage: Stage): () => void {
  // Tells the entry from one that an earlier load of the page left.
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
  const leave = stage.subscribe(follow)
  addEventListener('popstate', wentBack)
  return () => {
    leave()
    clearTimeout(timer)
    removeEventListener('popstate', wentBack)
  }
}
