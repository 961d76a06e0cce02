import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'

export type Page = { title: string; markdown: string }

/** What is used of an element; the server has no types of a browser. */
type Element = {
  tagName: string
  textContent: string | null
  getAttribute(name: string): string | null
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}

/** What is no text of the page, or would run. */
const furniture =
  'script, style, noscript, template, svg, iframe, object, form, nav, header, footer, dialog, [hidden], [aria-hidden="true"]'
const mostCharacters = 2_000_000

/**
 * The main text of a page as Markdown: what stands in `<main>`, or else in the body, with its headings, lists, tables and
 * links. It is meant for well-made pages, such as those of the demo; it does not guess where the text of others is.
 */
export function readPage(html: string, url: string): Page {
  const { document } = parseHTML(wholeDocument(html.slice(0, mostCharacters)))
  const main = document.querySelector('main') ?? document.body
  const heading = main.querySelector('h1')?.textContent ?? document.querySelector('title')?.textContent ?? ''
  for (const element of main.querySelectorAll(furniture)) element.remove()
  return {
    title: oneLine(heading).slice(0, 200),
    markdown: createService(url)
      .turndown(main as unknown as TurndownService.Node)
      .trim(),
  }
}

/** The parser gives a piece of a page no body. */
const wholeDocument = (html: string): string =>
  /<body[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function createService(url: string): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  service.addRule('table', { filter: 'table', replacement: (_, node) => `\n\n${tableOf(elementOf(node))}\n\n` })
  // A question that opens its answer stands above it like a heading.
  service.addRule('summary', { filter: 'summary', replacement: (text) => `\n\n### ${oneLine(text)}\n\n` })
  service.addRule('terms', { filter: ['dt', 'dd'], replacement: termOf })
  service.addRule('image', { filter: 'img', replacement: () => '' })
  service.addRule('link', { filter: 'a', replacement: (text, node) => linkOf(oneLine(text), elementOf(node), url) })
  return service
}

const elementOf = (node: TurndownService.Node) => node as unknown as Element

/** `<dt>` and `<dd>` as `**Monday:** closed`, one to a line. */
function termOf(text: string, node: TurndownService.Node): string {
  return elementOf(node).tagName === 'DT' ? `\n\n**${oneLine(text)}:**` : ` ${oneLine(text)}`
}

function linkOf(text: string, node: Element, base: string): string {
  const address = URL.parse(node.getAttribute('href') ?? '', base)
  if (text === '' || !address || !/^https?:$/.test(address.protocol)) return text
  return `[${text}](${address.href})`
}

function tableOf(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => oneLine(cell.textContent ?? '').replaceAll('|', '\\|')),
  )
  const [head, ...body] = rows.filter((row) => row.length > 0)
  if (!head) return ''
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const caption = table.querySelector('caption')?.textContent
  return [
    ...(caption ? [`${oneLine(caption)}:`, ''] : []),
    line(head),
    line(head.map(() => '---')),
    ...body.map(line),
  ].join('\n')
}
