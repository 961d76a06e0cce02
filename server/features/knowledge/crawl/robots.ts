import { failure } from '../../../core/failure.ts'
import type { RobotsRules } from '../../../core/reader.ts'
import { directivesOf } from '../reading/scan.ts'
import type { WorkBudget } from './glob.ts'

/** The rules of a host for this crawler, from its robots.txt (RFC 9309). */
export type Robots = RobotsRules & {
  /** Seconds between requests; 0 without a limit. */
  delay: number
  /** The sitemaps listed, verbatim. */
  sitemaps: string[]
}

/** Why pages that robots.txt forbids are not read. */
export const forbidden = failure('robots_disallows', 'The website’s robots.txt does not let it be read.')

/** The crawler's name in robots.txt files and server logs. */
export const product = 'FrontdeskBot'
export const userAgent = `Mozilla/5.0 (compatible; ${product}/1)`
/** The standard requires crawlers to read at least this much of a robots.txt, so the rest is ignored. */
export const robotsBytes = 512 * 1024
const maxDelay = 30
const maxRules = 10_000
const maxPattern = 500
const maxSitemaps = 100

export const allowAll: Robots = { origin: '', rules: [], delay: 0, sitemaps: [] }
/** While a host fails, nothing is read, because its rules are unknown. */
export const allowNone: Robots = { ...allowAll, rules: null }

type Group = { rules: { pattern: string; allow: boolean }[]; delay: number | undefined }

/** @param url the URL of the robots.txt */
export function readRobots(url: string, text: string): Robots {
  const { groups, sitemaps } = readGroups(text.slice(0, robotsBytes))
  const group = groups.get(product.toLowerCase()) ?? groups.get('*') ?? { rules: [], delay: undefined }
  // Sorts rules so that the first match decides: longest pattern first, and `allow` first among equal lengths.
  const rules = group.rules.sort(
    (one, other) => other.pattern.length - one.pattern.length || Number(other.allow) - Number(one.allow),
  )
  const delay = group.delay ?? groups.get('*')?.delay ?? 0
  return { origin: new URL(url).origin, rules, delay: Math.min(Math.max(delay, 0), maxDelay), sitemaps }
}

/** The rules by user agent in lower case. */
function readGroups(text: string) {
  const groups = new Map<string, Group>()
  const sitemaps: string[] = []
  let named: Group[] = []
  let isNaming = false
  let count = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? []
    const said = value.trim()
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      const agent = said.split('/')[0]?.trim().toLowerCase() ?? ''
      const group = groups.get(agent) ?? { rules: [], delay: undefined }
      groups.set(agent, group)
      named = isNaming ? [...named, group] : [group]
      isNaming = true
    } else if (field === 'sitemap') {
      if (said && sitemaps.length < maxSitemaps) sitemaps.push(said)
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      const rule = { pattern: comparable(said.slice(0, maxPattern)), allow: field === 'allow' }
      // A truncated pattern matches more. That is safe for `disallow`, but not for `allow`.
      const isWhole = said.length <= maxPattern || !rule.allow
      if (said && isWhole && ++count <= maxRules) for (const group of named) group.rules.push(rule)
    } else if (field === 'crawl-delay') {
      isNaming = false
      for (const group of named) group.delay ??= Number.isFinite(Number(said)) ? Number(said) : undefined
    }
  }
  return { groups, sitemaps }
}

/** Directives of a response with a value, which are not names of robots. */
const valued = /^(?:unavailable_after|max-[\w-]+)$/i

/**
 * The directives of an `X-Robots-Tag` header to this crawler. A name such as `googlebot:` addresses another one, up to
 * the next name.
 */
export function readRobotsTag(header: string): string[] {
  let isMeant = true
  return header.split(',').flatMap((part) => {
    const [, name = '', rest = ''] = /^\s*([\w.*/-]+)\s*:(.*)$/s.exec(part) ?? []
    if (valued.test(name)) return []
    if (name !== '') isMeant = /^(?:\*|robots|frontdesk(?:bot)?)(?:\/|$)/i.test(name)
    return isMeant ? directivesOf((name === '' ? part : rest).trim()) : []
  })
}

/** Percent-encodes a path where needed, so that paths compare equal. */
const comparable = (path: string): string =>
  path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(sign) ? sign : code.toUpperCase()
    })

/** Whether a URL may be read. A robots.txt says nothing about other hosts. False if the budget is spent. */
export function isAllowed({ origin, rules }: RobotsRules, address: string, budget: WorkBudget): boolean {
  if (rules === null) return false
  const url = new URL(address)
  if (rules.length === 0 || url.origin !== origin) return true
  const path = comparable(url.pathname + url.search)
  for (const { pattern, allow } of rules) {
    const match = matches(pattern, path, budget)
    if (match === undefined) return false
    if (match) return allow
  }
  return true
}

const asterisk = 42

/**
 * Whether a path begins with a pattern: `*` matches any characters, a final `$` the end of the path. Backtracks only to
 * the last `*`, so it needs at most path × pattern comparisons. Undefined if the budget is spent.
 */
function matches(pattern: string, path: string, budget: WorkBudget): boolean | undefined {
  const isWhole = pattern.endsWith('$')
  const end = isWhole ? pattern.length - 1 : pattern.length
  let [at, place, star, from, steps] = [0, 0, -1, 0, 0]
  while (place < end || (isWhole && at < path.length)) {
    if (++steps % 64 === 0 && !budget.spend(64)) return undefined
    if (place < end && pattern.charCodeAt(place) === asterisk) {
      star = place++
      from = at
    } else if (place < end && at < path.length && pattern.charCodeAt(place) === path.charCodeAt(at)) {
      place++
      at++
    } else if (star >= 0 && from < path.length) {
      place = star + 1
      at = ++from
    } else break
  }
  if (!budget.spend(1 + (steps % 64))) return undefined
  return place === end && (!isWhole || at === path.length)
}
