import type { Page } from 'playwright-core'

/**
 * The content of a page as indented text: each visible element with its attributes and state, and all texts.
 * Server addresses, generated names and seconds are replaced by constants.
 * @param within the part of the page; default: all of it
 */
export const outlineOf = async (page: Page, within = 'body'): Promise<string> =>
  normalized(
    await page.evaluate(`(() => {
    const lines = []
    const ids = new Map()
    ${[outline, draw, partsOf, attributesOf, stateOf, styleOf, tagOf, isIcon, isSeen, idOf, oneLine].join('\n')}
    return outline(${JSON.stringify(within)})
  })()`),
  )

/** Replaces what differs between runs. */
export const normalized = (text: string): string =>
  text
    .replaceAll(/(127\.0\.0\.1|localhost)(:|%3A)\d+/g, 'server')
    .replaceAll(/\b([a-z]{1,12})_[0-9A-Za-z]{20,}\b/g, '$1_*')
    .replaceAll(/svc_live_[0-9A-Za-z]+/g, 'svc_live_*')
    // A server's clock advances by a millisecond with each reading.
    .replaceAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d(\.\d+)?Z/g, '$1')
    .replaceAll(/\b(\d{1,2}:\d\d):\d\d\b/g, '$1')
    .replaceAll(/\b1[89]\d{11}\b/g, (time) => new Date(Number(time)).toISOString().slice(0, 16))

// Everything below runs in the page, which shares these.
declare const lines: string[]
declare const ids: Map<string, string>

function outline(within: string): string {
  const top = document.querySelector(within)
  if (top) draw(top, 0)
  return `# ${document.title} ${location.pathname}${location.search}\n${lines.join('\n')}\n`
}

function draw(node: Node, depth: number): void {
  const margin = '  '.repeat(depth)
  if (node.nodeType === Node.TEXT_NODE) {
    lines.push(margin + JSON.stringify(oneLine(node.textContent)))
    return
  }
  const element = node as Element
  if (!isSeen(element)) return
  const head = margin + [tagOf(element), ...attributesOf(element), ...stateOf(element)].join(' ')
  const parts = partsOf(element)
  if (parts.length > 0 && parts.every(({ nodeType }) => nodeType === Node.TEXT_NODE)) {
    const text = oneLine(parts.map(({ textContent }) => textContent).join(''))
    lines.push(`${head} ${JSON.stringify(text)}`)
    return
  }
  lines.push(head)
  for (const part of parts) draw(part, depth + 1)
}

/** The child elements and texts. A field's text is its value, and an icon's is its name. */
function partsOf(element: Element): Node[] {
  if (element.tagName === 'TEXTAREA' || isIcon(element)) return []
  const body = element.tagName === 'IFRAME' && (element as HTMLIFrameElement).contentDocument?.body
  const parts = body ? [body] : [...(element.shadowRoot ?? element).childNodes]
  return parts.filter(
    ({ nodeType, textContent }) =>
      nodeType === Node.ELEMENT_NODE || (nodeType === Node.TEXT_NODE && textContent?.trim()),
  )
}

function attributesOf(element: Element): string[] {
  const refersToIds =
    /^(id|for|list|popovertarget|aria-(labelledby|describedby|controls|owns|activedescendant|details))$/
  const found: string[] = []
  for (const { name, value } of element.attributes) {
    // The current value of a field is part of its state.
    if (/^(class|style|value|checked)$/.test(name)) continue
    if (isIcon(element) && !/^(aria-label|role)$/.test(name)) continue
    // React numbers generated names, also those of other parts of the page.
    if (name === 'name' && /^_r_/.test(value)) continue
    if (refersToIds.test(name)) found.push(`${name}=${value.split(' ').map(idOf).join(' ')}`)
    else found.push(value === '' ? name : `${name}=${JSON.stringify(oneLine(value))}`)
  }
  const style = styleOf(element)
  if (style) found.push(`style=${JSON.stringify(style)}`)
  return found.sort()
}

function stateOf(element: Element): string[] {
  const state: string[] = []
  const { activeElement } = element.getRootNode() as Document | ShadowRoot
  if (element === activeElement && element.tagName !== 'BODY') state.push('FOCUSED')
  if (element.matches('dialog:modal')) state.push('MODAL')
  if (!element.matches('input, textarea, select')) return state
  const { type, checked, indeterminate, value } = element as HTMLInputElement
  if (/checkbox|radio/.test(type)) state.push(checked ? 'CHECKED' : 'UNCHECKED')
  else if (value !== '' && type !== 'file') state.push(`value=${JSON.stringify(value)}`)
  if (indeterminate) state.push('INDETERMINATE')
  return state
}

/** The inline style without positions and sizes, which depend on the fonts of the machine. */
function styleOf(element: Element): string {
  const placed = /^(transform|translate|top|left|right|bottom|inset|(min-|max-)?(width|height|block-size)|.*anchor)\b/
  return (element.getAttribute('style') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && (!placed.test(part) || part.includes('%')))
    .join('; ')
}

/** Of an icon, with its name. */
function tagOf(element: Element): string {
  const tag = element.tagName.toLowerCase()
  if (!isIcon(element)) return tag
  return [tag, ...[...element.classList].filter((name) => name.startsWith('lucide-'))].join('.')
}

/** Whether it is from the icon package. Other drawings have their own shapes. */
function isIcon(element: Element): boolean {
  return element.tagName === 'svg' && element.classList.contains('lucide')
}

function isSeen(element: Element): boolean {
  if (element.matches('script, style, link, meta, noscript, head')) return false
  return element.matches('option, svg *') || element.checkVisibility({ visibilityProperty: true })
}

/** React's generated ids depend on everything that was shown before. */
function idOf(id: string): string {
  const known = ids.get(id) ?? (/^[_:«]?r[_:\w]*[»:_]?/.test(id) ? `#${ids.size + 1}` : id)
  ids.set(id, known)
  return known
}

function oneLine(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}
