import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Services, Sites } from '../../core/context.ts'
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

/** A year, some digits or a sign at the end multiply the guesses by about this, because attackers try them first. */
const guessesOfEnding = 100

/**
 * Throws 400 for the email itself, for names of the product and its sites, and for passwords that common passwords,
 * words and patterns find early.
 */
export async function refuseGuessable(
  { sites }: Pick<Services, 'sites'>,
  password: string,
  email: string,
): Promise<void> {
  // The lists need 25 MB of memory, so they are loaded when somebody sets a password.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const known = [email, ...email.split(/[@.]/), ...(await knownNames(sites))]
  const guessesOf = (text: string) => zxcvbn.check(text, known).guesses
  const text = password.slice(0, maxEstimated)
  const stem = text.replace(/[^\p{L}]+$/u, '')
  const isGuessable =
    guessesOf(text) < minGuesses || (stem !== '' && stem !== text && guessesOf(stem) * guessesOfEnding < minGuesses)
  if (isGuessable)
    throw badRequest(
      'password: This is easy to guess. Use something longer, such as four random words.',
      'password_guessable',
    )
}

/** The names that everybody knows of this installation, as a whole and by word. */
async function knownNames(sites: Sites): Promise<string[]> {
  const all = await sites.all()
  const names = all.flatMap(({ id, name, facts, settings }) => [id, name, facts?.name ?? '', settings.botName])
  return ['Frontdesk', ...names].flatMap((name) => {
    const words = name.split(/[^\p{L}\p{N}]+/u)
    return [words.join(''), ...words].filter(({ length }) => length > 2)
  })
}

const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
