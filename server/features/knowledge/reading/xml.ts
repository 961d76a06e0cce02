/** An element of XML. Attributes and texts are as written, with their entities. */
export type XmlElement = { name: string; attributes: string; children: XmlNode[] }
export type XmlNode = XmlElement | string

/** Parts of XML that are no elements, with their ends. */
const others: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
]

/** Reads XML. The result is an element without a name around all of it. Throws an Error if its tags do not match. */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: '', children: [] }
  const open = [root]
  for (let at = 0; at < text.length; ) {
    const inner = open.at(-1) as XmlElement
    const start = text.startsWith('<', at) ? at : text.indexOf('<', at)
    if (start !== at) {
      const end = start < 0 ? text.length : start
      inner.children.push(text.slice(at, end))
      at = end
      continue
    }
    const other = others.find(([begin]) => text.startsWith(begin, at))
    const end = other ? endOf(text, other[1], at) : endOfTag(text, at)
    const tag = text.slice(at, end)
    at = end
    if (other) inner.children.push(tag)
    else if (tag.startsWith('</')) {
      if (open.length === 1 || inner.name !== tag.slice(2, -1).trim()) throw new Error('tags do not match')
      open.pop()
    } else {
      const element = elementOf(tag)
      inner.children.push(element)
      if (!tag.endsWith('/>')) open.push(element)
    }
  }
  if (open.length > 1) throw new Error('a tag is not closed')
  return root
}

function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  if (at < 0) throw new Error('a tag is not closed')
  return at + end.length
}

/** Attributes may contain a `>`. */
function endOfTag(text: string, from: number): number {
  const sign = /[>"']/g
  for (let at = from; ; ) {
    sign.lastIndex = at
    const found = sign.exec(text)
    if (!found) throw new Error('a tag is not closed')
    if (found[0] === '>') return sign.lastIndex
    at = endOf(text, found[0], sign.lastIndex)
  }
}

function elementOf(tag: string): XmlElement {
  const inside = tag.slice(1, tag.endsWith('/>') ? -2 : -1)
  const at = inside.search(/\s/)
  const name = at < 0 ? inside : inside.slice(0, at)
  return { name, attributes: at < 0 ? '' : inside.slice(at), children: [] }
}

export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return node
  const inside = node.children.map(writeXml).join('')
  const { name, attributes } = node
  if (name === '') return inside
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`
}

/** The first child with this name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name)

/** The value of an attribute as written. */
export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  for (const [, key, double, single] of element?.attributes.matchAll(
    /(?<=\s)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ) ?? [])
    if (key === name) return double ?? single
  return undefined
}
