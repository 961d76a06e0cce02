import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSeal, sameText } from '../../server/core/seal.ts'

const seal = createSeal('the secret of the tests')
const purposes = fc.constantFrom('idempotency', 'session', 'api key', 'sign-in link', '')
const unequal = fc.tuple(purposes, purposes).filter(([one, other]) => one !== other)
const texts = fc.string({ unit: 'grapheme' })

describe('a sealed text', () => {
  test('opens unchanged, only with its own secret and purpose', () => {
    const stranger = createSeal('another secret')
    const property = fc.property(unequal, texts, ([purpose, other], text) => {
      const sealed = seal.close(purpose, text)
      expect(seal.open(purpose, sealed)).toBe(text)
      expect(createSeal('the secret of the tests').open(purpose, sealed)).toBe(text)
      expect(() => seal.open(other, sealed)).toThrow()
      expect(() => stranger.open(purpose, sealed)).toThrow()
    })
    fc.assert(property)
  })

  test('does not open if any bit was changed, or anything is missing or added', () => {
    const bytes = Buffer.from(seal.close('session', 'who it is'), 'base64url')
    const text = (changed: Uint8Array) => Buffer.from(changed).toString('base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => seal.open('session', text(changed))).toThrow()
    }
    for (let length = 0; length < bytes.length; length++)
      expect(() => seal.open('session', text(bytes.subarray(0, length)))).toThrow()
    expect(() => seal.open('session', text(Buffer.concat([bytes, Buffer.from([0])])))).toThrow()
  })

  test('does not open if it is something else', () => {
    const property = fc.property(fc.string(), (text) => {
      expect(() => seal.open('session', text)).toThrow()
    })
    fc.assert(property)
  })

  test('is different each time, and reveals nothing', () => {
    const sealed = Array.from({ length: 1000 }, () => seal.close('session', 'svc_sess_secret'))
    expect(new Set(sealed).size).toBe(1000)
    expect(new Set(sealed.map((text) => text.slice(0, 16))).size).toBe(1000)
    for (const text of sealed) expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('svc_sess')
  })
})

describe('a hash', () => {
  test('is the same only for the same text, purpose and secret', () => {
    const stranger = createSeal('another secret')
    const property = fc.property(unequal, texts, texts, ([purpose, other], text, another) => {
      const hash = seal.hash(purpose, text)
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(createSeal('the secret of the tests').hash(purpose, text)).toBe(hash)
      expect(seal.hash(other, text)).not.toBe(hash)
      expect(stranger.hash(purpose, text)).not.toBe(hash)
      expect(seal.hash(purpose, another) === hash).toBe(text === another)
    })
    fc.assert(property)
  })

  test('is HKDF-SHA-256 and HMAC-SHA-256, so that stored values stay valid', () => {
    expect(seal.hash('api key', 'svc_live_AAAAAAAAAAAA_0')).toBe(
      'fc073f77c85a13b8082133b6b24637ec13b7e12f122a0d2f3aa528632b3806da',
    )
  })
})

test('texts are compared as a whole', () => {
  const pairs = fc.oneof(
    fc.tuple(texts, texts),
    texts.map((text): [string, string] => [text, text]),
  )
  const property = fc.property(pairs, ([one, other]) => {
    expect(sameText(one, other)).toBe(one === other)
  })
  fc.assert(property)
  expect(sameText('secret', 'secret\0')).toBe(false)
})
