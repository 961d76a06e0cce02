import ipaddr from 'ipaddr.js'
import { DialError } from './dial-error.ts'
import { type Allowed, inRanges, nameOf, namesHost, reachOf } from './reach.ts'

/** What a call is for. The first three read pages: over http too, and from the product itself; scripts of theirs over http. */
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

/** What decides where a call may go. */
export type TargetRules = { allowed: Allowed; ownOrigin: () => string; lookup: Lookup }

const longest = 8_000
/** Where these go stands in the configuration file alone, and is called as it stands there. */
const configured: ReadonlySet<Purpose> = new Set<Purpose>(['rerank'])
const readsPages: ReadonlySet<Purpose> = new Set<Purpose>(['crawl', 'discover', 'install-check'])
/** What somebody else's script wants: nothing private, though the operator opened it for what they wrote themselves. */
const foreign: ReadonlySet<Purpose> = new Set<Purpose>(['page-script'])

/** Reads an address in whatever spelling. Throws a DialError `refused` for what is not http or names a user. */
export function readTarget(address: string, base?: URL): URL {
  const isAddress = address.length <= longest && URL.canParse(address, base?.href)
  if (!isAddress) throw new DialError('refused', 'That is not a web address.')
  const url = new URL(address, base)
  if (!['https:', 'http:'].includes(url.protocol))
    throw new DialError('refused', 'The address must begin with https://.')
  if (url.username || url.password) throw new DialError('refused', 'The address must hold no user name or password.')
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url
}

/** Resolves the host, once, and answers the addresses that may be dialled: every one of them, or a DialError. */
export async function checkTarget(rules: TargetRules, url: URL, purpose: Purpose): Promise<Address[]> {
  const name = nameOf(url)
  const addresses = ipaddr.isValid(name)
    ? [{ address: name, family: name.includes(':') ? 6 : 4 }]
    : await rules.lookup(name)
  if (addresses.length === 0) throw new DialError('unresolved', `There is no host ${url.host}.`)
  const forPages = readsPages.has(purpose)
  const isForeign = foreign.has(purpose)
  const isOwn = forPages && url.origin === new URL(rules.ownOrigin()).origin
  const isNamed = isOwn || configured.has(purpose) || namesHost(rules.allowed, url)
  const isListed = (address: string) => !isForeign && (isNamed || inRanges(address, rules.allowed))
  for (const { address } of addresses) {
    const reach = reachOf(address)
    if (reach === 'never') throw new DialError('refused', `${url.host} leads to an address that is never called.`)
    if (reach === 'private' && !isListed(address)) {
      throw new DialError('refused', `${url.host} leads to a private address that outbound.allow does not name.`)
    }
  }
  if (url.protocol === 'http:' && !forPages && !isForeign && !addresses.every(({ address }) => isListed(address))) {
    throw new DialError('refused', 'The address must begin with https://.')
  }
  return addresses
}
