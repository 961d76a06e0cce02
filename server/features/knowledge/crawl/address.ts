import type { Links } from '../../../core/reader.ts'

const maxLength = 2000
const maxDepth = 12
/** Tracking and session parameters, which do not change the page. */
const ofVisits =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|ref|sessionid|session_id|sid|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|osCsid|zenid)$/i
const ofFiles =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|xml|rss|atom|pdf|docx?|xlsx?|pptx?|odt|zip|gz|rar|7z|tar|exe|dmg|apk|mp[34]|m4[av]|avi|mov|webm|ogg|wav|woff2?|ttf|eot|ics|vcf|csv)$/i
/** Pages for visitor actions (login, cart) and pages that only list others. */
const ofNoUse =
  /\/(?:wp-admin|wp-login|wp-json|login|log-in|signin|sign-in|signup|register|logout|account|my-account|konto|anmelden|cart|basket|warenkorb|panier|carrito|checkout|kasse|search|suche|recherche|tag|tags|author|autor|feed|archive|archives|print|share|cdn-cgi|xmlrpc\.php)(?:\/|$)/i

/** A link as an absolute page URL, without fragment and tracking parameters. Undefined if it is not a web page. */
export function toAddress(link: string, base: string): string | undefined {
  // Checked before parsing, because parsing a query of megabytes takes seconds.
  if (link.length > maxLength) return undefined
  const url = URL.parse(link.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  url.hash = ''
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '').replace(/\/{2,}/g, '/')
  for (const name of new Set(url.searchParams.keys())) if (ofVisits.test(name)) url.searchParams.delete(name)
  const { href } = url
  return href.length > maxLength || ofFiles.test(url.pathname) ? undefined : href
}

/** The links of a page with the base URL that they are relative to. */
export const linksOfPage = ({ base, links }: { base: string | null; links: string[] }, url: string): Links => ({
  links,
  base: URL.parse(base ?? '', url)?.href ?? url,
})

/** Whether a URL belongs to this website: same host, with or without `www.`, and same port. */
export function isOfSite(address: string, website: string): boolean {
  const [one, other] = [URL.parse(address), URL.parse(website)]
  return !!one && !!other && bareHost(one) === bareHost(other)
}

const bareHost = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, '')}:${port}`

/**
 * Whether a URL looks like a crawler trap: very deep, the same segment repeated, or a calendar far in the past or
 * future.
 */
export function isTrap(address: string, year: number): boolean {
  const { pathname, searchParams } = new URL(address)
  const parts = pathname.split('/').filter(Boolean)
  // Few segments remain after this check, because each is compared with all others.
  if (parts.length > maxDepth) return true
  const repeated = parts.some((part) => parts.filter((other) => other === part).length > 3)
  const years = [...address.matchAll(/(?:[/=-])((?:19|20|21)\d\d)(?:[/-](?:0?[1-9]|1[0-2]))(?!\d)/g)].map((match) =>
    Number(match[1]),
  )
  return repeated || searchParams.size > 6 || years.some((one) => Math.abs(one - year) > 5)
}

/** Whether a page is likely to be about the business. */
export const isUseful = (address: string): boolean => {
  const { pathname, searchParams } = new URL(address)
  return !ofNoUse.test(pathname) && searchParams.size <= 2
}

/** The first segment of the path, by which most websites are divided; null at the top level. */
export function categoryOf(address: string): string | null {
  const [first, second] = new URL(address).pathname.split('/').filter(Boolean)
  if (first === undefined) return null
  // Language codes are not categories.
  const part = /^[a-z]{2}(?:-[a-z]{2})?$/i.test(first) ? second : first
  return part && !/\.\w+$/.test(part) ? decodeWord(part).slice(0, 80) : null
}

function decodeWord(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
