import { tryTo } from '../site.ts'

/**
 * Shows the widget in the browser's top layer, where no transform and no stacking order of the page reaches it, and undoes
 * the zoom of the page's body. An older browser leaves it above all else by its z-index. A modal dialog of the page makes
 * everything outside of it inert, the top layer included, until the dialog is closed.
 */
function raise(host: HTMLElement): void {
  const { currentCSSZoom = 1 } = host.parentElement as unknown as { currentCSSZoom?: number }
  host.style.setProperty('--svc-unzoom', `${1 / currentCSSZoom}`)
  tryTo(() => {
    host.popover = 'manual'
    host.showPopover()
  })
}

/** Puts the widget back where the page replaced what its body holds, as some routers do, until `signal`. */
export function keepPlace(host: HTMLElement, signal: AbortSignal): void {
  // Later, so that a page that takes it away each time and this never keep each other busy.
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
