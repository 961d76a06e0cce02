import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * What the deployment's secret is good for. Each purpose has a key of its own, derived from SVC_SECRET by HKDF-SHA-256,
 * so that nothing made for one purpose is accepted for another, and a new secret makes all of it worthless.
 */
export type Seal = {
  /** Hex HMAC-SHA-256 of a text under the key of this purpose. */
  hash(purpose: string, text: string): string
  /** Encrypts with AES-256-GCM; the answer is text that `open` of the same purpose reads. */
  close(purpose: string, text: string): string
  /** Decrypts; throws when the text was changed, or was sealed under another secret or purpose. */
  open(purpose: string, sealed: string): string
}

export function createSeal(secret: string): Seal {
  // Key objects: made of bytes for each use anew, they would cost more than the use.
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

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
