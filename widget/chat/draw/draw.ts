import { begin, effectsOf, endEffects, type Kept, runEffects } from './hooks.ts'

/** What is to be drawn: an element by its name, a part by its function; without a name, a text. */
export type Drawing = { type: string | Part; props: Props; key?: unknown }
export type Props = Record<string, unknown>
type Part = (props: Props) => unknown

/** What was drawn: its node, or what stands for it within, and what the hooks of a part keep. */
export type Drawn = { drawing: Drawing; node?: ChildNode; within: Drawn[]; kept: Kept[]; redraw: () => void }

const roots = new WeakMap<Element, (drawing: unknown) => void>()

/**
 * Draws into an element that holds nothing else, as Preact's function of this name does: nodes stay where what is to be
 * drawn has the same key, or place, and type. Whatever changes, all of it is drawn anew.
 */
export function render(drawing: unknown, container: Element): void {
  const draw = roots.get(container) ?? createRoot(container)
  roots.set(container, draw)
  draw(drawing)
}

function createRoot(container: Element): (drawing: unknown) => void {
  let now: unknown
  let drawn: Drawn[] = []
  let isDue = false
  const draw = (drawing: unknown) => {
    now = drawing
    isDue = false
    drawn = drawAll([drawing], drawn, redraw)
    place(container, drawn)
    runEffects()
  }
  // Several changes at once are drawn once.
  const redraw = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => isDue && draw(now))
  }
  return draw
}

export function h(type: Drawing['type'], props: Props | null, ...children: unknown[]): Drawing {
  return { type, props: { ...props, children }, key: props?.key }
}

export const isValidElement = (given: unknown): given is Drawing =>
  typeof given === 'object' && given !== null && 'props' in given

/** Draws several as one. */
export const Fragment = ({ children }: Props): unknown => children

/** What all parts have in common: as everything is drawn from the top, the value is the one that was given last. */
export function createContext(value: unknown) {
  const context = {
    value,
    Provider({ value, children }: Props): unknown {
      context.value = value
      return children
    },
  }
  return context
}

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : [given])

function asDrawing(given: unknown): Drawing {
  if (Array.isArray(given)) return { type: Fragment, props: { children: given } }
  if (isValidElement(given)) return given
  return { type: '', props: { text: given === null || typeof given === 'boolean' ? '' : String(given ?? '') } }
}

function drawAll(given: unknown[], before: Drawn[], redraw: () => void, isSvg = false): Drawn[] {
  const left = new Map(before.map((one, at) => [one.drawing.key ?? at, one]))
  const drawn = given.map((each, at) => {
    const drawing = asDrawing(each)
    const name = drawing.key ?? at
    const known = left.get(name)
    if (known?.drawing.type !== drawing.type) return drawOne(drawing, { drawing, within: [], kept: [], redraw }, isSvg)
    left.delete(name)
    return drawOne(drawing, known, isSvg)
  })
  for (const one of left.values()) {
    forget(one)
    for (const node of nodesOf([one])) node.remove()
  }
  return drawn
}

function drawOne(drawing: Drawing, one: Drawn, isSvg: boolean): Drawn {
  const { type, props } = drawing
  if (typeof type === 'function') {
    begin(one)
    one.within = drawAll(listOf(type(props)), one.within, one.redraw, isSvg)
    effectsOf(one)
  } else if (type) drawElement(type, props, one, isSvg || type === 'svg')
  else if (one.node || props.text) {
    one.node ??= document.createTextNode('')
    if (one.node.nodeValue !== props.text) one.node.nodeValue = props.text as string
  }
  one.drawing = drawing
  return one
}

function drawElement(type: string, props: Props, one: Drawn, isSvg: boolean): void {
  const isNew = !one.node
  one.node ??= isSvg ? document.createElementNS('http://www.w3.org/2000/svg', type) : document.createElement(type)
  const element = one.node as Element
  one.within = drawAll(listOf(props.children), one.within, one.redraw, isSvg)
  place(element, one.within)
  setProperties(element, props, isNew ? {} : one.drawing.props, one)
  if (props.ref) (props.ref as { current: unknown }).current = element
}

type Handler = (event: Event) => unknown

/**
 * Calls what was drawn last, so that it is set once: to set it costs a browser more than all else of a drawing. A browser
 * takes the `false` of a handler that is a property for a wish to prevent what it does itself.
 */
const handlerOf = (one: Drawn, name: string) => (event: Event) => {
  ;(one.drawing.props[name] as Handler)(event)
}

/** What the visitor changes is compared with how it is now, all else with how it was drawn before. */
function setProperties(element: Element, props: Props, before: Props, one: Drawn): void {
  if (props === before) return
  const own = element as unknown as Props
  for (const name of Object.keys({ ...before, ...props })) {
    const value = props[name]
    if (name === 'children' || name === 'ref' || name === 'key') continue
    if (name.startsWith('on')) {
      if (!value !== !before[name]) own[name.toLowerCase()] = value ? handlerOf(one, name) : null
    } else if (name === 'value' || name === 'checked') {
      if (value !== undefined && own[name] !== value) own[name] = value
    } else if (value !== before[name]) {
      const isWord = /^(aria|data)-/.test(name)
      if (value === undefined || value === null || (value === false && !isWord)) element.removeAttribute(name)
      else element.setAttribute(name, value === true && !isWord ? '' : String(value))
    }
  }
}

function nodesOf(drawn: Drawn[], found: ChildNode[] = []): ChildNode[] {
  for (const { node, within } of drawn) {
    if (node) found.push(node)
    else nodesOf(within, found)
  }
  return found
}

/** Nodes that stand where they should are not moved: one that is loses the focus. */
function place(parent: Element, drawn: Drawn[]): void {
  let next = parent.firstChild
  for (const node of nodesOf(drawn)) {
    if (node === next) next = next.nextSibling
    else parent.insertBefore(node, next)
  }
}

function forget(one: Drawn): void {
  endEffects(one)
  const { ref } = one.drawing.props
  if (ref) (ref as { current: unknown }).current = null
  one.within.forEach(forget)
}
