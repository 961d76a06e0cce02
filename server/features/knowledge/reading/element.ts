/** The used parts of a DOM element, because the server has no DOM types. */
export type Element = Node & {
  className: string
  id: string
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  hasAttributes(): boolean
  removeAttribute(name: string): void
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
  closest(selector: string): Element | null
  remove(): void
  after(...nodes: Node[]): void
  append(...nodes: Node[]): void
  prepend(...nodes: Node[]): void
  replaceWith(...nodes: Node[]): void
  replaceChildren(...nodes: Node[]): void
  matches(selector: string): boolean
  nextElementSibling: Element | null
  previousElementSibling: Element | null
  ownerDocument: { createElement(name: string): Element }
  setAttribute(name: string, value: string): void
}

export type Node = {
  nodeType: number
  /** In lower case. Its name in upper case would be made each time. */
  localName: string
  textContent: string | null
  childNodes: Iterable<Node>
  parentNode: Node | null
  firstChild: Node | null
  previousSibling: Node | null
  nextSibling: Node | null
}

export type Document = Element & { head: Element; body: Element; documentElement: Element | null }

export const isElement = (node: Node | null): node is Element => node?.nodeType === 1
export const isText = (node: Node): boolean => node.nodeType === 3

export const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

export const lengthOf = (element: Element): number => oneLine(element.textContent).length

const blocks = new Set(
  `address article aside blockquote body br dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li
  main nav ol p pre section summary table tbody td tfoot th thead tr ul`
    .split(/\s+/)
    // Readability writes names in upper case.
    .flatMap((name) => [name, name.toUpperCase()]),
)

export const isBlock = (node: Node): boolean => blocks.has(node.localName)

export type TextBlock = { text: string; linked: number }

/** All elements inside of an element, in order. One list serves several questions: each selector passes the whole tree. */
export const elementsIn = (root: Element): Element[] => [...root.querySelectorAll('*')]

/** Whether a page shows an element only after an action, by its attributes. */
export const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  /display\s*:\s*none/i.test(element.getAttribute('style') ?? '')

/** The lines of an element's text as a reader sees them, with the number of characters inside links. */
export function textBlocks(root: Element): TextBlock[] {
  const found: TextBlock[] = []
  let open: TextBlock = { text: '', linked: 0 }
  const close = () => {
    const text = oneLine(open.text)
    if (text) found.push({ text, linked: open.linked })
    open = { text: '', linked: 0 }
  }
  const visit = (node: Node, linked: boolean) => {
    for (const child of node.childNodes) {
      if (isText(child)) {
        open.text += child.textContent
        if (linked) open.linked += oneLine(child.textContent).length
      } else if (isElement(child)) {
        if (isBlock(child)) close()
        visit(child, linked || child.localName === 'a')
        if (isBlock(child)) close()
      }
    }
  }
  visit(root, false)
  close()
  return found
}
