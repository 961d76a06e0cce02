import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Ip, number]

/** `public`: anyone's. `private`: only if allowed. `never`: link-local and cloud metadata, even if allowed. */
export type Reach = 'public' | 'private' | 'never'

/** The parsed allow-list: `host` and `host:port` as text, addresses and CIDR ranges as ranges. */
export type Allowed = { hosts: ReadonlySet<string>; ranges: readonly Range[] }

/**
 * Link-local addresses, and addresses at which clouds provide a machine's credentials, although they look private or
 * even public.
 */
const never: Range[] = [
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fd00:42::42/128',
].map((range) => ipaddr.parseCIDR(range))

const globalUnicast = ipaddr.parseCIDR('2000::/3')

const within = (ip: Ip, [network, bits]: Range): boolean => ip.kind() === network.kind() && ip.match(network, bits)

const ipv4 = (bytes: number[]): Ip => ipaddr.fromByteArray(bytes)

/** The IPv4 address embedded in an IPv6 address for translation or tunnelling, which is where packets go. */
function carried(ip: Ip): Ip | undefined {
  if (ip.kind() === 'ipv4') return undefined
  const bytes = ip.toByteArray()
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte)
  const last = bytes.slice(12)
  if (begins(0x20, 0x02)) return ipv4(bytes.slice(2, 6))
  if (begins(0x20, 0x01, 0, 0)) return ipv4(last.map((byte) => byte ^ 0xff))
  if (begins(0, 0x64, 0xff, 0x9b) || begins(0, 0, 0, 0, 0, 0, 0, 0)) return ipv4(last)
  const isatap = (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
  return isatap ? ipv4(last) : undefined
}

function reachOfIp(ip: Ip): Reach {
  if (never.some((range) => within(ip, range))) return 'never'
  const inner = carried(ip)
  const own = ip.range() === 'unicast' && (ip.kind() === 'ipv4' || within(ip, globalUnicast)) ? 'public' : 'private'
  const behind = inner ? reachOfIp(inner) : 'public'
  if (behind === 'never') return 'never'
  return own === 'public' && behind === 'public' ? 'public' : 'private'
}

/** The reach of an address. Invalid addresses are never called. */
export function reachOf(address: string): Reach {
  return ipaddr.isValid(address) ? reachOfIp(ipaddr.process(address)) : 'never'
}

/** Whether an address is in one of the allowed ranges. */
export const inRanges = (address: string, allowed: Allowed): boolean =>
  ipaddr.isValid(address) && allowed.ranges.some((range) => within(ipaddr.process(address), range))

/** The host of a URL without a trailing dot, so that `localhost.` equals `localhost`. */
const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/** The host for a resolver: IPv6 addresses without brackets. */
export const nameOf = (url: URL): string => hostOf(url).replace(/^\[|\]$/g, '')

/** Whether the allow-list names this host, on all ports or on the URL's. */
export function namesHost(allowed: Allowed, url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? 443 : 80)
  return allowed.hosts.has(hostOf(url)) || allowed.hosts.has(`${hostOf(url)}:${port}`)
}

/**
 * Parses `outbound.allow[]`: `intranet.example`, `intranet.example:8443`, `10.1.2.3`, `[fd00::1]:443`, `10.0.0.0/8`.
 * Throws an Error that names an invalid entry.
 */
export function readAllowed(entries: readonly string[]): Allowed {
  const hosts = new Set<string>()
  const ranges: Range[] = []
  for (const entry of entries) {
    const range = readRange(entry)
    if (range) ranges.push(range)
    else hosts.add(readHost(entry))
  }
  return { hosts, ranges }
}

function readRange(entry: string): Range | undefined {
  const bare = entry.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return [ipaddr.parse(bare), 32]
  if (ipaddr.IPv6.isValid(bare)) return [ipaddr.parse(bare), 128]
  return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined
}

function readHost(entry: string): string {
  const [, name = '', port] = /^([^:/@?#\s*]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(entry) ?? []
  const url = name && URL.canParse(`https://${name}/`) ? new URL(`https://${name}/`) : undefined
  if (!url || Number(port ?? 1) > 65_535 || port === '0') {
    throw new Error(`"${entry}" is not a host, a host:port or a CIDR range`)
  }
  return port === undefined ? hostOf(url) : `${hostOf(url)}:${Number(port)}`
}
