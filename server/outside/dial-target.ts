import ipaddr from 'ipaddr.js'
import { type Failure, failure } from '../core/failure.ts'
import { DialError, noHost } from './dial-error.ts'
import { type Allowed, inRanges, nameOf, namesHost, reachOf, readAllowed } from './reach.ts'

/**
 * The purpose of a call. The first three read pages: also over http, and from the product itself; their scripts over
 * http.
 */
export type Purpose =
  | 'crawl'
  | 'discover'
  | 'install-check'
  | 'page-script'
  | 'tool'
  | 'webhook'
  | 'connector'
  | 'email'
  | 'integration'
  | 'telegram'
  | 'captcha'
  | 'push'
  | 'update'
  | 'rerank'

export type Address = { address: string; family: number }
export type Lookup = (host: string) => Promise<Address[]>

/** The rules for allowed targets. */
export type TargetRules = {
  allowed: Allowed
  /** The same for push services, whose addresses every team member chooses. None by default. */
  allowedPush?: Allowed
  ownOrigin: () => string
  /** The URL at which this machine reaches the product itself; undefined until it listens. */
  ownAddress?: () => string | undefined
  lookup: Lookup
}

const maxLength = 8_000
/** Targets that only the configuration file can set, and that are called as configured. */
const configured: ReadonlySet<Purpose> = new Set<Purpose>(['rerank'])
const readsPages: ReadonlySet<Purpose> = new Set<Purpose>(['crawl', 'discover', 'install-check'])
const learnsPages: ReadonlySet<Purpose> = new Set<Purpose>(['crawl', 'discover'])
/** Requests of third-party scripts: never to private addresses, even if the operator allowed them for their own use. */
const foreign: ReadonlySet<Purpose> = new Set<Purpose>(['page-script'])

const none = readAllowed([])

const refused = (failed: Failure) => new DialError('refused', failed)
const notHttps = failure('address_insecure', 'The address must begin with https://.')
const isPrivate = ({ host }: URL, what: string) =>
  refused(failure('address_private', `${host} leads to ${what}.`, { host }))

/** Parses a URL in any spelling. Throws a DialError `refused` if it is not http or contains a user. */
export function readTarget(address: string, base?: URL): URL {
  const isAddress = address.length <= maxLength && URL.canParse(address, base?.href)
  if (!isAddress) throw refused(failure('address_invalid', 'That is not a web address.'))
  const url = new URL(address, base)
  if (!['https:', 'http:'].includes(url.protocol)) throw refused(notHttps)
  if (url.username || url.password)
    throw refused(failure('address_with_password', 'The address must hold no user name or password.'))
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url
}

/**
 * A page of the product itself, at the address at which this machine reaches it. The public URL may not work yet: no
 * DNS, a certificate of its own, or a proxy that starts later.
 */
export function ownPage(rules: TargetRules, url: URL, purpose: Purpose): URL | undefined {
  if (!learnsPages.has(purpose) || url.origin !== new URL(rules.ownOrigin()).origin) return undefined
  const address = rules.ownAddress?.()
  return address === undefined ? undefined : new URL(url.pathname + url.search, address)
}

/** The addresses of a URL's host. */
export async function resolve({ lookup }: TargetRules, url: URL): Promise<Address[]> {
  const name = nameOf(url)
  return ipaddr.isValid(name) ? [{ address: name, family: name.includes(':') ? 6 : 4 }] : await lookup(name)
}

/** Resolves the host once and returns its addresses if all of them may be called. Throws a DialError otherwise. */
export async function checkTarget(rules: TargetRules, url: URL, purpose: Purpose): Promise<Address[]> {
  const addresses = await resolve(rules, url)
  if (addresses.length === 0) throw noHost(url.host)
  const forPages = readsPages.has(purpose)
  const isForeign = foreign.has(purpose)
  const allowed = purpose === 'push' ? (rules.allowedPush ?? none) : rules.allowed
  const isOwn = forPages && url.origin === new URL(rules.ownOrigin()).origin
  const isNamed = isOwn || configured.has(purpose) || namesHost(allowed, url)
  const isListed = (address: string) => !isForeign && (isNamed || inRanges(address, allowed))
  for (const { address } of addresses) {
    const reach = reachOf(address)
    if (reach === 'never') throw isPrivate(url, 'an address that is never called')
    if (reach === 'private' && !isListed(address))
      throw isPrivate(url, `a private address that outbound.${purpose === 'push' ? 'push' : 'allow'} does not name`)
  }
  if (url.protocol === 'http:' && !forPages && !isForeign && !addresses.every(({ address }) => isListed(address))) {
    throw refused(notHttps)
  }
  return addresses
}
