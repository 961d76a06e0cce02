import type { WebFrameMain } from 'electron'
import { isWebUrl } from '../../shared/origin.ts'

/** Where the app's own pages live. A scheme of its own has an origin, which file: has not. */
export const pageScheme = 'frontdesk-page'
export const pageOrigin = `${pageScheme}://app`

/** Whether the address is a page of this server's dashboard. */
export function isDashboard(url: string, server: string | null): boolean {
  if (server === null || !URL.canParse(url)) return false
  const { origin, pathname } = new URL(url)
  return origin === server && (pathname === '/dashboard' || pathname.startsWith('/dashboard/'))
}

/** Whether the address is a page of the app itself. */
export function isOwnPage(url: string): boolean {
  return url.startsWith(`${pageOrigin}/`)
}

/** Whether a call comes from the page itself: its main frame, with the origin that its address promises. */
export function isMainFrame(frame: Pick<WebFrameMain, 'url' | 'origin' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(`${frame.origin}/`)
}

/** Whose bot challenge a server may want answered before somebody signs in; it stands in a frame of the server's own. */
const challengeOrigin = 'https://challenges.cloudflare.com'

/** Whether a page may go there by itself: within the dashboard. The app's own pages go nowhere. */
export function mayGo(to: { url: string; isMainFrame: boolean }, from: string, server: string | null): boolean {
  return isDashboard(from, server) && (to.isMainFrame ? isDashboard(to.url, server) : mayFrame(to.url, server))
}

/** Whether a frame may show it: the widget as it will be, and the bot challenge. */
function mayFrame(url: string, server: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { origin, pathname } = new URL(url)
  if (origin === challengeOrigin) return true
  return origin === server && (pathname === '/auth/challenge' || pathname.startsWith('/preview/'))
}

/** The address to hand to the system's browser, or undefined: https alone, without user name or password in it. */
export function outsideAddress(url: string): string | undefined {
  if (url.length > 2000 || !isWebUrl(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' ? href : undefined
}

/** Whether a page may do this beside showing itself: notify, in the dashboard's main frame, and nothing else. */
export function mayHave(
  permission: string,
  asked: { url: string | undefined; isMainFrame: boolean },
  server: string | null,
): boolean {
  return permission === 'notifications' && asked.isMainFrame && isOf(asked.url, server)
}

/** Whether anything may be fetched from there: the server, its bot challenge, the app's own pages, and what a page made itself. */
export function mayFetch(url: string, server: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  if (['blob:', 'data:', 'devtools:'].includes(protocol)) return true
  return (
    isOwnPage(url) ||
    origin === challengeOrigin ||
    isOf(protocol.startsWith('ws') ? url.replace(/^ws/i, 'http') : origin, server)
  )
}

/** Whether something comes from the server, downloads that a page of it made included. */
export function isOf(url: string | undefined, server: string | null): boolean {
  return url !== undefined && server !== null && URL.canParse(url) && new URL(url).origin === server
}

/** Lets so many through within a time, and no more: for what a page could ask for a thousand times a second. */
export function createGate(most: number, within: number, now: () => number): () => boolean {
  let passed: number[] = []
  return () => {
    const since = now() - within
    passed = passed.filter((at) => at > since)
    if (passed.length >= most) return false
    passed.push(now())
    return true
  }
}
