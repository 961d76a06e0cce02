/** Puts the widget back where the page replaced what its body holds, as some routers do, until `signal`. */
export function keepPlace(host: Element, signal: AbortSignal): void {
  // Later, so that a page that takes it away each time and this never keep each other busy.
  const observer = new MutationObserver(() => setTimeout(place, 100))
  const place = () => {
    if (signal.aborted) return
    if (!host.isConnected) document.body.append(host)
    observer.observe(document.body, { childList: true })
  }
  observer.observe(document.documentElement, { childList: true })
  signal.addEventListener('abort', () => observer.disconnect())
  place()
}
