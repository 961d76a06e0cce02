import { Parser } from 'htmlparser2'
import type { Page } from '../../../core/reader.ts'
import { readDetails } from './json-ld.ts'

/** The result of a single pass over a page, in linear time and memory for any input. */
export type Scan = Omit<Page, 'markdown' | 'passages' | 'fault'> & {
  /** The maximum depth of nested elements. */
  depth: number
  /** The number of elements and text nodes. */
  nodes: number
  /** Its text as lines with marked headings, the fallback for pages that are too deep to parse. */
  text: string
}

const silent = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'select',
  'nav',
  'footer',
])
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(' '),
)
const maxLinks = 5000
/** The maximum number of scripts with business details, and their maximum length in characters. */
const maxScripts = 20
const maxScriptLength = 100_000
const isCanonical = /(?:^|\s)canonical(?:\s|$)/i
/** The parser slows down with depth, and no real page is this deep. */
const maxDepth = 30_000

/** @throws if elements are nested too deeply */
export function scanPage(html: string): Scan {
  const scan: Scan = {
    ...{ depth: 0, nodes: 0, title: '', language: '', robots: new Set<string>() },
    ...{ canonical: null, base: null, refresh: null, links: [], text: '', details: null },
  }
  const lines: string[] = []
  const scripts: string[] = []
  let line = ''
  let depth = 0
  let muted = 0
  let inTitle = false
  let inDetails = false
  let inBody = false
  const canonicals = new Set<string>()
  const breakLine = (next = '') => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (/[^#\s-]/.test(text)) lines.push(text)
    line = next
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      scan.nodes++
      scan.depth = Math.max(scan.depth, depth)
      if (depth > maxDepth) throw new Error(`more than ${maxDepth} elements deep`)
      if (silent.has(name)) muted++
      if (name === 'title') inTitle = scan.title === ''
      inDetails = name === 'script' && /^application\/ld\+json\b/i.test(attributes.type ?? '')
      if (inDetails && scripts.push('') > maxScripts) inDetails = false
      if (!inline.has(name)) breakLine(markOf(name))
      if (name === 'body') inBody = true
      note(scan, name, attributes)
      // As search engines have it: a canonical URL stands in the head, and two of them contradict each other.
      if (name === 'link' && !inBody && isCanonical.test(attributes.rel ?? '') && attributes.href?.trim())
        canonicals.add(attributes.href.trim())
      // Only browsers without scripts follow one in a `<noscript>`.
      if (name === 'meta' && muted === 0) noteRefresh(scan, attributes)
    },
    ontext(text) {
      scan.nodes++
      if (inDetails && (scripts.at(-1)?.length ?? 0) <= maxScriptLength) scripts[scripts.length - 1] += text
      else if (inTitle) scan.title += text
      else if (muted === 0) line += text
    },
    onclosetag(name) {
      depth--
      if (silent.has(name)) muted--
      if (name === 'title') inTitle = false
      inDetails = false
      if (!inline.has(name)) breakLine()
    },
  })
  parser.end(html)
  breakLine()
  if (canonicals.size === 1) scan.canonical = [...canonicals][0] as string
  scan.text = lines.join('\n\n')
  scan.details = readDetails(scripts.slice(0, maxScripts).filter(({ length }) => length <= maxScriptLength))
  return scan
}

function markOf(name: string): string {
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} `
  return name === 'li' ? '- ' : ''
}

function note(scan: Scan, name: string, given: Record<string, string>): void {
  if (name === 'html') scan.language ||= given.lang ?? given['xml:lang'] ?? ''
  else if (name === 'base') scan.base ??= given.href ?? null
  else if (name === 'a' && given.href && scan.links.length < maxLinks) scan.links.push(given.href)
  else if (name === 'meta') noteMeta(scan, given)
}

function noteMeta(scan: Scan, { name = '', content = '', ...given }: Record<string, string>): void {
  if (/^(?:robots|frontdesk(?:bot)?)$/i.test(name)) for (const word of directivesOf(content)) scan.robots.add(word)
  if (/^content-language$/i.test(given['http-equiv'] ?? '')) scan.language ||= content
}

function noteRefresh(scan: Scan, given: Record<string, string>): void {
  if (/^refresh$/i.test(given['http-equiv'] ?? '')) scan.refresh ??= refreshOf(given.content ?? '')
}

/** The words of a robots directive in lower case. `none` means both. */
export const directivesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .flatMap((word) => (word === 'none' ? ['noindex', 'nofollow'] : [word]))

/** A page that sends its visitors on later than this is read by them before, in seconds. */
const maxRefreshDelay = 10

/** Where `5; url=/new` leads, unless visitors have time to read the page. */
export function refreshOf(text: string): string | null {
  const [, delay, link = ''] = /^\s*(\d+)[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(text) ?? []
  if (delay === undefined || Number(delay) > maxRefreshDelay) return null
  const [, , quoted] = /^(["'])(.*?)(?:\1|$)/s.exec(link) ?? []
  return (quoted ?? link).trim() || null
}
