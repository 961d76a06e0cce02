import { isPhone } from './screen.ts'
import type { Stage } from './stage.ts'

const mark = 'svc:open'

/**
 * On a phone the back button closes the window, as it covers the page. The page's own history is as it was afterwards; its
 * state is kept in the entry that stands for the window.
 * @returns what ends it
 */
export function closeOnBack(stage: Stage): () => void {
  let isPushed = false
  const follow = () => {
    const { open } = stage.shown
    if (open && !isPushed && isPhone()) {
      history.pushState({ ...history.state, [mark]: true }, '')
      isPushed = true
    } else if (!open && isPushed) {
      isPushed = false
      // Where the page has gone on meanwhile, the entry is no longer the last.
      if (history.state?.[mark]) history.back()
    }
  }
  const wentBack = () => {
    if (!isPushed || history.state?.[mark]) return
    isPushed = false
    stage.close()
  }
  const leave = stage.subscribe(follow)
  addEventListener('popstate', wentBack)
  return () => {
    leave()
    removeEventListener('popstate', wentBack)
  }
}
