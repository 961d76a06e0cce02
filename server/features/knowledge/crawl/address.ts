import type { Links } from '../../../core/reader.ts'

const longest = 2000
const deepest = 12
/** What only says who came how: a page is the same with and without it. */
const ofVisits =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|ref|sessionid|session_id|sid|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|osCsid|zenid)$/i
/** Files that are no page. */
const ofFiles =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|xml|rss|atom|pdf|docx?|xlsx?|pptx?|odt|zip|gz|rar|7z|tar|exe|dmg|apk|mp[34]|m4[av]|avi|mov|webm|ogg|wav|woff2?|ttf|eot|ics|vcf|csv)$/i
/** Pages that a visitor does something on, or that only list others. */
const ofNoUse =
  /\/(?:wp-admin|wp-login|wp-json|login|log-in|signin|sign-in|signup|register|logout|account|my-account|konto|anmelden|cart|basket|warenkorb|panier|carrito|checkout|kasse|search|suche|recherche|tag|tags|author|autor|feed|archive|archives|print|share|cdn-cgi|xmlrpc\.php)(?:\/|$)/i

/**
 * A link as the address of a page: whole, without what comes after `#` and what only tells visits apart. Undefined for what
 * is no page of the web.
 */
export function toAddress(link: string, base: string): string | undefined {
  // Before it is parsed: a query of megabytes takes seconds.
  if (link.length > longest) return undefined
  const url = URL.parse(link.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  url.hash = ''
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '').replace(/\/{2,}/g, '/')
  for (const name of new Set(url.searchParams.keys())) if (ofVisits.test(name)) url.searchParams.delete(name)
  const { href } = url
  return href.length > longest || ofFiles.test(url.pathname) ? undefined : href
}

/** The links of a page, with what they are relative to. */
export const linksOfPage = ({ base, links }: { base: string | null; links: string[] }, url: string): Links => ({
  links,
  base: URL.parse(base ?? '', url)?.href ?? url,
})

/** Whether an address is of this website: the same host, with or without `www.`, and the same port. */
export function isOfSite(address: string, website: string): boolean {
  const [one, other] = [URL.parse(address), URL.parse(website)]
  return !!one && !!other && bareHost(one) === bareHost(other)
}

const bareHost = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, '')}:${port}`

/** Whether an address looks as if it had no end: ever deeper, the same part again and again, or a calendar far away. */
export function isTrap(address: string, year: number): boolean {
  const { pathname, searchParams } = new URL(address)
  const parts = pathname.split('/').filter(Boolean)
  // Few parts are left by then: each is compared with each.
  if (parts.length > deepest) return true
  const repeated = parts.some((part) => parts.filter((other) => other === part).length > 3)
  const years = [...address.matchAll(/(?:[/=-])((?:19|20|21)\d\d)(?:[/-](?:0?[1-9]|1[0-2]))(?!\d)/g)].map((match) =>
    Number(match[1]),
  )
  return repeated || searchParams.size > 6 || years.some((one) => Math.abs(one - year) > 5)
}

/** Whether a page is likely to say something of the business. */
export const isUseful = (address: string): boolean => {
  const { pathname, searchParams } = new URL(address)
  return !ofNoUse.test(pathname) && searchParams.size <= 2
}

/** The first part of the path, which is how most websites are divided; null at the top. */
export function categoryOf(address: string): string | null {
  const [first, second] = new URL(address).pathname.split('/').filter(Boolean)
  if (first === undefined) return null
  // A language is no category.
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
