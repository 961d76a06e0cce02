import type { WebContents } from 'electron'
import { isDashboard, mayGo, outsideAddress } from './guard.ts'

type Around = {
  server(): string | null
  /** Hands an address to the system's browser. */
  openOutside(url: string): void
  /** Lets so many addresses through, and no flood. */
  gate(): boolean
}

/** Keeps whatever shows pages on the dashboard: it goes nowhere else, opens no window, and frames the server's own alone. */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'getURL' | 'setWindowOpenHandler'>,
  { server, openOutside, gate }: Around,
): void {
  const stay = (details: { url: string; isMainFrame: boolean; preventDefault(): void }) => {
    if (!mayGo(details, contents.getURL(), server())) details.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  // Whoever led here was asked already; the app itself may have come from a page of its own.
  contents.on('will-redirect', (details) => {
    if (!details.isMainFrame) stay(details)
    else if (!isDashboard(details.url, server())) details.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const address = outsideAddress(url)
    if (address !== undefined && gate()) openOutside(address)
    return { action: 'deny' }
  })
}
