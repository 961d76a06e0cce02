import { errors, jwtVerify } from 'jose'
import type { IdentityFault } from '../../../../shared/chat.ts'
import { User } from '../../../../shared/conversation.ts'
import { contactFields } from '../../../../shared/lead.ts'

/** The user that a token proves, or why it is ignored. */
export type TokenRead = { user: User } | { fault: IdentityFault }

type Claims = Record<string, unknown>

/** Seconds by which the clocks of two servers may differ. */
const clockTolerance = 60
const maxLifetime = 24 * 3600

/** Claims about the token itself. All others are about the visitor. */
const tokenClaims = new Set(['sub', 'aud', 'exp', 'iat', 'nbf', 'iss', 'jti', 'id'])

/**
 * Reads a JWT signed by a site's own server. Only HS256 is accepted, whatever its header says. `secret` is used as
 * written, not decoded.
 * @param at the site that the token must be for, and the time in milliseconds
 */
export async function readIdentityToken(
  token: string,
  secret: string | undefined,
  { site, now }: { site: string; now: number },
): Promise<TokenRead> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      audience: site,
      requiredClaims: ['exp'],
      clockTolerance,
      currentDate: new Date(now),
    })
    return readUser(payload, now / 1000)
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** A site without a secret gets a random key, which no token is signed with. */
const keyOf = (secret: string | undefined): Uint8Array =>
  secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : new TextEncoder().encode(secret)

function faultOf(error: unknown): IdentityFault {
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'malformed'
  if (!(error instanceof errors.JWTClaimValidationFailed)) throw error
  if (error.claim === 'aud') return 'audience'
  return error.claim === 'nbf' && error.reason === 'check_failed' ? 'time' : 'claims'
}

function readUser({ sub, ...claims }: Claims, seconds: number): TokenRead {
  const { iat = 0, exp } = claims as { iat?: number; exp: number }
  if (iat > seconds + clockTolerance || exp > seconds + maxLifetime + clockTolerance) return { fault: 'time' }
  const others = Object.entries(claims).filter(([name]) => !tokenClaims.has(name))
  const user = User.safeParse({ ...Object.fromEntries(others), id: sub })
  const isRead = user.success && isContact(user.data.name, 'name') && isContact(user.data.email, 'email')
  return isRead && typeof sub === 'string' ? { user: user.data } : { fault: 'claims' }
}

const isContact = (value: unknown, field: 'name' | 'email') =>
  value === undefined || value === null || value === '' || contactFields[field].safeParse(value).success
