import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

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

const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
