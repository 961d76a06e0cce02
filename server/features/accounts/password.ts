import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { badRequest } from '../../core/error.ts'

/** scrypt parameters as recommended by OWASP: 32 MB, three passes. Stored in each hash, so that they can be raised. */
const cost = { N: 32_768, r: 8, p: 3 }
const length = 32

/** A hash for `passwordMatches`: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * Whether the password matches the hash. Without a hash it takes the same time, so that timing does not reveal who has
 * an account.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = (stored ?? nobody).split('$')
  if (kind !== 'scrypt') throw new Error('a stored password has an unknown format')
  const expected = Buffer.from(hash as string, 'base64url')
  const given = await derive(password, Buffer.from(salt as string, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, expected) && stored != null
}

/** Passwords that need fewer guesses are rejected. Sign-in allows about 500 guesses a day. */
const minGuesses = 1_000_000
/** Only the beginning is estimated: more characters only add guesses, and estimating long texts is slow. */
const maxEstimated = 64

/** Throws 400 for the email itself and for passwords that common passwords, words and patterns find early. */
export async function refuseGuessable(password: string, email: string): Promise<void> {
  // The lists need 25 MB of memory, so they are loaded when somebody sets a password.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const { guesses } = zxcvbn.check(password.slice(0, maxEstimated), [email, ...email.split(/[@.]/)])
  if (guesses < minGuesses)
    throw badRequest(
      'password: This is easy to guess. Use something longer, such as four random words.',
      'password_guessable',
    )
}

const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
