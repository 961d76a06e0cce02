import type { CookiesSetDetails } from 'electron'

/** The server's session cookie; its value is a bearer token that acts as the person. */
export const cookieName = 'svc_session'

export type KeptSession = { token: string; expiresAt: number }

export type Headers = Record<string, string[]>

/**
 * What an answer says of the session: a new one, null when it ended, undefined when nothing. In the headers that go on,
 * the cookie ends with the app: what lasts is kept by the system's key store, and never by the browser's cookie file.
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

/** Whether it has the form of a session token, so that nothing else is put into a cookie. */
export const isToken = (token: string): boolean => /^svc_sess_[0-9A-Za-z]{20,100}$/.test(token)

/** The cookie that signs the dashboard in with a kept token; it ends with the app. */
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
