import { Parser } from 'htmlparser2'

/** An element of XML. Attributes and texts are as written, with their entities. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlNode[] }
export type XmlNode = XmlElement | string

/** Reads XML without its comments. The result is an element without a name around all of it. Throws an Error if it is cut. */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  let isCdata = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      onclosetag: () => void open.pop(),
      ontext: (text) => void open.at(-1)?.children.push(isCdata ? escaped(text) : text),
      oncdatastart() {
        isCdata = true
      },
      oncdataend() {
        isCdata = false
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.write(text)
  // Otherwise a cut document would be learned without its end, and nobody would know.
  if (open.length > 1) throw new Error('a tag is not closed')
  parser.end()
  return root
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return node
  const inside = node.children.map(writeXml).join('')
  if (node.name === '') return inside
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`,
  )
  return `<${node.name}${attributes.join('')}>${inside}</${node.name}>`
}

/** The first child with this name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name)
