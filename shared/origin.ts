/** Whether it is an absolute http or https address without a user name or password in it. */
export function isWebUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  return url.username === '' && url.password === ''
}

/** What an origin for every name below a domain begins with. */
export const wildcard = /^(https?:\/\/)\*\.(?=[^.]+\.)/

/** Whether it is an exact origin, or one for every name below a domain. */
export function isOrigin(value: string): boolean {
  const plain = value.replace(wildcard, '$1any.')
  return isWebUrl(plain) && !plain.includes('*') && new URL(plain).origin === plain
}

/** Whether a browser's Origin is in the list. `https://*.example.com` covers a.b.example.com, not example.com itself. */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.some((entry) => {
    if (!wildcard.test(entry)) return entry === origin
    const [scheme, domain] = entry.split('*') as [string, string]
    return origin.startsWith(scheme) && origin.endsWith(domain) && origin.length > entry.length - 1 && isOrigin(origin)
  })
}
