import type { CookiesSetDetails } from 'electron'

/** The server's session cookie. Its value is a bearer token that acts as the person. */
export const cookieName = 'svc_session'

export type KeptSession = { token: string; expiresAt: number }

export type Headers = Record<string, string[]>

/**
 * The session change in a response: a new session, null if it ended, undefined if unchanged. The forwarded cookie
 * expires with the app, because sessions are stored only in the system's key store, never in the browser's cookie file.
 */
export function takeSession(
  headers: Headers,
  now: number,
): { headers: Headers; session: KeptSession | null | undefined } {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'set-cookie')
  const cookies = name === undefined ? [] : (headers[name] ?? [])
  const own = cookies.findLast((cookie) => cookie.startsWith(`${cookieName}=`))
  if (name === undefined || own === undefined) return { headers, session: undefined }
  const session = readCookie(own, now)
  if (session === null) return { headers, session }
  const brief = cookies.map((cookie) => (cookie.startsWith(`${cookieName}=`) ? withoutEnd(cookie) : cookie))
  return { headers: { ...headers, [name]: brief }, session }
}

function readCookie(cookie: string, now: number): KeptSession | null {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const token = pair.slice(cookieName.length + 1)
  const age = attributes.find((part) => /^max-age=/i.test(part))?.slice('max-age='.length)
  const seconds = age === undefined ? 0 : Number(age)
  return isToken(token) && seconds > 0 ? { token, expiresAt: now + seconds * 1000 } : null
}

const withoutEnd = (cookie: string) => cookie.replace(/;\s*(max-age|expires)=[^;]*/gi, '')

/** Whether it looks like a session token, so that nothing else is put into a cookie. */
export const isToken = (token: string): boolean => /^svc_sess_[0-9A-Za-z]{20,100}$/.test(token)

/** The cookie that signs the dashboard in with a stored token. It expires with the app. */
export function cookieFor(server: string, token: string): CookiesSetDetails {
  return {
    url: server,
    name: cookieName,
    value: token,
    path: '/',
    httpOnly: true,
    secure: server.startsWith('https:'),
    sameSite: 'lax',
  }
}
