import { createHmac } from 'node:crypto'

/**
 * The headers that prove to a receiver who sent a body: `X-Svc-Timestamp` in whole seconds, and `X-Svc-Signature`,
 * `sha256=` and the lowercase hex HMAC-SHA-256 of timestamp, dot and the body exactly as sent.
 */
export function signatureHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000)
  return {
    'x-svc-timestamp': String(timestamp),
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  }
}
