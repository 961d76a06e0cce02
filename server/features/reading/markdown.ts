import TurndownService from 'turndown'
import { type Element, oneLine } from './element.ts'
import { topMark } from './main-text.ts'

/** Writes text as Markdown, with its headings, lists, tables and links; `url` is what links are relative to. */
export const writeMarkdown = (main: Element, url: string): string =>
  createService(url)
    .turndown(main as unknown as TurndownService.Node)
    .trim()

function createService(url: string): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  service.addRule('table', { filter: 'table', replacement: (_, node) => `\n\n${tableOf(elementOf(node))}\n\n` })
  service.addRule('top', {
    filter: (node) => elementOf(node).getAttribute?.(topMark) === '',
    replacement: (text) => `\n\n# ${oneLine(text)}\n\n`,
  })
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
