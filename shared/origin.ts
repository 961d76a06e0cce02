/** Whether it is an absolute http or https URL without credentials. */
export function isWebUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  return url.username === '' && url.password === ''
}

/** The beginning of an origin that covers all subdomains. */
export const wildcard = /^(https?:\/\/)\*\.(?=[^.]+\.)/

/** Whether it is an exact origin or one that covers all subdomains. */
export function isOrigin(value: string): boolean {
  const plain = value.replace(wildcard, '$1any.')
  return isWebUrl(plain) && !plain.includes('*') && new URL(plain).origin === plain
}

/**
 * Whether the list allows a browser's Origin. `https://*.example.com` covers a.b.example.com, but not example.com
 * itself.
 */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.some((entry) => {
    if (!wildcard.test(entry)) return entry === origin
    const [scheme, domain] = entry.split('*') as [string, string]
    return origin.startsWith(scheme) && origin.endsWith(domain) && origin.length > entry.length - 1 && isOrigin(origin)
  })
}
