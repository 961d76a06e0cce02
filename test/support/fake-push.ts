import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '../../shared/push.ts'

/** What a browser received: the decrypted message, and how it was sent. */
export type Got = { message: PushMessage; headers: IncomingHttpHeaders; bytes: number }

/** A subscribed browser: what it sends to the product, and what it received. */
export type FakeBrowser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  got: Got[]
  /** The status of its push service from now on. */
  answers(status: number): void
  /** The number of attempts to send to it, whatever the response. */
  tried(): number
}

export type FakePush = { url: string; port: number; browser(): FakeBrowser; close(): Promise<void> }

/** A push service (RFC 8030) that checks what a real one does, with browsers that decrypt (RFC 8291). */
export async function startFakePush(): Promise<FakePush> {
  const browsers = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const receive = request.method === 'POST' ? browsers.get(request.url ?? '') : undefined
    response.writeHead(receive?.(request.headers, Buffer.concat(chunks)) ?? 404).end('an answer that nobody reads')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    browser() {
      const path = `/send/${randomBytes(12).toString('hex')}`
      const { browser, receive } = createBrowser(`${url}${path}`, url)
      browsers.set(path, receive)
      return browser
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createBrowser(endpoint: string, audience: string) {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  let status = 201
  let tries = 0
  const browser: FakeBrowser = {
    endpoint,
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    got: [],
    answers: (next) => {
      status = next
    },
    tried: () => tries,
  }
  const receive = (headers: IncomingHttpHeaders, body: Buffer): number => {
    tries++
    if (!isSigned(headers, audience)) return 403
    if (headers['content-encoding'] !== 'aes128gcm' || headers.ttl === undefined || body.length > 4096) return 400
    if (status === 201) {
      const message = JSON.parse(decrypt(pair, own, auth, body)) as PushMessage
      browser.got.push({ message, headers, bytes: body.length })
    }
    return status
  }
  return { browser, receive }
}

/** RFC 8188 and 8291: one record, with a key that the sender created for this message. */
function decrypt(pair: ReturnType<typeof createECDH>, own: Buffer, auth: Buffer, body: Buffer): string {
  const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
    parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()
  const salt = body.subarray(0, 16)
  const end = 21 + (body[20] as number)
  const theirs = body.subarray(21, end)
  const secret = hmac(hmac(auth, pair.computeSecret(theirs)), 'WebPush: info\0', own, theirs, '\x01')
  const base = hmac(salt, secret)
  const key = hmac(base, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(base, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** RFC 8292: a token for only this push service, signed with the key of the subscription. */
function isSigned({ authorization = '' }: IncomingHttpHeaders, audience: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), *k=(.+)$/.exec(authorization) ?? []
  const [head, claims, signature] = token.split('.') as [string, string, string]
  if (!signature) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const good = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return good && aud === audience && exp * 1000 > Date.now() && /^(https:|mailto:)/.test(sub)
}
