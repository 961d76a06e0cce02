import type { Stage } from './stage.ts'

/**
 * A phone, or an equally small window, for example at high zoom: the chat fills it. The style sheets have the same
 * condition.
 */
const small = '(max-width: 480px), (max-height: 480px)'

let list: MediaQueryList | undefined
/** Created once, because the browser tracks each list for as long as the page exists. */
const smallList = () => (list ??= matchMedia(small))

export const isPhone = (): boolean => smallList().matches

/**
 * Keeps the window as large as the visible part of a phone's screen, which a keyboard reduces. @returns a function that
 * stops this
 */
export function fitScreen(container: HTMLElement, stage: Stage): () => void {
  const list = smallList()
  const turned = () => stage.change({})
  const view = window.visualViewport
  const measure = () => {
    // Pinch zoom shows a part of the window, as on any page.
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
