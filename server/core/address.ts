import ipaddr from 'ipaddr.js'

/** Whether a text is an IP address or a CIDR range. */
export const isRange = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text)

/** Whether an address lies in one of these addresses and CIDR ranges; an IPv4 address in IPv6 clothing counts as IPv4. */
export function inRanges(address: string, ranges: string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const given = ipaddr.process(address)
  return ranges.some((range) => {
    const [base, bits] = parseRange(range)
    return base.kind() === given.kind() && given.match(base as never, bits)
  })
}

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(range)) {
    const [base, bits] = ipaddr.parseCIDR(range)
    // ::ffff:a.b.c.d/n names IPv4 addresses: compare it as one.
    if (base.kind() === 'ipv6' && (base as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96)
      return [(base as ipaddr.IPv6).toIPv4Address(), bits - 96]
    return [base, bits]
  }
  const base = ipaddr.process(range)
  return [base, base.kind() === 'ipv4' ? 32 : 128]
}
