import type { Stage } from './stage.ts'

/** A phone, or a window as small as one, such as at a high zoom: the chat takes all of it. The style sheets say the same. */
const small = '(max-width: 480px), (max-height: 480px)'

let list: MediaQueryList | undefined
/** Asked for once: each list is looked after by the browser for as long as the page is there. */
const smallList = () => (list ??= matchMedia(small))

export const isPhone = (): boolean => smallList().matches

/** Keeps the window as large as what can be seen of a phone's screen, which a keyboard makes less. @returns what ends it */
export function fitScreen(container: HTMLElement, stage: Stage): () => void {
  const list = smallList()
  const turned = () => stage.change({})
  const view = window.visualViewport
  const measure = () => {
    // Whoever zooms in with two fingers sees a part of the window, as of any page.
    if (!view || view.scale > 1.01) return
    container.style.setProperty('--view-height', `${view.height}px`)
    container.style.setProperty('--view-top', `${view.offsetTop}px`)
  }
  measure()
  list.addEventListener('change', turned)
  view?.addEventListener('resize', measure)
  view?.addEventListener('scroll', measure)
  return () => {
    list.removeEventListener('change', turned)
    view?.removeEventListener('resize', measure)
    view?.removeEventListener('scroll', measure)
  }
}
