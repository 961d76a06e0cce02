import { type Element, elementsIn, isBlock, isElement, isHidden, lengthOf, oneLine } from './element.ts'

const headings = 'h1, h2, h3, h4, h5, h6, dt, summary'
const around = 'nav, header, footer, dialog, [role="dialog"], [role="navigation"], [aria-modal="true"]'
const consent = '[class*="cookie" i], [id*="cookie" i], [class*="consent" i], [id*="consent" i]'

/** Hidden elements that a page shows on top of its text, after an action, or never again. By role or by name. */
const otherRoles = /^(?:alert|alertdialog|dialog|listbox|menu|progressbar|status|tooltip)$/
const onTop =
  /cookie|consent|modal|pop-?(?:up|over)|dialog|tool-?tip|overlay|toast|lightbox|drawer|off-?canvas|mini-?cart|cart-/i
const menus = /menu|drop-?down/i
const otherNames = /menu|drop-?down|banner|price|success|error|alert|notice|notification|loading|spinner|feedback/i
const accordionNames = /accordion|akkordeon|faq|collaps|toggle|expand|question|answer|disclosure/i
/** Names that only accordions have, so that other words in them do not matter, such as `accordion-dropdown`. */
const surelyAccordion = /accordion|akkordeon|faq|collaps|question|answer/i
/** What such a button opens is a message or an old price. */
const buys =
  /\b(?:buy|add to|checkout|order now|in den warenkorb|kaufen|bestellen|acheter|ajouter|commander|comprar|añadir|acquista|aggiungi)\b/i
/** Longer lines are no questions or titles. */
const maxTitle = 300
/** So many elements can be around a sign or a hidden element and have nothing else in them. */
const maxLevels = 4

/**
 * Opens content that a button, tab, heading or term opens, because it is part of the page although it is hidden at
 * first. A button or a title with an answer below it becomes its heading.
 */
export function openPanels(body: Element): void {
  const all = elementsIn(body)
  for (const list of all) if (isDropdown(list)) openDropdown(list)
  const panels = all.filter(isClosed)
  openNamed(all, panels)
  const seen = new Set<unknown>()
  for (const control of all) if (isControl(control)) openBelow(control, seen)
  const isSeveral = countTitles()
  for (const panel of panels) {
    if (!isClosed(panel) || !isPanel(panel)) continue
    const title = titleOf(panel)
    if (!title || !isTitle(title, panel, isSeveral)) continue
    show(panel)
    writeHeading(title)
  }
}

/** Whether an element is hidden, by itself or by what the page's scripts would make of it. */
const isClosed = (element: Element): boolean =>
  element.hasAttributes() &&
  (isHidden(element) || ['x-show', 'v-show', 'x-cloak', 'v-cloak'].some((name) => element.hasAttribute(name)))

const isControl = (element: Element): boolean =>
  element.localName === 'button' ||
  element.getAttribute('role') === 'button' ||
  element.hasAttribute('aria-expanded') ||
  [element.getAttribute('data-toggle'), element.getAttribute('data-bs-toggle')].includes('collapse')

const isDropdown = (list: Element): boolean =>
  list.localName === 'nav' && list.matches('.w-dropdown > .w-dropdown-list')

/** Webflow's dropdowns are navigation by their markup. Those with more text than links are accordions. */
function openDropdown(list: Element): void {
  const title = list.previousElementSibling
  if (!title || isLinks(list) || !isElement(list.parentNode) || list.parentNode.closest(around)) return
  const panel = list.ownerDocument.createElement('div')
  list.replaceWith(panel)
  panel.replaceChildren(...list.childNodes)
  writeHeading(title)
}

const naming = ['aria-controls', 'data-target', 'data-bs-target', 'href']

/** Opens tabs, and what a control names by its id. */
function openNamed(all: readonly Element[], panels: readonly Element[]): void {
  const named = panels.filter(({ id }) => id !== '')
  const opened = named.length > 0 ? idsOpened(all) : new Set<string>()
  for (const panel of [...all.filter(isTab), ...named.filter(({ id }) => opened.has(id))]) {
    if (panel.closest(around) || panel.closest(consent)) continue
    if (isTab(panel) || (isOnPage(panel, menus) && !isLinks(panel))) show(panel)
  }
}

const isTab = (element: Element): boolean => element.getAttribute('role') === 'tabpanel'

/** The ids of what controls open. */
function idsOpened(all: readonly Element[]): Set<string> {
  const ids = new Set<string>()
  for (const control of all) {
    const isLink = control.getAttribute('href')?.startsWith('#') ?? false
    if (!isLink && !naming.some((name) => name !== 'href' && control.hasAttribute(name))) continue
    const kind = control.getAttribute('data-toggle') ?? control.getAttribute('data-bs-toggle') ?? ''
    if (isPopup(control) || /^(?:modal|offcanvas|dropdown|popover)$/.test(kind)) continue
    // Links of a menu lead to places. Elsewhere they may open what they name.
    for (const name of kind || !control.closest(around) ? naming : naming.slice(0, -1))
      for (const id of (control.getAttribute(name) ?? '').split(/\s+/)) ids.add(id.replace(/^#/, ''))
  }
  return ids
}

function openBelow(control: Element, seen: Set<unknown>): void {
  const text = oneLine(control.textContent)
  if (control.getAttribute('role') === 'tab' || control.closest(around)) return
  const state = control.getAttribute('aria-expanded')
  const row = rowOf(control, text, seen)
  const panel = row?.nextElementSibling
  if (!row || !panel || isElsewhere(control, row)) return
  const isShut = isClosed(panel) || wholesIn(panel).length > 0
  // A hidden element on the line of a control is a panel only if the control says that it opens something.
  if (!isPanel(panel) && !(state !== null && isShut && isPanel(panel, 'line'))) return
  const isNamed = naming.some((name) => panel.id !== '' && control.getAttribute(name)?.replace(/^#/, '') === panel.id)
  if (state === null && !isNamed && (!isShut || control.closest('form') || buys.test(text))) return
  show(panel)
  if (!/\p{L}/u.test(text)) control.remove()
  if (!control.closest(headings)) writeHeading(row)
}

/** The outermost element with nothing but a control, or the title beside a control that is only a sign. */
function rowOf(control: Element, text: string, seen: Set<unknown>): Element | undefined {
  if (!/\p{L}/u.test(text)) return titleAround(control, seen)
  let row = control
  while (!row.nextElementSibling && isElement(row.parentNode) && lengthOf(row.parentNode) === text.length)
    row = row.parentNode
  return text.length <= maxTitle ? row : undefined
}

/** @param seen the lines that other signs are in, which have no title of their own */
function titleAround(sign: Element, seen: Set<unknown>): Element | undefined {
  if (sign.getAttribute('aria-expanded') === null) return undefined
  let row = sign
  for (let level = 0; level < maxLevels && isElement(row.parentNode); level++) {
    row = row.parentNode
    if (seen.has(row)) return undefined
    seen.add(row)
    const length = lengthOf(row)
    if (length > maxTitle || /\p{L}/u.test(row.textContent ?? '')) return length > maxTitle ? undefined : row
  }
  return undefined
}

function isPopup(control: Element): boolean {
  const popup = control.getAttribute('aria-haspopup')
  return popup !== null && popup !== 'false'
}

/** Whether other text is on the line of a control, or the control opens a menu or a pop-up. */
function isElsewhere(control: Element, row: Element): boolean {
  if (isPopup(control)) return true
  if (isBlock(row)) return false
  for (let node = row.previousSibling; node && !isBlock(node); node = node.previousSibling)
    if (node.textContent?.trim()) return true
  return false
}

/** Whether an element can be what an accordion opens: several words that are not a menu, a pop-up or a message. */
function isPanel(panel: Element, place: 'block' | 'line' = 'block'): boolean {
  if ((place === 'block' && !isBlock(panel)) || panel.matches('form, button, label') || panel.closest(around))
    return false
  return !panel.closest(consent) && isOnPage(panel) && /\p{L}{2}/u.test(panel.textContent ?? '') && !isLinks(panel)
}

/** Whether an element is part of the page, by its role and names, and nothing on top of it or a message. */
function isOnPage(panel: Element, others = otherNames): boolean {
  if (otherRoles.test(panel.getAttribute('role') ?? '') || panel.getAttribute('aria-live')) return false
  const names = namesOf(panel)
  return !onTop.test(names) && (surelyAccordion.test(names) || !others.test(names))
}

function isLinks(element: Element): boolean {
  const links = [...element.querySelectorAll('a')].reduce((sum, link) => sum + lengthOf(link), 0)
  return links > lengthOf(element) / 2
}

/** The line above a hidden element. */
function titleOf(panel: Element): Element | undefined {
  const length = lengthOf(panel)
  let box = panel
  for (let level = 0; level < maxLevels && !box.previousElementSibling && isElement(box.parentNode); level++) {
    if (lengthOf(box.parentNode) !== length) break
    box = box.parentNode
  }
  const title = box.previousElementSibling
  if (!title || isClosed(title) || title.closest('form, button')) return undefined
  return lengthOf(title) <= maxTitle && /\p{L}/u.test(title.textContent ?? '') ? title : undefined
}

/**
 * A heading over a hidden element is an accordion only by its words, its names, or if it is one of several. Other
 * elements need names, or are questions.
 */
function isTitle(title: Element, panel: Element, isSeveral: (title: Element) => boolean): boolean {
  if (title.localName === 'dt') return true
  const isHeading = title.matches(headings)
  // A box that is ticked opens what is below its label.
  if (title.localName === 'label')
    return title.previousElementSibling?.matches('input[type="checkbox"], input[type="radio"]') ?? false
  if (/[?？]$/.test(oneLine(title.textContent)) && title.localName !== 'p') return true
  if ([title, panel].every((one) => one.getAttribute('data-state') === 'closed')) return true
  const list = isElement(title.parentNode) ? title.parentNode : undefined
  if ([title, panel, list].some((one) => one && accordionNames.test(namesOf(one)))) return true
  // A link to the item in which both are has nowhere to lead.
  const link = title.querySelector('a[href^="#"]')?.getAttribute('href')
  if (link && list && link === `#${list.id}`) return true
  return isHeading && isSeveral(title)
}

/** Whether a title is one of several headings of its kind above hidden elements. Counts each list once. */
function countTitles(): (title: Element) => boolean {
  const counts = new Map<unknown, Map<string, number>>()
  return (title) => {
    const list = title.parentNode
    const ofList = counts.get(list) ?? new Map<string, number>()
    if (!counts.has(list))
      for (const one of list?.childNodes ?? [])
        if (isElement(one) && one.nextElementSibling && isClosed(one.nextElementSibling))
          ofList.set(one.localName, (ofList.get(one.localName) ?? 0) + 1)
    counts.set(list, ofList)
    return (ofList.get(title.localName) ?? 0) > 1
  }
}

const namesOf = (element: Element) => `${element.getAttribute('class') ?? ''} ${element.id}`

/** The hidden elements in a panel that have all its text. */
function wholesIn(panel: Element): Element[] {
  const length = lengthOf(panel)
  return elementsIn(panel).filter((one) => isClosed(one) && lengthOf(one) === length)
}

function show(panel: Element): void {
  for (const inner of [panel, ...wholesIn(panel)])
    for (const name of ['hidden', 'aria-hidden', 'style']) inner.removeAttribute(name)
}

/** Makes a title a heading, unless it is or has one. Links in it open its panel and lead nowhere. */
function writeHeading(title: Element): void {
  for (const link of title.querySelectorAll('a[href^="#"]')) link.replaceWith(...link.childNodes)
  if (title.closest(headings) || title.querySelector(headings) || title.matches('strong, b')) return
  const heading = title.ownerDocument.createElement('h3')
  heading.textContent = oneLine(title.textContent)
  title.replaceWith(heading)
}
