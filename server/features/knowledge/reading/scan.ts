import { Parser } from 'htmlparser2'
import type { Page } from '../../../core/reader.ts'
import { readDetails } from './json-ld.ts'

/** What one pass over a page tells, in time and memory in proportion to it, whatever it holds. */
export type Scan = Omit<Page, 'markdown' | 'passages' | 'fault'> & {
  /** How deep its elements stand in each other. */
  depth: number
  /** How many elements and runs of text it is of. */
  nodes: number
  /** Its text in lines, headings marked: what is left to read of a page that is too deep to be taken apart. */
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
const mostLinks = 5000
/** Of scripts with details of the business, and of the characters of one. */
const mostScripts = 20
const longestScript = 100_000
/** With each element within another the parser takes longer for the next: a page so deep is nobody's. */
const deepestRead = 30_000

/** @throws where elements stand in each other without end */
export function scanPage(html: string): Scan {
  const scan: Scan = {
    ...{ depth: 0, nodes: 0, title: '', language: '', robots: new Set<string>() },
    ...{ canonical: null, base: null, links: [], text: '', details: null },
  }
  const lines: string[] = []
  const scripts: string[] = []
  let line = ''
  let depth = 0
  let muted = 0
  let inTitle = false
  let inDetails = false
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
      if (depth > deepestRead) throw new Error(`more than ${deepestRead} elements deep`)
      if (silent.has(name)) muted++
      if (name === 'title') inTitle = scan.title === ''
      inDetails = name === 'script' && /^application\/ld\+json\b/i.test(attributes.type ?? '')
      if (inDetails && scripts.push('') > mostScripts) inDetails = false
      if (!inline.has(name)) breakLine(markOf(name))
      note(scan, name, attributes)
    },
    ontext(text) {
      scan.nodes++
      if (inDetails && (scripts.at(-1)?.length ?? 0) <= longestScript) scripts[scripts.length - 1] += text
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
  scan.text = lines.join('\n\n')
  scan.details = readDetails(scripts.slice(0, mostScripts).filter(({ length }) => length <= longestScript))
  return scan
}

function markOf(name: string): string {
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} `
  return name === 'li' ? '- ' : ''
}

function note(scan: Scan, name: string, given: Record<string, string>): void {
  if (name === 'html') scan.language ||= given.lang ?? given['xml:lang'] ?? ''
  else if (name === 'base') scan.base ??= given.href ?? null
  else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(given.rel ?? '')) scan.canonical ??= given.href ?? null
  else if (name === 'a' && given.href && scan.links.length < mostLinks) scan.links.push(given.href)
  else if (name === 'meta') noteMeta(scan, given)
}

function noteMeta(scan: Scan, { name = '', content = '', ...given }: Record<string, string>): void {
  if (/^(?:robots|frontdesk)$/i.test(name))
    for (const word of content.toLowerCase().split(/[\s,]+/)) scan.robots.add(word === 'none' ? 'noindex' : word)
  if (/^content-language$/i.test(given['http-equiv'] ?? '')) scan.language ||= content
}
