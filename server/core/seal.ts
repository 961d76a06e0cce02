import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Cryptography with the deployment's secret. Each purpose has its own key, derived from SVC_SECRET with HKDF-SHA-256,
 * so a value made for one purpose is not accepted for another, and a new secret invalidates all of them.
 */
export type Seal = {
  /** The HMAC-SHA-256 of a text under the key of this purpose, as hex. */
  hash(purpose: string, text: string): string
  /** Encrypts with AES-256-GCM. `open` of the same purpose decrypts the result. */
  close(purpose: string, text: string): string
  /** Decrypts. Throws if the text was changed, or sealed with another secret or for another purpose. */
  open(purpose: string, sealed: string): string
}

export function createSeal(secret: string): Seal {
  // Cached as key objects, because creating one costs more than using it.
  const keys = new Map<string, KeyObject>()
  const keyOf = (purpose: string) => {
    const key = keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'frontdesk', purpose, 32)))
    keys.set(purpose, key)
    return key
  }
  return {
    hash: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest('hex'),
    close(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

type Signing = { secrets: readonly [secret: string, earlier?: string]; now: number }

/**
 * The headers that authenticate the sender of a body: `X-Svc-Timestamp` in whole seconds, and `X-Svc-Signature`,
 * `sha256=` and the lower-case hex HMAC-SHA-256 of timestamp, dot and the exact body. The key is the whole secret. The
 * signature by an earlier secret stands beside it.
 */
export function signatureHeaders(body: string, { secrets: [secret, earlier], now }: Signing): Record<string, string> {
  const timestamp = Math.floor(now / 1000)
  const sign = (key: string) => `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`
  return {
    'x-svc-timestamp': String(timestamp),
    'x-svc-signature': sign(secret),
    ...(earlier === undefined ? {} : { 'x-svc-signature-previous': sign(earlier) }),
  }
}

/** Compares two texts in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A short hash, for comparing two states without their contents. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A fingerprint of the deployment's secret. It distinguishes secrets without revealing anything about them. */
export const secretCheck = (seal: Seal): string => seal.hash('backup', 'which secret').slice(0, 32)
