import { type Element, isBlock, isElement, lengthOf, oneLine } from './element.ts'

const headings = 'h1, h2, h3, h4, h5, h6, dt, summary'
const around = 'nav, header, footer, dialog, [role="dialog"], [role="navigation"], [aria-modal="true"]'
const hidden = '[hidden], [aria-hidden="true"], [style*="display:none" i], [style*="display: none" i]'

/** Hidden elements that a page shows on top of its text, after an action, or never again. By role or by name. */
const otherRoles = /^(?:alert|alertdialog|dialog|listbox|menu|progressbar|status|tooltip)$/
const otherNames =
  /cookie|consent|modal|pop-?(?:up|over)|dialog|menu|drop-?down|tool-?tip|overlay|banner|toast|lightbox|drawer|off-?canvas|price|success|error|alert|notice|notification|loading|spinner|feedback/i
const accordionNames = /accordion|akkordeon|faq|collaps|toggle|expand|question|disclosure/i

/**
 * Opens content that a button, tab, heading or term opens, because it is part of the page although it is hidden at
 * first. A button with an answer below it becomes its heading.
 */
export function openPanels(body: Element): void {
  openNamed(body)
  for (const control of body.querySelectorAll('button, [role="button"], [aria-expanded]')) openBelow(control)
  for (const term of body.querySelectorAll('dt, h2, h3, h4, h5, h6')) {
    const panel = term.nextElementSibling
    if (!panel?.matches(hidden) || !isPanel(panel)) continue
    if (term.tagName === 'DT' || isAccordion(term, panel)) show(panel)
  }
}

/** Opens what a control names by its id. */
function openNamed(body: Element): void {
  const opened = new Set<string>()
  for (const control of body.querySelectorAll('[aria-controls], [data-target], [data-bs-target]'))
    for (const name of ['aria-controls', 'data-target', 'data-bs-target'])
      for (const id of (control.getAttribute(name) ?? '').split(/\s+/)) opened.add(id.replace(/^#/, ''))
  for (const panel of body.querySelectorAll('[id], [role="tabpanel"]')) {
    if (!opened.has(panel.id) && panel.getAttribute('role') !== 'tabpanel') continue
    if (!panel.closest(around)) show(panel)
  }
}

function openBelow(control: Element): void {
  const text = oneLine(control.textContent)
  if (control.getAttribute('role') === 'tab' || !/\p{L}/u.test(text) || control.closest(around)) return
  let row = control
  while (!row.nextElementSibling && isElement(row.parentNode) && lengthOf(row.parentNode) === text.length)
    row = row.parentNode
  const panel = row.nextElementSibling
  if (!panel || isElsewhere(control, row) || !isPanel(panel)) return
  const state = control.getAttribute('aria-expanded')
  const isHidden = panel.matches(hidden) || [...panel.querySelectorAll(hidden)].some((one) => isWhole(one, panel))
  if (state === null && (!isHidden || control.closest('form'))) return
  show(panel)
  if (control.closest(headings) || row.querySelector(headings)) return
  const heading = control.ownerDocument.createElement('h3')
  heading.textContent = text
  row.replaceWith(heading)
}

/** Whether other text is on the line of a control, or the control opens a menu or a pop-up. */
function isElsewhere(control: Element, row: Element): boolean {
  const popup = control.getAttribute('aria-haspopup')
  if (popup !== null && popup !== 'false') return true
  const line = row.parentNode
  if (isBlock(row) || !isElement(line)) return false
  let text = ''
  for (const node of line.childNodes) {
    if (isElement(node) && isBlock(node)) text = ''
    else if (node === row) break
    else text += node.textContent ?? ''
  }
  return text.trim() !== ''
}

/** Whether an element can be what an accordion opens: several words that are not a menu, a pop-up or a message. */
function isPanel(panel: Element): boolean {
  if (!isBlock(panel) || panel.matches('form, button') || panel.closest(around)) return false
  if (otherRoles.test(panel.getAttribute('role') ?? '') || panel.getAttribute('aria-live')) return false
  if (otherNames.test(namesOf(panel))) return false
  const links = [...panel.querySelectorAll('a')].reduce((sum, link) => sum + lengthOf(link), 0)
  return /\p{L}{2}/u.test(panel.textContent ?? '') && links <= lengthOf(panel) / 2
}

/** A heading over a hidden element is an accordion only by its words, its names, or if it is one of several. */
function isAccordion(heading: Element, panel: Element): boolean {
  const list = isElement(heading.parentNode) ? heading.parentNode : undefined
  if (/[?？]$/.test(oneLine(heading.textContent))) return true
  if ([heading, panel, list].some((one) => one && accordionNames.test(namesOf(one)))) return true
  const others = heading.tagName.toLowerCase()
  return [...(list?.querySelectorAll(others) ?? [])].filter((one) => one.nextElementSibling?.matches(hidden)).length > 1
}

const namesOf = (element: Element) => `${element.getAttribute('class') ?? ''} ${element.id}`

/** Whether an element has all the text of another one that it is in. */
const isWhole = (inner: Element, outer: Element) => lengthOf(inner) === lengthOf(outer)

function show(panel: Element): void {
  for (const inner of [panel, ...[...panel.querySelectorAll(hidden)].filter((one) => isWhole(one, panel))])
    for (const name of ['hidden', 'aria-hidden', 'style']) inner.removeAttribute(name)
}
