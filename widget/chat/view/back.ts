import { isPhone } from './screen.ts'
import type { Stage } from './stage.ts'

const mark = 'svc:open'

/**
 * On a phone the back button closes the window, as it covers the page. The page's own history is as it was afterwards; its
 * state is kept in the entry that stands for the window.
 * @returns what ends it
 */
export function closeOnBack(stage: Stage): () => void {
  // Tells the entry from one that an earlier load of the page left.
  let pushed = 0
  const isThere = () => history.state?.[mark] === pushed
  const follow = () => {
    const { open } = stage.shown
    if (open && !pushed && isPhone()) {
      pushed = Date.now()
      history.pushState({ ...history.state, [mark]: pushed }, '')
    } else if (!open && pushed) {
      // Where the page has gone on meanwhile, the entry is no longer the last.
      const isLast = isThere()
      pushed = 0
      if (isLast) history.back()
    }
  }
  const wentBack = () => {
    if (!pushed || isThere()) return
    pushed = 0
    stage.close()
  }
  const leave = stage.subscribe(follow)
  addEventListener('popstate', wentBack)
  return () => {
    leave()
    removeEventListener('popstate', wentBack)
  }
}
