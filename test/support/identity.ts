import { createHmac } from 'node:crypto'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT signed like by a site's own server. */
export function signToken(
  claims: Record<string, unknown>,
  secret: string,
  header: Record<string, unknown> = {},
): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
