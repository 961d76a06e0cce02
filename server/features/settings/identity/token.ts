import { createHmac } from 'node:crypto'
import type { IdentityFault } from '../../../../shared/chat.ts'
import { User } from '../../../../shared/conversation.ts'
import { contactFields } from '../../../../shared/lead.ts'
import { parseJson } from '../../../core/json.ts'
import { sameText } from '../../../core/seal.ts'

/** Whom a token vouches for, or why it is ignored. */
export type TokenRead = { user: User } | { fault: IdentityFault }

/** Seconds by which the clocks of two servers may differ. */
const skew = 60
const longest = 24 * 3600

const part = /^[A-Za-z0-9_-]+$/
/** What says something of the token itself; all else is said of the visitor. */
const ofToken = new Set(['sub', 'aud', 'exp', 'iat', 'nbf', 'iss', 'jti', 'id'])

/**
 * Reads a JWT that a site's own server signed. HS256 alone, whatever its header asks for; `secret` is the key as it is
 * written, not decoded. Nothing that it claims is looked at before its signature is found to be good.
 * @param at what it has to be for: the site, and the time in milliseconds
 */
export function readIdentityToken(
  token: string,
  secret: string | undefined,
  at: { site: string; now: number },
): TokenRead {
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every((one) => part.test(one))) return { fault: 'malformed' }
  const [header, claims, signature] = parts as [string, string, string]
  const protection = readObject(header)
  if (!protection) return { fault: 'malformed' }
  if (protection.alg !== 'HS256' || 'crit' in protection) return { fault: 'algorithm' }
  if (secret === undefined || !isSignedWith(secret, `${header}.${claims}`, signature)) return { fault: 'signature' }
  const said = readObject(claims)
  if (!said) return { fault: 'malformed' }
  return faultOf(said, at) ?? readUser(said)
}

/** The signature has to be the one text that encodes it: base64 has others, with stray bits at the end. */
const isSignedWith = (secret: string, signed: string, signature: string) =>
  sameText(createHmac('sha256', secret).update(signed).digest('base64url'), signature)

const decoder = new TextDecoder('utf-8', { fatal: true })

function readObject(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(decoder.decode(Buffer.from(encoded, 'base64url')))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Whom and when it is for. Times are seconds. */
function faultOf(claims: Record<string, unknown>, { site, now }: { site: string; now: number }) {
  const { aud, exp, iat = 0, nbf = 0 } = claims
  const seconds = now / 1000
  if (aud !== site && !(Array.isArray(aud) && aud.includes(site))) return { fault: 'audience' as const }
  if (!isTime(exp) || !isTime(iat) || !isTime(nbf)) return { fault: 'claims' as const }
  if (exp <= seconds - skew) return { fault: 'expired' as const }
  const isEarly = Math.max(iat, nbf) > seconds + skew
  return isEarly || exp > seconds + longest + skew ? { fault: 'time' as const } : undefined
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function readUser(claims: Record<string, unknown>): TokenRead {
  const { sub } = claims
  if (typeof sub !== 'string') return { fault: 'claims' }
  const others = Object.entries(claims).filter(([name]) => !ofToken.has(name))
  const user = User.safeParse({ ...Object.fromEntries(others), id: sub })
  if (!user.success || !isContact(user.data.name, 'name') || !isContact(user.data.email, 'email'))
    return { fault: 'claims' }
  return { user: user.data }
}

const isContact = (value: unknown, field: 'name' | 'email') =>
  value === undefined || value === null || value === '' || contactFields[field].safeParse(value).success
