import { Buffer } from 'node:buffer'
import {
  type Element,
  elementsIn,
  isBlock,
  isElement,
  isHidden,
  lengthOf,
  type Node,
  oneLine,
  textBlocks,
} from './element.ts'
import { nameImages } from './images.ts'
import { openPanels } from './panels.ts'

const fields = 'select, textarea, input'

/** Elements that surround the text on every page of a site, by name or by role, and what visitors fill in. */
const surroundings = new Set(['select', 'textarea', 'input', 'nav', 'footer', 'dialog'])
const surroundingRoles = /^(?:navigation|banner|contentinfo|search|complementary|dialog|alertdialog)$/

/** Captions of images, which are not shown here. Figures may also contain tables or code. */
const isCaption = (element: Element): boolean =>
  element.localName === 'figcaption' || /caption/i.test(element.getAttribute('class') ?? '')

/** Words in class names and ids that mark boilerplate. Whole words only, because `shared-ride` is not sharing. */
const ofPages = `newsletter signup sign-up breadcrumb breadcrumbs share sharing social comments advert advertisement ad ads
  sponsor sponsored cookie cookies consent skip-link copyright disqus related recirc recommended recommendations also-like`
/**
 * Words that mark boilerplate in articles only. On other pages they may be the subject, such as a subscription and its
 * price.
 */
const ofArticles = `subscribe subscription author-bio about-author bio byline postinfo post-meta entry-meta post-author
  read-more promo disclaimer credit credits trending`
const wordsOf = (...lists: string[]) =>
  new RegExp(`(?:^|[-_\\s])(?:${lists.join(' ').trim().split(/\s+/).join('|')})(?:[-_\\s]|$)`, 'i')
const named = { page: wordsOf(ofPages), article: wordsOf(ofPages, ofArticles) }
/** Reader comments, whatever their length. */
const commentNames = /(?:^|\s)(?:comments|comment-list|comments-area)(?:\s|$)/
const commentIds = /^(?:comments|disqus_thread|respond)$/
/** Longer elements are the main text, whatever their name. */
const maxAsideLength = 1500

/** Lines that lead away from the text, by their beginning. */
const leadsAway = new RegExp(
  `^(?:${[
    ...[
      'related',
      'read more',
      'read next',
      'read also',
      'see more',
      'see also',
      'more on',
      'more from',
      "don[’']t miss",
    ],
    ...[
      'you may (?:also )?like',
      'recommended',
      'subscribe',
      'sign up (?:for|to)',
      'click here to subscribe',
      'share this',
    ],
    ...[
      'siehe auch',
      'lesen sie auch',
      'mehr zum thema',
      'weiterlesen',
      'das könnte (?:dich|sie) (?:auch )?interessieren',
    ],
    ...['lire aussi', 'à lire aussi', 'voir aussi', 'en savoir plus sur', 'leer también', 'lee también', 'ver también'],
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
)
const shortLine = 200

const headings = 'h1, h2, h3, h4, h5, h6, dt, caption, summary'
const permalinkSign = /^(?:[¶#§🔗]|\u{1f517}\ufe0f?)$/u
const permalinkWords =
  /^(?:permalink|anchor|(?:direct )?link to (?:this|heading)|direktlink|lien permanent|enlace permanente)/i

/** Removes links from headings to themselves: a sign, or text for screen readers. */
export function removePermalinks(body: Element): void {
  for (const link of body.querySelectorAll('a[href*="#"]')) {
    const text = oneLine(link.textContent)
    if (permalinkSign.test(text) || (permalinkWords.test(text) && link.closest(headings))) link.remove()
  }
}

const protectedAddress = '[data-cfemail], a[href*="/cdn-cgi/l/email-protection"]'

/** Writes email addresses that Cloudflare hides from programs as its script shows them to visitors. */
export function showAddresses(body: Element): void {
  for (const element of body.querySelectorAll(protectedAddress)) {
    const [, ofLink] = /email-protection#([\da-f]+)/i.exec(element.getAttribute('href') ?? '') ?? []
    const address = addressOf(element.getAttribute('data-cfemail') ?? ofLink ?? '')
    element.setAttribute('href', `mailto:${address}`)
    const text = oneLine(element.textContent)
    if (/^\[email\s*protected\]$/i.test(text) || text === '') element.textContent = address
  }
}

/** Each byte is XORed with the first. Empty if the result is no address. */
function addressOf(code: string): string {
  const [key = 0, ...bytes] = Buffer.from(code, 'hex')
  const [address = ''] = Buffer.from(bytes.map((byte) => byte ^ key))
    .toString()
    .split('?')
  return /^[^\s@<>[\]()]+@[^\s@<>[\]()]+$/.test(address) ? address : ''
}

/** Removes hidden elements, and what every page of a site has around its text. */
export function removeBoilerplate(body: Element): void {
  openPanels(body)
  const all = elementsIn(body)
  for (const button of all.filter(isInputButton)) if (isInSentence(button, labelOf(button))) showValue(button)
  for (const field of all) if (field.localName === 'select' && !isHidden(field)) field.replaceWith(...choicesIn(field))
  for (const element of all) if (isAround(element)) element.remove()
  for (const part of body.querySelectorAll('header, aside')) {
    const isKept = part.localName === 'header' ? part.closest('main, article') : part.closest('main') && !isLinks(part)
    if (!isKept) part.remove()
  }
  for (const button of body.querySelectorAll('button, [role="button"]'))
    if (button.closest('h1, h2, h3, h4, h5, h6, dt, summary') || isInSentence(button, button.textContent))
      unwrap(button)
    else button.remove()
  const length = lengthOf(body)
  // Keeps forms that contain most of the page. Those inside of others go with them.
  const gone = new Set<Element>()
  for (const form of body.querySelectorAll('form')) {
    if (gone.has(form) || lengthOf(form) >= length / 2) continue
    for (const inner of form.querySelectorAll('form')) gone.add(inner)
    form.replaceWith(...choicesIn(form))
  }
  nameImages(body)
}

const currency = String.raw`(?:\p{Sc}|(?<!\p{L})(?:eur(?:os?)?|usd|dollars?|gbp|chf|pln|zł|czk|kč|sek|nok|dkk|kr|rs)\.?(?!\p{L}))`
const price = new RegExp(String.raw`${currency}\s?\d|\d(?:[.,][-–—]{1,2})?\s?${currency}`, 'iu')
const maxChoices = 200
const maxChoice = 200
/** Of a choice with its white space. Longer ones, as in a hostile page, are not looked into. */
const maxWritten = 2_000

/** What one can choose in a field or a form, if it has prices, as a list: sizes, services, kinds of tickets. */
function choicesIn(field: Element): Element[] {
  const choices = [...field.querySelectorAll('option, label, li, tr')].slice(0, maxChoices)
  const texts = choices
    .filter(({ textContent }) => (textContent ?? '').length <= maxWritten)
    .map((choice) =>
      textBlocks(choice)
        .map(({ text }) => text)
        .join(' '),
    )
  const priced = new Set(texts.filter((text) => text.length <= maxChoice && price.test(text)))
  if (priced.size < 2) return []
  const list = field.ownerDocument.createElement('ul')
  for (const text of priced) {
    const item = field.ownerDocument.createElement('li')
    item.textContent = text
    list.append(item)
  }
  return [list]
}

const isAround = (element: Element): boolean =>
  surroundings.has(element.localName) ||
  (element.hasAttributes() &&
    (isHidden(element) ||
      element.hasAttribute('popover') ||
      element.getAttribute('aria-modal') === 'true' ||
      surroundingRoles.test(element.getAttribute('role') ?? '')))

/** Removes elements inside the main text of a page or article that do not belong to it. */
export function removeAsides(main: Element, kind: 'page' | 'article'): void {
  const all = elementsIn(main)
  for (const caption of all.filter(isCaption))
    if (!caption.querySelector('h1, h2, h3, p + p, table, pre, ul, ol')) caption.remove()
  for (const element of all.filter((one) => one.hasAttributes())) {
    const [names, id] = [element.getAttribute('class') ?? '', element.id]
    if (names === '' && id === '') continue
    const isAside = named[kind].test(`${names} ${id}`) && lengthOf(element) < maxAsideLength
    if (isAside || commentNames.test(names) || commentIds.test(id)) element.remove()
  }
  for (const line of main.querySelectorAll('p, li, h2, h3, h4, h5, h6, strong')) {
    const text = (line.textContent ?? '').trim()
    if (!leadsAway.test(oneLine(text.slice(0, shortLine)))) continue
    if (oneLine(text).length < shortLine && (isLinks(line) || !/[.!?]$/.test(text))) line.remove()
  }
}

/** Removes lists that consist only of links. */
export function removeMenus(body: Element): void {
  for (const list of body.querySelectorAll('ul, ol'))
    if ([...list.querySelectorAll('a')].length > 2 && shareOfLinks(list) > 0.9) list.remove()
}

const isInputButton = (element: Element): boolean =>
  element.localName === 'input' && /^(?:button|submit|reset)$/i.test(element.getAttribute('type') ?? '')
const labelOf = (button: Element) => button.getAttribute('value')

/**
 * Whether the words of a button are part of a sentence, such as "Press [Cancel order] to cancel." Buttons beside a
 * label or a price are not.
 */
function isInSentence(button: Element, words: string | null): boolean {
  if (!/\p{L}/u.test(words ?? '')) return false
  const before = lineBeside(button, 'previousSibling')
  const after = lineBeside(button, 'nextSibling')
  if (/^\s*\p{Ll}/u.test(after)) return true
  if (!/\p{L}/u.test(before)) return false
  return /^\s*[.,;:!?)\p{L}。、，！？]/u.test(after) || (after.trim() === '' && /\p{Ll}{2}[\s“„"‘'«(:]*$/u.test(before))
}

/** The text on the line of an element before or after it. */
function lineBeside(element: Element, side: 'previousSibling' | 'nextSibling'): string {
  let text = ''
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (node !== element && isBlock(node)) return text
    for (let other = node[side]; other; other = other[side]) {
      if (isBlock(other)) return text
      if (isElement(other) && other.matches(`button, [role="button"], ${fields}`)) continue
      const more = other.textContent ?? ''
      text = side === 'nextSibling' ? text + more : more + text
    }
  }
  return text
}

function showValue(button: Element): void {
  const words = button.ownerDocument.createElement('span')
  words.textContent = labelOf(button)
  button.replaceWith(words)
}

/** Readability removes buttons, but not their content. */
const unwrap = (button: Element) => button.replaceWith(...button.childNodes)

const isLinks = (element: Element) => shareOfLinks(element) > 0.5

function shareOfLinks(element: Element): number {
  const linked = [...element.querySelectorAll('a')].reduce((sum, link) => sum + lengthOf(link), 0)
  return linked / Math.max(1, lengthOf(element))
}
