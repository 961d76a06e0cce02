import { type Document, type Element, elementsIn, isBlock, isElement, isText, type Node } from './element.ts'
import { joinSetOff } from './set-off.ts'

/**
 * Some elements set text off only by its looks: raised cents, a struck-out price, the mark of a footnote. Without its
 * looks, `£12<sup>99</sup>` would be 1299 pounds. Writes what a reader sees into the text: `£12.99`, `100²`, `~~£80~~`.
 */
export function writeLooks(document: Document, rules: readonly LookRule[]): void {
  const { body } = document
  applyRules(body, rules)
  for (const element of elementsIn(body)) {
    if (isStruckOut(element)) surround(element, '~~')
    if (isReversed(element)) element.textContent = [...(element.textContent ?? '')].reverse().join('')
  }
  const language = document.documentElement?.getAttribute('lang') ?? ''
  const texts = textNodes(body)
  for (const [at, { node, look, block }] of texts.entries()) {
    const before = texts[at - 1]
    if (before?.block !== block) continue
    if (look.reader !== before.look.reader || isOtherValue(before, texts[at] as TextNode)) separate(before.node, node)
    const text = node.textContent ?? ''
    // Marks follow a word or a number at once, but cents may stand behind a space.
    if (!/^(?:[\p{L}\d]|[-−–]\d)/u.test(text) || !isSetOff(texts, at)) continue
    const { kind } = look
    // What is raised beside something raised is no part of it.
    const isNote = kind === 'note' || (kind === 'raised' && before.look.kind === kind)
    const isSmaller = kind === 'small' && before.look.kind !== kind && isSmall(look.by)
    const is = { isRaised: kind === 'raised', isLowered: kind === 'lowered', isSmaller, isNote }
    const isPriced = kind !== undefined && isInPrice(node)
    const joined = joinSetOff(lineTo(texts, at, -1), text, lineTo(texts, at, 1), { ...is, isPriced, language })
    node.textContent = joined.text
    if (joined.isCents) trimBefore(texts, at)
  }
}

const tableRoles: Record<string, string> = {
  ...{ table: 'table', grid: 'table', rowgroup: 'tbody', row: 'tr', cell: 'td', gridcell: 'td' },
  ...{ columnheader: 'th', rowheader: 'th' },
}

/** Makes a table of elements that are one only by their roles, so that each cell remains under its heading. */
export function writeTables(body: Element): void {
  for (const table of body.querySelectorAll('[role="table"], [role="grid"]')) {
    if (table.querySelector('table') || table.closest('table')) continue
    for (const element of [...table.querySelectorAll('[role]'), table]) {
      const name = tableRoles[element.getAttribute('role') ?? '']
      if (!name) continue
      const part = element.ownerDocument.createElement(name)
      for (const attribute of ['id', 'class', 'style', 'hidden', 'aria-hidden']) {
        const value = element.getAttribute(attribute)
        if (value !== null) part.setAttribute(attribute, value)
      }
      part.replaceChildren(...element.childNodes)
      element.replaceWith(part)
    }
  }
}

/**
 * How an element sets its text off. A plain element can do so, too, by rules that are not known here. `reader` is the one
 * that only screen readers read out.
 */
type Look = { by?: Element; kind?: 'raised' | 'lowered' | 'small' | 'note'; reader?: Element }
/** `block` tells which texts stand on one line. */
type TextNode = { node: Node; look: Look; block: object }

/** The texts of an element in order, with the block that each is in. */
function textNodes(body: Element): TextNode[] {
  const found: TextNode[] = []
  let block = {}
  const visit = (parent: Node, look: Look) => {
    for (const node of parent.childNodes) {
      if (isText(node) && node.textContent !== '') found.push({ node, look, block })
      if (!isElement(node)) continue
      // A block ends the line before it, and what follows it begins another.
      if (isBlock(node)) block = {}
      visit(node, within(look, node))
      if (isBlock(node)) block = {}
    }
  }
  visit(body, {})
  return found
}

/** The look of an element inside of another: a footnote's mark remains one, and what is raised can be small as well. */
function within(outer: Look, element: Element): Look {
  // Cells are often aligned at the top, which raises nothing.
  if (isBlock(element)) return {}
  const names = namesOf(element)
  const kind = kindOf(element, names)
  const reader = outer.reader ?? (readerNames.test(names) ? element : undefined)
  if (kind === undefined && reader === outer.reader) return outer
  const isOuter = kind === undefined || outer.kind === 'note' || (kind === 'small' && outer.kind)
  return { ...(isOuter ? outer : { by: element, kind }), ...(reader && { reader }) }
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''
const namesOf = (element: Element) =>
  `${element.getAttribute('class') ?? ''} ${element.id} ${element.getAttribute('itemprop') ?? ''}`

const noteNames = /foot-?note|fn-?ref|note-?ref|(?:^|[\s_-])(?:reference|fn|cite)(?:$|[\s_-])/i
const raisedNames = /(?:^|[\s_-])(?:sup|super|superscript|align-super|align-(?:text-)?top)(?:$|[\s_-])/i
const smallNames = /(?:^|[\s_-])(?:cents?|fraction|decimals?|minor|small)(?:$|[\s_-])/i
const raisedStyle =
  /vertical-align\s*:\s*(?:super|top|text-top|\+?\d*\.?\d*[1-9])|(?:^|[;\s])top\s*:\s*-|(?:^|[;\s])bottom\s*:\s*\+?\d*\.?[1-9]|translateY\(\s*-/i
const loweredStyle =
  /vertical-align\s*:\s*(?:sub|bottom|text-bottom|-)|(?:^|[;\s])bottom\s*:\s*-|(?:^|[;\s])top\s*:\s*\+?\d*\.?[1-9]/i

/** What only screen readers read out is laid out apart from the text beside it. */
const readerNames =
  /(?:^|[\s_-])(?:sr-only|visually-?hidden|screen-?reader(?:-text)?|a-offscreen|assistive-text)(?:$|[\s_-])/i
const smallerStyle = /font-size\s*:\s*(?:\d{1,2}(?:\.\d+)?%|0?\.\d+r?em|smaller|(?:x{1,2}-)?small)/i

const isSmall = (element: Element | undefined): boolean =>
  element !== undefined &&
  (element.localName === 'small' || smallNames.test(namesOf(element)) || smallerStyle.test(styleOf(element)))

/** Whether a price or a number stands in an element beside that of a word, as in the rows of a list of prices. */
function isOtherValue(before: TextNode, { node, look }: TextNode): boolean {
  const [left, right] = [before.node, node]
  if (look.kind || before.look.kind || left.parentNode === right.parentNode) return false
  const [text, value] = [(left.textContent ?? '').slice(-enough), right.textContent ?? '']
  if (/\p{L}[)?.!]?$/u.test(text) && /^\p{Sc}\s?\d/u.test(value)) return true
  return (
    /\p{L}{2}[)?.!]?$/u.test(text) && ((/\p{L}{3}[)?.!]?$/u.test(text) && /^\d/.test(value)) || areColumns(left, right))
  )
}

const maxColumns = 12

/** Whether two texts are all of two elements that differ in their class, in one that has no text of its own. */
function areColumns({ parentNode: left }: Node, { parentNode: right }: Node): boolean {
  const row = left?.parentNode
  if (!left || !right || !row || row !== right.parentNode || !isElement(left) || !isElement(right)) return false
  const [one, other] = [left.getAttribute('class'), right.getAttribute('class')]
  if (!one || !other || one === other) return false
  let columns = 0
  for (let node = row.firstChild; node; node = node.nextSibling)
    if (++columns > maxColumns || (isText(node) && (node.textContent ?? '').trim() !== '')) return false
  return true
}

/** Writes a space between words that only the page's looks set apart. */
function separate(before: Node, node: Node): void {
  const [left, right] = [(before.textContent ?? '').slice(-enough), node.textContent ?? '']
  if (/[\p{L}\d.!?:;%)\p{Sc}~]$/u.test(left) && /^[\p{L}\d\p{Sc}~]/u.test(right)) node.textContent = ` ${right}`
}

function kindOf(element: Element, names: string): Look['kind'] {
  const style = styleOf(element)
  const isLinked = element.localName === 'sup' && element.querySelector('a[href^="#"]') !== null
  if (isLinked || noteNames.test(names) || element.getAttribute('role') === 'doc-noteref') return 'note'
  if (element.localName === 'sup' || raisedNames.test(names) || raisedStyle.test(style)) return 'raised'
  if (element.localName === 'sub' || loweredStyle.test(style)) return 'lowered'
  return element.localName === 'small' || smallNames.test(names) || /font-size/i.test(style) ? 'small' : undefined
}

/** Whether a text has other looks than the one before it, or stands in an element of its own. */
function isSetOff(texts: readonly TextNode[], at: number): boolean {
  const [before, { node, look }] = [texts[at - 1] as TextNode, texts[at] as TextNode]
  if (look.by !== before.look.by) return true
  // Marks of a search change nothing of what they mark.
  const parents = [node.parentNode, before.node.parentNode]
  return parents[0] !== parents[1] && !parents.some((parent) => parent?.localName === 'mark')
}

const maxPrice = 30

/** Whether an element around a text is named as a price. A longer one is a list of them. */
function isInPrice(node: Node): boolean {
  for (let parent = node.parentNode; parent && isElement(parent); parent = parent.parentNode) {
    if ((parent.textContent ?? '').trim().length > maxPrice) return false
    if (/price|amount|preis|prix|precio|prezzo|prijs|cena/i.test(namesOf(parent))) return true
  }
  return false
}

const oldPrice = '(?:old|was|before|original|compare(?:-?at)?|regular-was|crossed|struck|strike|previous|former)'
const struckNames = new RegExp(
  `(?:^|\\s)(?:\\S*[_-])?(?:line-through|strike(?:-?through|d|-?out)?|struck(?:-?out)?|crossed(?:-?out)?|${oldPrice}[_-]*price|price[_-]*${oldPrice}|compare-at-price|was|prix-barre|statt-?preis|streichpreis|alter-preis)(?:$|\\s)`,
  'i',
)

const struckTags = new Set(['del', 's', 'strike'])

/** By element, by its own style, or by the usual names of classes. Not if a parent already is. */
function isStruckOut(element: Element): boolean {
  const isOwn = (one: Element) =>
    struckTags.has(one.localName) ||
    (one.hasAttributes() &&
      (/text-decoration(?:-line)?\s*:[^;]*line-through/i.test(styleOf(one)) ||
        struckNames.test(one.getAttribute('class') ?? '')))
  if (!isOwn(element) || (element.textContent ?? '').trim() === '') return false
  for (let parent = element.parentNode; parent && isElement(parent); parent = parent.parentNode)
    if (isOwn(parent)) return false
  return true
}

/** Whether Latin text is shown from right to left, which hides addresses from programs. */
function isReversed(element: Element): boolean {
  const style = styleOf(element)
  const isOverridden =
    element.localName === 'bdo' ||
    /unicode-bidi\s*:\s*(?:isolate-)?bidi-override|unicode-bidi\s*:\s*isolate-override/i.test(style)
  if (!isOverridden || !(element.getAttribute('dir') === 'rtl' || /direction\s*:\s*rtl/i.test(style))) return false
  return !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(element.textContent ?? '')
}

/** Writes marks around each line of an element, inside of its white space. */
function surround(element: Element, mark: string): void {
  const texts = textNodes(element).filter(({ node }) => (node.textContent ?? '').trim() !== '')
  for (const [at, { node, block }] of texts.entries()) {
    const begins = texts[at - 1]?.block !== block
    const ends = texts[at + 1]?.block !== block
    const [, head, inner, tail] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.textContent ?? '') as unknown as string[]
    node.textContent = `${head}${begins ? mark : ''}${inner}${ends ? mark : ''}${tail}`
  }
}

const enough = 40

/** The text of the line before a place (`step` -1) or behind it (1). */
function lineTo(texts: readonly TextNode[], at: number, step: 1 | -1): string {
  let text = ''
  for (let place = at + step; texts[place]?.block === texts[at]?.block && text.length < enough; place += step) {
    const next = texts[place]?.node.textContent ?? ''
    text = step < 0 ? next + text : text + next
  }
  return text
}

/** Removes the white space between pounds and pence. */
function trimBefore(texts: readonly TextNode[], at: number): void {
  for (let place = at - 1; place >= 0 && texts[place]?.block === texts[at]?.block; place--) {
    const { node } = texts[place] as TextNode
    node.textContent = (node.textContent ?? '').trimEnd()
    if (node.textContent !== '') return
  }
}

/** Of a page's own style sheets, so many rules and selectors are read. */
const maxRules = 500
const maxSelectors = 30

/** A rule of a style sheet that strikes out, raises, lowers or reverses the elements of a selector. */
export type LookRule = { selector: string; style: string }

/** The rules for looks in a style sheet. */
export function readSheet(sheet: string): LookRule[] {
  const rules: LookRule[] = []
  // Only the few rules with such a property are read, not the whole sheet.
  let left = maxRules
  for (const { index } of sheet.matchAll(/line-through|vertical-align|bidi-override/g)) {
    if (left-- === 0) break
    const begin = sheet.lastIndexOf('{', index)
    const end = sheet.indexOf('}', index)
    if (begin < 0 || end < 0 || sheet.lastIndexOf('}', index) > begin) continue
    const style = sheet.slice(begin + 1, end)
    const before = Math.max(sheet.lastIndexOf('}', begin), sheet.lastIndexOf('{', begin - 1))
    const selectors = sheet.slice(before + 1, begin).replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
    // Others are states, such as `:hover`, or not understood.
    for (const selector of selectors.split(',').map((one) => one.trim()))
      if (/^[\w\s.#>-]+$/.test(selector)) rules.push({ selector, style })
  }
  return rules
}

/** Writes the rules into the style of the elements. */
function applyRules(body: Element, rules: readonly LookRule[]): void {
  if (rules.length === 0) return
  const names = [...body.querySelectorAll('[class]')].map((element) => element.getAttribute('class') ?? '')
  const classes = new Set(names.flatMap((name) => name.split(/\s+/)))
  const isUsed = ({ selector }: LookRule) =>
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name))
  for (const { selector, style } of rules.filter(isUsed).slice(0, maxSelectors))
    for (const element of elementsOf(body, selector))
      element.setAttribute('style', `${style};${element.getAttribute('style') ?? ''}`)
}

function elementsOf(body: Element, selector: string): Iterable<Element> {
  try {
    return body.querySelectorAll(selector)
  } catch {
    // No selector, although it looks like one.
    return []
  }
}
