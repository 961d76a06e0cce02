import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether a text is an IP address or CIDR range in full notation. Short forms are rejected: `192.168/16` would be read
 * as a range around 192.0.0.168, and `10` as 0.0.0.10.
 */
export function isRange(text: string): boolean {
  const [base = ''] = text.split('/')
  return isIP(base) !== 0 && (base === text || ipaddr.isValidCIDR(text))
}

/** Whether an address is in one of these addresses and CIDR ranges. An IPv4-mapped IPv6 address counts as IPv4. */
export function inRanges(address: string, ranges: string[]): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(address)) return false
  const given = ipaddr.process(address)
  return ranges.some((range) => {
    const [base, bits] = parseRange(range)
    return base.kind() === given.kind() && given.match(base as never, bits)
  })
}

/** Whether every address of a range is in one of these ranges. */
export function isWithin(range: string, ranges: string[]): boolean {
  const [base, bits] = parseRange(range)
  return ranges.some((one) => {
    const [outer, outerBits] = parseRange(one)
    return outer.kind() === base.kind() && outerBits <= bits && base.match(outer as never, outerBits)
  })
}

/** Whether an address may use the chat: it is not blocked and, if allowed addresses are configured, is one of them. */
export const mayChat = (address: string, { allowIps, blockIps }: { allowIps: string[]; blockIps: string[] }): boolean =>
  !inRanges(address, blockIps) && (allowIps.length === 0 || inRanges(address, allowIps))

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(range)) {
    const [base, bits] = ipaddr.parseCIDR(range)
    // ::ffff:a.b.c.d/n is an IPv4-mapped range, so it is compared as IPv4.
    if (base.kind() === 'ipv6' && (base as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96)
      return [(base as ipaddr.IPv6).toIPv4Address(), bits - 96]
    return [base, bits]
  }
  const base = ipaddr.process(range)
  return [base, base.kind() === 'ipv4' ? 32 : 128]
}

/** The key under which rate limits count an address: see clientRange. Text that is not an address is used unchanged. */
export function addressBucket(address: string): string {
  // Every request is counted, most from an IPv4 address, which is its own range.
  if (isIP(address) === 4) return address
  return ipaddr.isValid(address) ? clientRange(address) : address
}

/**
 * The range that limits and blocks treat as one client: the IPv4 address, or the /64 from which an IPv6 host picks its
 * addresses.
 */
export function clientRange(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString()}/64`
}

/** The /56 that a provider assigns to a connection, from which it picks 256 client ranges. Undefined for IPv4. */
export function connectionRange(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return undefined
  const [a = 0, b = 0, c = 0, d = 0] = (parsed as ipaddr.IPv6).parts
  return `${new ipaddr.IPv6([a, b, c, d & 0xff00, 0, 0, 0, 0]).toString()}/56`
}

/** Whether a host is a loopback address or `localhost`. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}
