import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { badRequest } from '../../core/error.ts'

/** scrypt's cost, as OWASP advises: 32 MB, three times over. Kept in each hash, so that it can be raised. */
const cost = { N: 32_768, r: 8, p: 3 }
const length = 32

/** A hash that `passwordMatches` reads: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether the password is the hashed one. Without a hash it takes as long, so that time does not tell who has an account. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = (stored ?? nobody).split('$')
  if (kind !== 'scrypt') throw new Error('a stored password has an unknown form')
  const expected = Buffer.from(hash as string, 'base64url')
  const given = await derive(password, Buffer.from(salt as string, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, expected) && stored != null
}

/** Fewer guesses than these make a password easy to guess: sign-in allows some 500 a day. */
const minGuesses = 1_000_000
/** What is estimated of a password. The rest only adds guesses, and the estimate takes long for long texts. */
const maxEstimated = 64

/** 400 for a password that a list of common passwords, words and patterns finds early, or that is the email. */
export async function refuseGuessable(password: string, email: string): Promise<void> {
  // The lists take 25 MB of memory: they are read when somebody sets a password.
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
