import type { WebFrameMain } from 'electron'
import { isWebUrl } from '../../shared/origin.ts'

/** The scheme of the app's own pages. Unlike file:, a custom scheme has an origin. */
export const pageScheme = 'frontdesk-page'
export const pageOrigin = `${pageScheme}://app`

/** Whether the URL is a page of this server's dashboard. */
export function isDashboard(url: string, server: string | null): boolean {
  if (server === null || !URL.canParse(url)) return false
  const { origin, pathname } = new URL(url)
  return origin === server && (pathname === '/dashboard' || pathname.startsWith('/dashboard/'))
}

/** Whether the URL is a page of the app itself. */
export function isOwnPage(url: string): boolean {
  return url.startsWith(`${pageOrigin}/`)
}

/** Whether a call comes from the page itself: its main frame, with the origin of its URL. */
export function isMainFrame(frame: Pick<WebFrameMain, 'url' | 'origin' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(`${frame.origin}/`)
}

/** The provider of the bot challenge that a server may require for signing in. It is shown in a frame of the server. */
const challengeOrigin = 'https://challenges.cloudflare.com'

/** Whether a page may navigate there: only within the dashboard. The app's own pages cannot navigate. */
export function mayNavigate(to: { url: string; isMainFrame: boolean }, from: string, server: string | null): boolean {
  return isDashboard(from, server) && (to.isMainFrame ? isDashboard(to.url, server) : mayFrame(to.url, server))
}

/** Whether a frame may show it: only the widget preview and the bot challenge. */
function mayFrame(url: string, server: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { origin, pathname } = new URL(url)
  if (origin === challengeOrigin) return true
  return origin === server && (pathname === '/auth/challenge' || pathname.startsWith('/preview/'))
}

/** The URL to open in the system's browser, or undefined: https only, without credentials. */
export function externalUrl(url: string): string | undefined {
  if (url.length > 2000 || !isWebUrl(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' ? href : undefined
}

/** Whether a page has a permission: only notifications, in the dashboard's main frame. */
export function hasPermission(
  permission: string,
  asked: { url: string | undefined; isMainFrame: boolean },
  server: string | null,
): boolean {
  return permission === 'notifications' && asked.isMainFrame && isFromServer(asked.url, server)
}

/** Whether a URL may be fetched: the server, its bot challenge, the app's own pages, and what a page created itself. */
export function mayFetch(url: string, server: string | null): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  if (['blob:', 'data:', 'devtools:'].includes(protocol)) return true
  return (
    isOwnPage(url) ||
    origin === challengeOrigin ||
    isFromServer(protocol.startsWith('ws') ? url.replace(/^ws/i, 'http') : origin, server)
  )
}

/** Whether something comes from the server, including downloads created by its pages. */
export function isFromServer(url: string | undefined, server: string | null): boolean {
  return url !== undefined && server !== null && URL.canParse(url) && new URL(url).origin === server
}

/** Allows at most this many passes within a time, for calls that a page could repeat a thousand times a second. */
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
