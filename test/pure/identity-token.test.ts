import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readIdentityToken } from '../../server/features/settings/identity/token.ts'
import { signToken } from '../support/identity.ts'

const secret = 'the identity secret of the tests'
const now = Date.UTC(2030, 0, 7, 12)
const seconds = now / 1000
const good = { sub: 'u-1', aud: 'demo', exp: seconds + 3600, iat: seconds, email: 'ann@example.com', name: 'Ann' }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const reading = (token: string, key: string | undefined = secret) =>
  readIdentityToken(token, key, { site: 'demo', now })
const readingOf = (claims: Record<string, unknown>) => reading(signToken({ ...good, ...claims }, secret))

test('[U14] a token identifies the visitor: sub is the id, and other claims are their details', async () => {
  const more = { plan: 'gold', orders: 3, member: true, iss: 'shop', jti: 'x', nbf: seconds, id: 'other' }
  expect(await readingOf(more)).toEqual({
    user: { id: 'u-1', email: 'ann@example.com', name: 'Ann', plan: 'gold', orders: 3, member: true },
  })
  expect(await readingOf({ email: undefined, name: undefined })).toEqual({ user: { id: 'u-1' } })
  expect(await readingOf({ aud: ['shop', 'demo'] })).toMatchObject({ user: { id: 'u-1' } })
})

test('[threat 8] no other algorithm is accepted, whatever the header says', async () => {
  const claims = encode(good)
  const hmac = (algorithm: string, header: string) =>
    createHmac(algorithm, secret).update(`${header}.${claims}`).digest('base64url')
  for (const alg of [
    'none',
    'None',
    'NONE',
    'nOnE',
    'hs256',
    'HS384',
    'HS512',
    'RS256',
    'ES256',
    '',
    null,
    1,
    undefined,
  ]) {
    const header = encode({ alg, typ: 'JWT' })
    for (const signature of ['', hmac('sha256', header), hmac('sha512', header), 'AAAA'])
      expect(await reading(`${header}.${claims}.${signature}`), `${alg}`).toEqual({
        fault: typeof alg === 'string' && alg ? 'algorithm' : 'malformed',
      })
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsa = encode({ alg: 'RS256' })
  const signed = createSign('sha256').update(`${rsa}.${claims}`).sign(privateKey, 'base64url')
  expect(await reading(`${rsa}.${claims}.${signed}`)).toEqual({ fault: 'algorithm' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(await reading(signToken(good, pem))).toEqual({ fault: 'signature' })
  expect(await reading(signToken(good, secret, { crit: ['b64'], b64: false }))).toEqual({ fault: 'malformed' })
  expect(await reading(signToken(good, secret, { crit: ['x'], x: 1 }))).toEqual({ fault: 'algorithm' })
  expect(await reading(signToken(good, secret, { jwk: { kty: 'oct', k: '' }, kid: '../../dev/null' }))).toMatchObject({
    user: { id: 'u-1' },
  })
})

test('[threat 8] a signature with another key, or of other text, is invalid', async () => {
  const token = signToken(good, secret)
  const [header, , signature] = token.split('.') as [string, string, string]
  const others = [
    signToken(good, 'another secret of the tests'),
    signToken(good, ''),
    `${header}.${encode({ ...good, sub: 'admin' })}.${signature}`,
    `${encode({ alg: 'HS256' })}.${encode(good)}.${signature}`,
    `${token}A`,
    token.slice(0, -1),
  ]
  for (const other of others) expect(await reading(other), other).toEqual({ fault: 'signature' })
  expect(await readIdentityToken(token, undefined, { site: 'demo', now })).toEqual({ fault: 'signature' })
})

test.each([
  '',
  '.',
  '..',
  'a.b',
  'a.b.c.d',
  'e30.e30.',
  ' e30.e30.AA',
  'e30.e30.A=',
  'e30.e+0.AA',
  '%65.b.c',
  'bnVsbA.e30.AA',
  'W10.e30.AA',
])('%j is not a token', async (token) => {
  expect(await reading(token)).toEqual({ fault: 'malformed' })
})

test('signed text that is not a JSON object identifies nobody', async () => {
  const header = encode({ alg: 'HS256' })
  for (const words of ['', '[]', 'null', '1', '"x"', '{', '{"sub":"u"}}', Buffer.from([0xff, 0xfe])]) {
    const claims = Buffer.from(words).toString('base64url') || 'A'
    const signature = createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url')
    expect(await reading(`${header}.${claims}.${signature}`), String(words)).toEqual({ fault: 'malformed' })
  }
})

test.each<[string, Record<string, unknown>, string]>([
  ['for another site', { aud: 'other' }, 'audience'],
  ['for no site', { aud: undefined }, 'audience'],
  ['for a site that begins like it', { aud: 'demo2' }, 'audience'],
  ['for a list without it', { aud: ['other', ['demo']] }, 'audience'],
  ['without an end', { exp: undefined }, 'claims'],
  ['with an end in words', { exp: '9999999999' }, 'claims'],
  ['with an end for ever', { exp: Number.MAX_VALUE }, 'time'],
  ['past its end, and 60 s', { exp: seconds - 60 }, 'expired'],
  ['more than 24 h and 60 s before its end', { exp: seconds + 86_461 }, 'time'],
  ['of the future', { iat: seconds + 61 }, 'time'],
  ['not to be used yet', { nbf: seconds + 61 }, 'time'],
  ['made at a time in words', { iat: 'now' }, 'claims'],
  ['of nobody', { sub: undefined }, 'claims'],
  ['of an empty id', { sub: '' }, 'claims'],
  ['of a number', { sub: 7 }, 'claims'],
  ['of a long id', { sub: 'x'.repeat(129) }, 'claims'],
  ['with an email that is none', { email: 'ann' }, 'claims'],
  ['with a name that is an object', { name: { first: 'Ann' } }, 'claims'],
  ['with a claim that is a list', { roles: ['admin'] }, 'claims'],
  ['with too many claims', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`c${at}`, at])), 'claims'],
])('[U14] a token %s is ignored', async (_, claims, fault) => {
  expect(await readingOf(claims)).toEqual({ fault })
})

test.each<[string, Record<string, unknown>]>([
  ['just past its end', { exp: seconds - 59 }],
  ['24 h before its end', { exp: seconds + 86_400 }],
  ['of a clock that is a minute ahead', { iat: seconds + 60, nbf: seconds + 60 }],
  ['without the time that it was made', { iat: undefined }],
])('[U14] a token %s is valid', async (_, claims) => {
  expect(await readingOf(claims)).toMatchObject({ user: { id: 'u-1' } })
})
