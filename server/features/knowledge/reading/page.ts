import { parseHTML } from 'linkedom'
import type { Page } from '../../../core/reader.ts'
import { type Document, type Element, oneLine } from './element.ts'
import { removePermalinks } from './furniture.ts'
import { findMain } from './main-text.ts'
import { writeMarkdown } from './markdown.ts'
import { scanPage } from './scan.ts'

const mostCharacters = 2_000_000
/** Real pages are at most some thirty deep and of some ten thousand nodes; trees of many more take very long. */
const deepest = 250
const mostNodes = 50_000
const longestTitle = 200

/**
 * Reads a page: its title, its main text as Markdown, and what it says of itself. A page that cannot be taken apart is read
 * by its lines alone, so that it is never empty for that.
 */
export function readPage(html: string, url: string): Omit<Page, 'passages'> {
  const text = html.slice(0, mostCharacters)
  const { depth, nodes, text: lines, title, ...scan } = scanPage(text)
  const base = URL.parse(scan.base ?? '', url)?.href ?? url
  try {
    if (depth > deepest) throw new Error(`${depth} elements deep`)
    if (nodes > mostNodes) throw new Error(`${nodes} nodes`)
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

/** Documents are written by hand, and are neither as wild as pages nor searched for their main text. */
const mostNodesOfText = 200_000

/** A piece of HTML as Markdown, all of it; by its lines alone where it cannot be taken apart. */
export function readParts(html: string): string {
  const { depth, nodes, text } = scanPage(html)
  if (depth > deepest || nodes > mostNodesOfText) return text
  return writeMarkdown(parse(html).body, 'about:blank')
}

/** The parser knows a body only as what follows the head, and gives a piece of a page none. */
function parse(html: string): Document {
  const whole = /<body[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const document = parseHTML(whole).document as unknown as Document
  const body = document.querySelector('body')
  if (body) {
    document.head.after(body)
    removePermalinks(body)
  }
  return document
}

/** The heading over the text, unless there are several; a page's title often ends in the site's name. */
function titleOf(document: Document): string {
  const [main] = document.querySelectorAll('main h1, [role="main"] h1, article h1') as Iterable<Element>
  const all = [...document.querySelectorAll('h1')]
  return oneLine((main ?? (all.length === 1 ? all[0] : undefined))?.textContent)
}

/** The finder of articles leaves out the heading that the page's title repeats. */
const withHeading = (heading: string, markdown: string) =>
  heading && markdown && !markdown.includes(`# ${heading}`) ? `# ${heading}\n\n${markdown}` : markdown

const cut = (title: string) => oneLine(title).slice(0, longestTitle)
