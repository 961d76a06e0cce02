import { Buffer } from 'node:buffer'
import { childOf, parseXml, writeXml, type XmlElement, type XmlNode } from './xml.ts'

/** What Word shows in other ways than Mammoth: undefined if a style or run says nothing. */
type Looks = { isStruck?: boolean; isHidden?: boolean }
type Styles = Map<string, Looks>
/** The styles of the document, and the looks of the paragraph that is read. */
type View = { styles: Styles; paragraph: Looks }

const stylesFile = 'word/styles.xml'

/**
 * Rewrites the XML of a Word document for Mammoth, so that it reads what Word shows in its web view, which has no pages
 * either: moved text at its new place, the content of fields and of marked text, each text box once, and no hidden text.
 */
export function showAsWord(entries: Map<string, Uint8Array>): [name: string, xml: Uint8Array][] {
  const written = entries.get(stylesFile)
  const styles = written ? readStyles(parseXml(textOf(written))) : new Map()
  return [...entries].map(([name, xml]) => {
    if (!/^word\/.*\.xml$/i.test(name) || name === stylesFile) return [name, xml]
    const shown = show(parseXml(textOf(xml)), { styles, paragraph: {} })
    return [name, Buffer.from(shown.map(writeXml).join(''))]
  })
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

function readStyles(root: XmlElement): Styles {
  const all = new Map<string, { base: string; looks: Looks }>()
  for (const style of childOf(root, 'w:styles')?.children ?? []) {
    if (typeof style === 'string' || style.name !== 'w:style') continue
    const base = valueIn(style, 'w:basedOn') ?? ''
    all.set(style.attributes['w:styleId'] ?? '', { base, looks: looksOf(childOf(style, 'w:rPr')) })
  }
  const resolve = (id: string, depth = 0): Looks => {
    const style = all.get(id)
    return style && depth < 20 ? { ...resolve(style.base, depth + 1), ...style.looks } : {}
  }
  return new Map([...all.keys()].map((id) => [id, resolve(id)]))
}

function looksOf(properties: XmlElement | undefined): Looks {
  const [isStruck, isHidden] = [
    isOn(properties, 'w:strike', 'w:dstrike'),
    // Hidden in the web view are the page numbers of tables of contents.
    isOn(properties, 'w:vanish', 'w:webHidden'),
  ]
  return { ...(isStruck !== undefined && { isStruck }), ...(isHidden !== undefined && { isHidden }) }
}

/** Whether one of these properties is set. Undefined if none is mentioned. */
function isOn(properties: XmlElement | undefined, ...names: string[]): boolean | undefined {
  const found = names.map((name) => childOf(properties, name)).filter((one) => one !== undefined)
  if (found.length === 0) return undefined
  return found.some((one) => !/^(?:0|false|off)$/.test(one.attributes['w:val'] ?? ''))
}

const valueIn = (element: XmlElement | undefined, name: string) => childOf(element, name)?.attributes['w:val']

/** Elements that Mammoth does not know, and those that it reads in the same way. */
const sameAs = new Map([
  ['w:moveFrom', 'w:del'],
  ['w:moveTo', 'w:ins'],
  ['w:fldSimple', 'w:ins'],
  ['w:bdo', 'w:ins'],
  ['w:dir', 'w:ins'],
  ['w:customXml', 'w:ins'],
  ['w:cr', 'w:br'],
  ['w:ptab', 'w:tab'],
])

function show(node: XmlNode, view: View): XmlNode[] {
  if (typeof node === 'string') return [node]
  const { name, children } = node
  const inside = (element: XmlElement | undefined, its = view) =>
    (element?.children ?? []).flatMap((child) => show(child, its))
  switch (name) {
    case 'w:p': {
      const paragraph = view.styles.get(valueIn(childOf(node, 'w:pPr'), 'w:pStyle') ?? '') ?? {}
      return [{ ...node, children: inside(node, { ...view, paragraph }) }]
    }
    case 'w:r':
      return [{ ...node, children: showRun(node, view, inside) }]
    case 'w:del':
    case 'w:moveFrom':
      return [{ ...node, name: 'w:del', children: [] }]
    case 'w:sdt': {
      const shown = inside(childOf(node, 'w:sdtContent'))
      return isOn(childOf(node, 'w:sdtPr'), 'w:showingPlcHdr') ? shown.flatMap(withoutRuns) : shown
    }
    case 'w:ruby':
      return inside(childOf(node, 'w:rubyBase'))
    case 'mc:AlternateContent': {
      const fallback = inside(childOf(node, 'mc:Fallback'))
      const choice = fallback.some(hasText) ? [] : inside(childOf(node, 'mc:Choice'))
      return choice.some(hasText) ? choice : fallback
    }
    case 'w:drawing':
    case 'w:pict':
    case 'w:object': {
      const boxes = children.flatMap((child) => show(child, view)).flatMap(textBoxesIn)
      return boxes.length === 0 ? [node] : [{ name: 'w:pict', attributes: {}, children: boxes }]
    }
    case 'w:fldChar':
      return [{ ...node, children: [...children] }, ...choiceOf(childOf(node, 'w:ffData'))]
    default:
      return [{ ...node, name: sameAs.get(name) ?? name, children: inside(node) }]
  }
}

function showRun(run: XmlElement, view: View, inside: (run: XmlElement) => XmlNode[]): XmlNode[] {
  const properties = childOf(run, 'w:rPr')
  const style = view.styles.get(valueIn(properties, 'w:rStyle') ?? '')
  const { isStruck, isHidden } = { ...view.paragraph, ...style, ...looksOf(properties) }
  // A field may begin in a hidden run and end in a visible one.
  if (isHidden) return run.children.filter((child) => typeof child !== 'string' && isOfField.test(child.name))
  const looks = (properties?.children ?? []).filter(
    (child) => typeof child === 'string' || !/^w:d?strike$/.test(child.name),
  )
  if (isStruck) looks.push({ name: 'w:strike', attributes: {}, children: [] })
  const text = inside({ ...run, children: run.children.filter((child) => child !== properties) })
  return [{ name: 'w:rPr', attributes: {}, children: looks }, ...text]
}

const isOfField = /^w:(?:fldChar|instrText)$/

/** The structure of something that shows only a request to fill it in: a cell of a table must stay one. */
function withoutRuns(node: XmlNode): XmlNode[] {
  if (typeof node === 'string') return [node]
  return node.name === 'w:r' ? [] : [{ ...node, children: node.children.flatMap(withoutRuns) }]
}

const hasText = (node: XmlNode): boolean =>
  typeof node !== 'string' && ((node.name === 'w:t' && node.children.length > 0) || node.children.some(hasText))

function textBoxesIn(node: XmlNode): XmlElement[] {
  if (typeof node === 'string') return []
  return node.name === 'w:txbxContent' ? [node] : node.children.flatMap(textBoxesIn)
}

/** What an old form field shows: its box, ticked or not, or its chosen entry. Texts follow in runs of their own. */
function choiceOf(form: XmlElement | undefined): XmlElement[] {
  const [box, list] = [childOf(form, 'w:checkBox'), childOf(form, 'w:ddList')]
  const entries = (list?.children ?? []).filter((child) => typeof child !== 'string' && child.name === 'w:listEntry')
  const chosen = entries[Number(valueIn(list, 'w:result') ?? valueIn(list, 'w:default') ?? 0)] as XmlElement | undefined
  const isTicked = isOn(box, 'w:checked') ?? isOn(box, 'w:default')
  const text = box ? (isTicked ? '☒' : '☐') : chosen?.attributes['w:val']
  return text === undefined ? [] : [{ name: 'w:t', attributes: {}, children: [text] }]
}
