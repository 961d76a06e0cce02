import { safeAddress } from '../../../shared/safe-address.ts'

/** A web address that is safe to link to. Addresses of visitors' pages and of sources are untrusted. */
export function safePage(value: unknown): string | undefined {
  const address = safeAddress(value)
  return address?.startsWith('http') ? address : undefined
}

/** An address without its scheme, `www.` and trailing slash. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
