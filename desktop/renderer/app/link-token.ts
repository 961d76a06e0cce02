/**
 * The token of the one-time link that opened this page, if one did. It stands after the #, so that it reaches no server's
 * log; here it leaves the address, so that neither a reload nor the way back tries it again.
 */
export function takeLinkToken(): string | undefined {
  if (!location.pathname.endsWith('/link')) return undefined
  const token = location.hash.slice(1)
  history.replaceState(null, '', '/dashboard')
  return token || undefined
}
