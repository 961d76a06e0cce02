import TurndownService from 'turndown'
import { type Element, isBlock, isElement, isText, type Node, oneLine, textBlocks } from './element.ts'
import { topMark } from './main-text.ts'

/** Converts text to Markdown with headings, lists, tables and links. Links are resolved against `url`. */
export function writeMarkdown(main: Element, url: string): string {
  shortenSpaces(main)
  return createService(url)
    .turndown(main as unknown as TurndownService.Node)
    .trim()
}

/** No layout needs more spaces or blank lines in a row. The converter's time grows with the square of their number. */
const maxSpaces = 200
const tooManySpaces = new RegExp(`\\s{${maxSpaces + 1}}`)

/** Shortens runs of white space, also if they extend over several elements. */
function shortenSpaces(root: Element): void {
  let run = 0
  const isKept = (sign: string) => {
    run = sign.trim() === '' ? run + 1 : 0
    return run <= maxSpaces
  }
  const visit = (node: Node) => {
    for (const child of node.childNodes) {
      if (!isText(child)) {
        visit(child)
        continue
      }
      const text = child.textContent ?? ''
      const begin = text.length - text.trimStart().length
      // Few texts need a look at each character.
      if (run + begin > maxSpaces || tooManySpaces.test(text)) {
        const kept = [...text].filter(isKept).join('')
        if (kept.length < text.length) child.textContent = kept
      } else run = begin === text.length ? run + begin : text.length - text.trimEnd().length
    }
  }
  visit(root)
}

/** How many characters of a page's text may be addresses of its links. Further links keep their text only. */
const maxAddresses = 50_000

function createService(url: string): TurndownService {
  let room = maxAddresses
  const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  service.addRule('table', {
    filter: 'table',
    replacement: (text, node) => `\n\n${isLayout(elementOf(node)) ? text : tableOf(elementOf(node))}\n\n`,
  })
  service.addRule('top', {
    filter: (node) => elementOf(node).getAttribute?.(topMark) === '',
    replacement: (text) => `\n\n# ${oneLine(text)}\n\n`,
  })
  // A question that expands its answer is like a heading.
  service.addRule('summary', { filter: 'summary', replacement: (text) => `\n\n### ${oneLine(text)}\n\n` })
  service.addRule('terms', { filter: ['dt', 'dd'], replacement: termOf })
  // Code is literal: nothing inside is escaped or becomes a heading.
  service.addRule('pre', { filter: 'pre', replacement: (_, node) => `\n\n${fenced(codeOf(elementOf(node)))}\n\n` })
  service.addRule('code', {
    filter: ({ nodeName }) => ['CODE', 'TT', 'SAMP', 'KBD'].includes(nodeName),
    replacement: (_, node) => inlineCode(oneLine(elementOf(node).textContent)),
  })
  service.addRule('image', { filter: 'img', replacement: () => '' })
  service.addRule('link', {
    filter: 'a',
    replacement(content, node) {
      const text = oneLine(content)
      const link = linkOf(text, elementOf(node), url)
      room -= link.length - text.length
      return room > 0 ? link : text
    },
  })
  return service
}

const elementOf = (node: TurndownService.Node) => node as unknown as Element

/** The lines of code as a reader sees them. Some sites wrap each line in a block, others use `<br>`. */
function codeOf(element: Element): string {
  let code = ''
  for (const child of element.childNodes) {
    if (isText(child)) code += child.textContent ?? ''
    if (child.localName === 'br') code += '\n'
    if (!isElement(child) || child.localName === 'br') continue
    if (isBlock(child) && code !== '' && !code.endsWith('\n')) code += '\n'
    code += codeOf(child)
    if (isBlock(child) && !code.endsWith('\n')) code += '\n'
  }
  return code
}

/** Uses a fence that is longer than any in the code. */
function fenced(code: string): string {
  const inside = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...inside.map(({ length }) => length + 1)))
  return code.trim() === '' ? '' : `${fence}\n${code.replace(/^\s*\n/, '').trimEnd()}\n${fence}`
}

function inlineCode(code: string): string {
  if (code === '') return ''
  return code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``
}

/** `<dt>` and `<dd>` as `**Monday:** closed`, one per line. */
function termOf(text: string, node: TurndownService.Node): string {
  const element = elementOf(node)
  if (element.localName !== 'dt') return ` ${oneLine(text)}`
  // Sphinx marks function signatures, which are code.
  const isSignature = /(?:^|\s)sig(?:\s|$)/.test(element.getAttribute('class') ?? '')
  return `\n\n**${isSignature ? inlineCode(oneLine(element.textContent)) : oneLine(text)}:**`
}

function linkOf(text: string, node: Element, base: string): string {
  const href = node.getAttribute('href') ?? ''
  const contact = contactOf(href)
  if (contact && !says(text, contact)) return text === '' ? contact : `${text} (${contact})`
  const address = URL.parse(href, base)
  if (text === '' || !address || !/^https?:$/.test(address.protocol)) return text
  return `[${text}](${address.href})`
}

const maxContact = 100

/** The telephone number or the email address that a link calls or writes to. */
function contactOf(href: string): string | undefined {
  const [, scheme, rest = ''] = /^\s*(tel|callto|sms|mailto):(?:\/\/)?([^?;]{1,300})/i.exec(href) ?? []
  const contact = rest && oneLine(decoded(rest))
  if (!scheme || contact === '' || contact.length > maxContact) return undefined
  if (/^mailto$/i.test(scheme)) return /^[^\s@<>[\]()]+@[^\s@<>[\]()]+$/.test(contact) ? escaped(contact) : undefined
  return /^[+\d][\d\s./()–-]{2,}$/.test(contact) ? contact : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const escaped = (text: string) => text.replace(/[\\*_`]/g, '\\$&')

/** How many last digits of a telephone number tell it, however its beginning is written. */
const lastDigits = 6

/** Whether the text of a link contains where it calls or writes to. */
function says(text: string, contact: string): boolean {
  if (contact.includes('@')) return text.toLowerCase().includes(contact.toLowerCase())
  return text.replace(/\D/g, '').includes(contact.replace(/\D/g, '').slice(-lastDigits))
}

/** A cell on one line, with its blocks separated. */
const textOf = (cell: Element): string =>
  textBlocks(cell)
    .map(({ text }) => text)
    .join(' ')

/** Parts of a table that are not those of a table inside of it. */
const partsOf = (table: Element, selector: string): Element[] =>
  [...table.querySelectorAll(selector)].filter((part) => part.closest('table') === table)

/** Whether a table only arranges others on the page. */
const isLayout = (table: Element): boolean =>
  table.querySelector('table') !== null && partsOf(table, 'th, caption').length === 0

function tableOf(table: Element): string {
  const sections = new Map<Node | null, Element[][]>()
  for (const row of partsOf(table, 'tr')) {
    const cells = [...row.querySelectorAll('th, td')].filter((cell) => cell.closest('tr') === row)
    const rows = sections.get(row.parentNode)
    if (rows) rows.push(cells)
    else sections.set(row.parentNode, [cells])
  }
  // A cell reaches to the end of its section at most.
  const rows = [...sections.values()].flatMap(withSpans)
  const [head, ...body] = rows.filter((row) => row.length > 0)
  if (!head) return ''
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const caption = partsOf(table, 'caption')[0]?.textContent
  return [
    ...(caption ? [`${oneLine(caption)}:`, ''] : []),
    line(head),
    line(head.map(() => '---')),
    ...body.map(line),
  ].join('\n')
}

const maxColumns = 100
/** How many characters of a table may be repetitions. A hostile one would fill the memory with them. */
const maxRepeated = 100_000

/** The texts of the cells, each under its own heading: one that spans several columns or rows stands in each of them. */
function withSpans(rows: Element[][]): string[][] {
  /** Cells from rows above, by column, and how many more rows they fill. */
  const above: ({ text: string; rows: number } | undefined)[] = []
  let room = maxRepeated
  const repeat = (text: string) => {
    room -= text.length
    return room > 0 ? text : ''
  }
  return rows.map((cells, at) => {
    const line: string[] = []
    const rest = [...cells]
    const fill = () => {
      for (let held = above[line.length]; held && held.rows > 0; held = above[line.length]) {
        held.rows--
        line.push(repeat(held.text))
      }
    }
    for (fill(); rest.length > 0 && line.length < maxColumns; fill()) {
      const cell = rest.shift() as Element
      const text = textOf(cell).replaceAll('|', '\\|')
      const down = spanOf(cell, 'rowspan', rows.length - at) - 1
      const from = line.length
      const to = Math.min(maxColumns, from + spanOf(cell, 'colspan', maxColumns))
      while (line.length < to) {
        above[line.length] = { text, rows: down }
        line.push(line.length === from ? text : repeat(text))
      }
    }
    return line
  })
}

/** Zero means to the end. */
function spanOf(cell: Element, name: string, max: number): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  return span === 0 ? max : Math.min(Math.max(span || 1, 1), max)
}
