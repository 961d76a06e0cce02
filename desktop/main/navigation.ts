import type { WebContents } from 'electron'
import { externalUrl, isDashboard, mayNavigate } from './guard.ts'

type Options = {
  server(): string | null
  /** Opens a URL in the system's browser. */
  openOutside(url: string): void
  /** Limits the rate of opened URLs. */
  gate(): boolean
}

/** Keeps web contents on the dashboard: no other navigation, no new windows, and only the server's own frames. */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'getURL' | 'setWindowOpenHandler'>,
  { server, openOutside, gate }: Options,
): void {
  const stay = (details: { url: string; isMainFrame: boolean; preventDefault(): void }) => {
    if (!mayNavigate(details, contents.getURL(), server())) details.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  // The start of the navigation was checked before, and the app itself may have come from its own page.
  contents.on('will-redirect', (details) => {
    if (!details.isMainFrame) stay(details)
    else if (!isDashboard(details.url, server())) details.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const address = externalUrl(url)
    if (address !== undefined && gate()) openOutside(address)
    return { action: 'deny' }
  })
}
