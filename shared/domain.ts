const [base, least, most, skew, damp] = [36, 1, 26, 38, 700]

/** Decodes a label of a domain such as `xn--mller-kva`, as RFC 3492 says. Undefined if it is not valid. */
function decodeLabel(label: string): string | undefined {
  const coded = label.slice('xn--'.length)
  const border = coded.lastIndexOf('-')
  const letters = [...coded.slice(0, Math.max(border, 0))]
  let [code, place, bias] = [128, 0, 72]
  for (let at = border + 1; at < coded.length; ) {
    const before = place
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(coded[at++] ?? '', base)
      if (Number.isNaN(digit)) return undefined
      // Digits are a to z, then 0 to 9.
      const value = digit < 10 ? digit + 26 : digit - 10
      place += value * weight
      const limit = Math.min(Math.max(k - bias, least), most)
      if (value < limit) break
      weight *= base - limit
    }
    const count = letters.length + 1
    let delta = Math.floor((place - before) / (before === 0 ? damp : 2))
    delta += Math.floor(delta / count)
    let steps = 0
    for (; delta > ((base - least) * most) / 2; steps += base) delta = Math.floor(delta / (base - least))
    bias = steps + Math.floor(((base - least + 1) * delta) / (delta + skew))
    code += Math.floor(place / count)
    if (code > 0x10ffff) return undefined
    place %= count
    letters.splice(place++, 0, String.fromCodePoint(code))
  }
  return letters.length > 0 ? letters.join('') : undefined
}

const plainDomain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/

/**
 * A domain in its Unicode form, such as `müller.example` for `xn--mller-kva.example`, which browsers send for it. Null if
 * it is not one, or has no dot.
 */
export function unicodeDomain(domain: string): string | null {
  // An address of a URL may contain more, such as a port.
  if (domain.length > 253 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  if (!plainDomain.test(hostname)) return null
  const labels = hostname.split('.').map((label) => (label.startsWith('xn--') ? decodeLabel(label) : label))
  return labels.includes(undefined) ? null : labels.join('.')
}
