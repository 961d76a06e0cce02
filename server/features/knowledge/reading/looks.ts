import { type Element, isBlock, isElement, isText, type Node } from './element.ts'

/**
 * Some elements set text off only by its looks: raised cents, a struck-out price, the mark of a footnote. Without its
 * looks, `£12<sup>99</sup>` would be 1299 pounds. Writes what a reader sees into the text: `£12.99`, `100²`, `~~£80~~`.
 * @param language of the page, which decides how a decimal point is written
 */
export function writeLooks(body: Element, language: string): void {
  for (const element of body.querySelectorAll('*')) if (isStruckOut(element)) surround(element, '~~')
  const texts = textNodes(body)
  for (const [at, { node, raised }] of texts.entries()) {
    const before = texts[at - 1]
    if (!before || before.block !== texts[at]?.block) continue
    const isSetOff = raised !== before.raised || isSmall(node.parentNode) !== isSmall(before.node.parentNode)
    const text = node.textContent ?? ''
    if (!isSetOff || !/^\d/.test(text) || !/[\p{L}\d]$/u.test(before.node.textContent ?? '')) continue
    const left = textBefore(texts, at)
    const right = (texts[at + 1]?.block === before.block && texts[at + 1]?.node.textContent) || ''
    const between = joint(left, text, right, { raised, language })
    node.textContent = between === '' && raised && isPower(left, text) ? raise(text) : between + text
  }
}

/** `block` tells which texts stand on one line. */
type TextNode = { node: Node; raised: boolean; block: object }

/** The texts of an element in order, with the block that each is in. */
function textNodes(body: Element): TextNode[] {
  const found: TextNode[] = []
  let block = {}
  const visit = (parent: Node, raised: boolean) => {
    for (const node of parent.childNodes) {
      if (isText(node) && node.textContent !== '') found.push({ node, raised, block })
      if (!isElement(node)) continue
      // A block ends the line before it, and what follows it begins another.
      if (isBlock(node)) block = {}
      visit(node, raised || isRaised(node))
      if (isBlock(node)) block = {}
    }
  }
  visit(body, false)
  return found
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

const isRaised = (element: Element): boolean =>
  element.tagName === 'SUP' || /vertical-align\s*:\s*(?:super|top|text-top)/i.test(styleOf(element))

/** Cents are often in an element of their own, smaller than the rest. */
function isSmall(node: Node | null): boolean {
  if (!node || !isElement(node)) return false
  const names = `${node.getAttribute('class') ?? ''} ${node.id}`
  return (
    node.tagName === 'SMALL' ||
    isRaised(node) ||
    /cent|fraction|decimal|minor|sup(?:er|\b)|small/i.test(names) ||
    /font-size/i.test(styleOf(node))
  )
}

const struckNames =
  /(?:^|[\s_-])(?:line-through|strike(?:through|d)?|struck|old-?price|price-?old|was-?price|price-?was|price--?(?:compare|regular-was)|compare-?at-?price)(?:$|[\s_-])/i

/** By element, by its own style, or by the usual names of classes. Not if a parent already is. */
function isStruckOut(element: Element): boolean {
  const isOwn = (one: Element) =>
    ['DEL', 'S', 'STRIKE'].includes(one.tagName) ||
    /text-decoration(?:-line)?\s*:[^;]*line-through/i.test(styleOf(one)) ||
    struckNames.test(one.getAttribute('class') ?? '')
  if (!isOwn(element) || (element.textContent ?? '').trim() === '') return false
  for (let parent = element.parentNode; parent && isElement(parent); parent = parent.parentNode)
    if (isOwn(parent)) return false
  return true
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

/** The text of the line before a place; a few characters are enough. */
function textBefore(texts: readonly TextNode[], at: number): string {
  let text = ''
  for (let place = at - 1; place >= 0 && texts[place]?.block === texts[at]?.block && text.length < 40; place--)
    text = (texts[place]?.node.textContent ?? '') + text
  return text
}

const money = '(?:[£$€¥₹₽₺₴]|USD|EUR|GBP|CHF|CAD|AUD|PLN|SEK|NOK|DKK|CZK|kr|zł|Fr|Kč)'
const afterMoney = new RegExp(`${money}\\s?\\d[\\d.,'’\\s]*$`, 'i')
const beforeMoney = new RegExp(`^\\d{2}\\s*(?:${money}|,-|-)`, 'i')

/** What stands between the text of a line and digits that are set off in it. */
function joint(left: string, text: string, right: string, { raised, language }: Pick<TextNode, 'raised'> & Language) {
  const [digits = ''] = /^\d+/.exec(text) ?? []
  const isPrice = /\d[.,]?$/.test(left) && (afterMoney.test(left) || beforeMoney.test(text + right))
  const [, mark, decimals] = /([.,])(\d*)$/.exec(left) ?? []
  if (isPrice && digits.length === 2 && decimals === '') return ''
  if (isPrice && digits.length === 2 && (mark === undefined || decimals?.length === 3)) return pointOf(mark, language)
  return raised && !isPower(left, text) ? ' ' : ''
}

type Language = { language: string }

/** The decimal point: not the mark of the thousands, otherwise as the language writes it. */
function pointOf(thousands: string | undefined, language: string): string {
  if (thousands !== undefined) return thousands === '.' ? ',' : '.'
  return language === '' || /^(?:en|ja|zh|ko|he|th)\b/i.test(language) ? '.' : ','
}

/** Raised digits behind a number or a unit, such as `10²` and `m²`. Behind a word, they are the mark of a footnote. */
const isPower = (left: string, text: string): boolean =>
  /^\d{1,2}(?!\d)/.test(text) &&
  (/(?:^|[^\d.,])\d{1,4}$/.test(left) || /(?:^|[\s\d/])(?:mm|cm|dm|m|km|qm|ft|in|yd|s)$/.test(left)) &&
  !afterMoney.test(left)

const raise = (text: string) =>
  text.replace(/^\d+/, (digits) => digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit))
