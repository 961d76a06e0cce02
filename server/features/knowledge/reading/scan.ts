import { Parser } from 'htmlparser2'
import type { Page } from '../../../core/reader.ts'
import { readDetails, typesIn } from './json-ld.ts'

/** The result of a single pass over a page, in linear time and memory for any input. */
export type Scan = Omit<Page, 'markdown' | 'passages' | 'fault'> & {
  /** The maximum depth of nested elements. */
  depth: number
  /** The number of elements and text nodes. */
  nodes: number
  /** Its text as lines with marked headings, the fallback for pages that are too deep to parse. */
  text: string
  /** Its HTML without elements that have no readable text, which are most of its characters on many websites. */
  readable: string
  /** Its style sheets. */
  sheet: string
  /** The schema.org types of its scripts. */
  types: string[]
}

/** Elements without readable text, or that would run. */
const programs = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas'])

const silent = new Set([...programs, 'select', 'nav', 'footer'])
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(' '),
)
const maxLinks = 5000
/** The maximum number of scripts with data, and their maximum length in characters. */
const maxScripts = 20
const maxScriptLength = 100_000
/** So many characters of style sheets are read. */
const maxSheet = 200_000
const isCanonical = /(?:^|\s)canonical(?:\s|$)/i
/** The parser slows down with depth, and no real page is this deep. */
const maxDepth = 30_000

/** @throws if elements are nested too deeply */
export function scanPage(html: string): Scan {
  const scan: Scan = {
    ...{ depth: 0, nodes: 0, title: '', language: '', robots: new Set<string>() },
    ...{ canonical: null, base: null, refresh: null, links: [], text: '', details: null },
    ...{ readable: '', sheet: '', types: [] },
  }
  const lines: string[] = []
  let line = ''
  let depth = 0
  let muted = 0
  /** Takes the text of an element that is not part of the page's text. */
  let take: Taker | undefined
  let inBody = false
  const canonicals = new Set<string>()
  const readable = createReadable(html)
  const data = createData()
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
      if (programs.has(name)) readable.leave(parser.startIndex)
      // Drawings have titles as well.
      take = name === 'title' && muted > 0 ? undefined : takerOf(scan, data, name, attributes)
      if (!inline.has(name)) breakLine(markOf(name))
      if (name === 'body') inBody = true
      note(scan, name, attributes)
      // As search engines have it: a canonical URL stands in the head, and two of them contradict each other.
      if (name === 'link' && !inBody) noteCanonical(canonicals, attributes)
      // Only browsers without scripts follow one in a `<noscript>`.
      if (name === 'meta' && muted === 0) noteRefresh(scan, attributes)
    },
    ontext(text) {
      scan.nodes++
      if (take) take(text)
      else if (muted === 0) line += text
    },
    onclosetag(name, isImplied) {
      depth--
      if (silent.has(name)) muted--
      // What closes an element by implication is not part of it.
      if (programs.has(name)) readable.enter(isImplied ? parser.startIndex : parser.endIndex + 1)
      take = undefined
      if (!inline.has(name)) breakLine()
    },
  })
  parser.end(html)
  breakLine()
  if (canonicals.size === 1) scan.canonical = [...canonicals][0] as string
  scan.text = lines.join('\n\n')
  return { ...scan, readable: readable.end(), details: readDetails(data.all()), types: typesIn(data.all()) }
}

type Taker = (text: string) => void

function takerOf(scan: Scan, data: Data, name: string, { type = '' }: Record<string, string>): Taker | undefined {
  if (name === 'title' && scan.title === '')
    return (text) => {
      scan.title += text
    }
  if (name === 'style')
    return (text) => {
      if (scan.sheet.length < maxSheet) scan.sheet += text
    }
  return name === 'script' && /^application\/ld\+json\b/i.test(type) && data.begin() ? data.add : undefined
}

type Data = ReturnType<typeof createData>

/** Collects scripts with data. */
function createData() {
  const scripts: string[] = []
  return {
    begin: () => scripts.push('') <= maxScripts,
    add(text: string) {
      if ((scripts.at(-1)?.length ?? 0) <= maxScriptLength) scripts[scripts.length - 1] += text
    },
    all: () => scripts.slice(0, maxScripts).filter(({ length }) => length <= maxScriptLength),
  }
}

/** Collects the parts of HTML that are in none of the elements that are left out. */
function createReadable(html: string) {
  let readable = ''
  let at = 0
  let depth = 0
  return {
    leave(end: number) {
      // A comment remains, so that what was apart does not become a tag.
      if (depth++ === 0) readable += `${html.slice(at, end)}<!---->`
    },
    enter(begin: number) {
      if (--depth === 0) at = begin
    },
    end: () => readable + (depth === 0 ? html.slice(at) : ''),
  }
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

function noteCanonical(canonicals: Set<string>, { rel = '', href = '' }: Record<string, string>): void {
  if (isCanonical.test(rel) && href.trim()) canonicals.add(href.trim())
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
