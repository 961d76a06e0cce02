import { parseHTML } from 'linkedom'
import type { Page } from '../../../core/reader.ts'
import { removePermalinks, showAddresses } from './boilerplate.ts'
import { decodeFile } from './charset.ts'
import { type Document, type Element, oneLine } from './element.ts'
import { readSheets, writeLooks, writeTables } from './looks.ts'
import { findMain } from './main-text.ts'
import { writeMarkdown } from './markdown.ts'
import { scanPage } from './scan.ts'
import type { TextBuilder } from './text-builder.ts'

const maxCharacters = 2_000_000
/**
 * Real pages are at most about thirty levels deep and have about ten thousand nodes. Much larger trees take very long.
 */
const maxDepth = 250
const maxNodes = 50_000
const maxTitleLength = 200

/**
 * Reads a page: its title, its main text as Markdown, and its metadata. If the page cannot be parsed, falls back to its
 * lines, so that it is never empty.
 */
export function readPage(html: string, url: string): Omit<Page, 'passages'> {
  const text = html.slice(0, maxCharacters)
  const { depth, nodes, text: lines, title, ...scan } = scanPage(text)
  const base = URL.parse(scan.base ?? '', url)?.href ?? url
  try {
    if (depth > maxDepth) throw new Error(`${depth} elements deep`)
    if (nodes > maxNodes) throw new Error(`${nodes} nodes`)
    let heading = ''
    const main = findMain(() => {
      const document = parse(text)
      heading ||= titleOf(document)
      return document
    })
    const markdown = withHeading(heading, writeMarkdown(main, base))
    return { ...scan, title: cut(heading || title), markdown: markdown || lines, fault: null }
  } catch (error) {
    return { ...scan, title: cut(title), markdown: lines, fault: String(error) }
  }
}

/** Documents are written by hand: they are less extreme than pages, and their main text is not searched for. */
const maxTextNodes = 200_000

/** Converts all of a piece of HTML to Markdown. Falls back to its lines if it cannot be parsed. */
export function readParts(html: string): string {
  const { depth, nodes, text } = scanPage(html)
  if (depth > maxDepth || nodes > maxTextNodes) return text
  const document = parse(html)
  writeLooks(document, readSheets(document))
  return writeMarkdown(document.body, 'about:blank')
}

/** The parser ignores the body of HTML that has no body element. */
function parse(html: string): Document {
  const whole = /<body[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const document = parseHTML(whole).document as unknown as Document
  const body = document.querySelector('body')
  if (body) {
    document.head.after(body)
    removePermalinks(body)
    // Few pages have these, and a search of the tree takes longer than one of the text.
    if (/cfemail|email-protection/i.test(html)) showAddresses(body)
    if (/role\s*=\s*["']?(?:table|grid)/i.test(html)) writeTables(body)
    // The pronunciation above a word would split it in two.
    if (/<ruby/i.test(html))
      for (const annotation of body.querySelectorAll('ruby rt, ruby rp, ruby rtc')) annotation.remove()
  }
  return document
}

/** The single main heading if there is one, because page titles often end with the name of the site. */
function titleOf(document: Document): string {
  const [main] = document.querySelectorAll('main h1, [role="main"] h1, article h1') as Iterable<Element>
  const all = [...document.querySelectorAll('h1')]
  return oneLine((main ?? (all.length === 1 ? all[0] : undefined))?.textContent)
}

/** Readability removes a heading that equals the page's title. */
const withHeading = (heading: string, markdown: string) =>
  heading && markdown && !markdown.includes(`# ${heading}`) ? `# ${heading}\n\n${markdown}` : markdown

const cut = (title: string) => oneLine(title).slice(0, maxTitleLength)

/** A page without a URL, so its relative links are dropped. */
export function readHtmlFile(bytes: Uint8Array, builder: TextBuilder): void {
  const { markdown, language } = readPage(decodeFile(bytes), 'about:blank')
  builder.add(markdown)
  builder.language = language
}
