import { parseHTML } from 'linkedom'
import type { Page } from '../../../core/reader.ts'
import { removePermalinks, showAddresses } from './boilerplate.ts'
import { decodeFile } from './charset.ts'
import { type Document, type Element, isElement, isText, type Node, oneLine } from './element.ts'
import { readSheet, writeLooks, writeTables } from './looks.ts'
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
/** Unlike other templates, one that declares a shadow tree is shown. */
const shadowRoot = /<template\b[^<>]{0,500}?\sshadowrootmode\b[^<>]{0,500}>/gi

/**
 * Reads a page: its title, its main text as Markdown, and its metadata. If the page cannot be parsed, falls back to its
 * lines, so that it is never empty.
 */
export function readPage(html: string, url: string): Omit<Page, 'passages'> {
  const text = html.slice(0, maxCharacters).replace(shadowRoot, '<div>')
  const { depth, nodes, text: lines, readable, sheet, types, title, ...scan } = scanPage(text)
  const base = URL.parse(scan.base ?? '', url)?.href ?? url
  try {
    if (depth > maxDepth) throw new Error(`${depth} elements deep`)
    if (nodes > maxNodes) throw new Error(`${nodes} nodes`)
    let heading = ''
    const parseAgain = () => {
      const document = parse(readable)
      heading ||= titleOf(document)
      return document
    }
    const main = findMain(parseAgain, types, readSheet(sheet))
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
  const { depth, nodes, text, readable, sheet } = scanPage(html)
  if (depth > maxDepth || nodes > maxTextNodes) return text
  const document = parse(readable)
  writeLooks(document, readSheet(sheet))
  return writeMarkdown(document.body, 'about:blank')
}

function parse(html: string): Document {
  const whole = /<html[\s>]/i.test(html) ? html : `<html>${html}</html>`
  const document = parseHTML(whole).document as unknown as Document
  // Without a root, the parser would put the head into the body and the body behind the head.
  if (document.documentElement?.localName !== 'html') return parse(`<html>${html}</html>`)
  const body = document.querySelector('body') ?? document.body
  document.head.after(body)
  gather(document, body)
  removePermalinks(body)
  // Few pages have these, and a search of the tree takes longer than one of the text.
  if (/cfemail|email-protection/i.test(html)) showAddresses(body)
  if (/role\s*=\s*["']?(?:table|grid)/i.test(html)) writeTables(body)
  // The pronunciation above a word would split it in two.
  if (/<ruby/i.test(html))
    for (const annotation of body.querySelectorAll('ruby rt, ruby rp, ruby rtc')) annotation.remove()
  return document
}

const ofHead = new Set(['title', 'meta', 'link', 'base'])

/** Moves what is outside of the body into it, as browsers do: behind its end, in a second body, or in the head. */
function gather(document: Document, body: Element): void {
  const [before, after]: [Node[], Node[]] = [[], []]
  let side = before
  const visit = (parent: Node) => {
    for (const node of parent.childNodes)
      if (node === body) side = after
      else if (['html', 'head', 'body'].includes(node.localName)) visit(node)
      else if (isElement(node) ? !ofHead.has(node.localName) : isText(node) && node.textContent?.trim()) side.push(node)
  }
  visit(document)
  if (before.length > 0) body.prepend(...before)
  if (after.length > 0) body.append(...after)
}

/** The single main heading if there is one, because page titles often end with the name of the site. */
function titleOf(document: Document): string {
  const all = [...document.querySelectorAll('h1')]
  const main = all.find((heading) => heading.closest('main, [role="main"], article'))
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
