import { tryTo } from '../site.ts'

/**
 * Shows the widget in the browser's top layer, unaffected by transforms and stacking orders of the page, and undoes the
 * zoom of the page's body. Older browsers use the z-index. A modal dialog of the page makes everything outside of it
 * inert, including the top layer, until it is closed.
 */
function raise(host: HTMLElement): void {
  const { currentCSSZoom = 1 } = host.parentElement as unknown as { currentCSSZoom?: number }
  host.style.setProperty('--svc-unzoom', `${1 / currentCSSZoom}`)
  tryTo(() => {
    host.popover = 'manual'
    host.showPopover()
  })
}

/** Restores the widget if the page replaces the content of its body, as some routers do, until `signal`. */
export function keepPlace(host: HTMLElement, signal: AbortSignal): void {
  // Delayed, so that a page that keeps removing the widget does not cause a busy loop.
  const observer = new MutationObserver(() => setTimeout(place, 100))
  const place = () => {
    if (signal.aborted) return
    if (!host.isConnected) {
      document.body.append(host)
      raise(host)
    }
    observer.observe(document.body, { childList: true })
  }
  observer.observe(document.documentElement, { childList: true })
  signal.addEventListener('abort', () => observer.disconnect())
  raise(host)
  place()
}
