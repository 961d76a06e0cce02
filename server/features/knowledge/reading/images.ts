import { type Element, isElement, isText, type Node, oneLine } from './element.ts'

/** Longer texts describe what is on a picture. */
const maxName = 40
const maxImages = 200
/** So many elements can be around an image that is one of a row. */
const maxLevels = 4

/** Words that say nothing of what an image stands for, and names of files. */
const noName =
  /\.(?:png|jpe?g|gif|svg|webp|avif)$|^(?:\d|(?:img|dsc|image|photo|picture|slide|placeholder|bild|foto)\b)/i
const filler = /\s*\b(?:logos?|icons?|symbols?|badges?|markenlogo|firmenlogo)\b\s*/gi

/**
 * Writes the names of images that stand side by side, such as the brands that a shop has or the cards that it accepts. Only
 * their alternative texts say which. A single image illustrates the text beside it.
 */
export function nameImages(body: Element): void {
  let row: Element[] = []
  let names = new Set<string>()
  const write = () => {
    const [first, ...others] = row
    if (!first || names.size < 2) return
    const line = first.ownerDocument.createElement('span')
    line.textContent = [...names].join(', ')
    if (first.localName === 'img') first.replaceWith(line)
    else first.replaceChildren(line)
    for (const other of others) other.remove()
  }
  for (const image of [...body.querySelectorAll('img')].slice(0, maxImages)) {
    const place = placeOf(image)
    const last = row.at(-1)
    if (last && last !== place && !isBeside(last, place)) {
      write()
      row = []
      names = new Set()
    }
    if (row.at(-1) !== place) row.push(place)
    const name = nameOf(image)
    if (name) names.add(name)
  }
  write()
}

function nameOf(image: Element): string {
  const name = oneLine(oneLine(image.getAttribute('alt')).replace(filler, ' '))
  return name.length <= maxName && /\p{L}{2}/u.test(name) && !noName.test(name) ? name : ''
}

/** The outermost element with an image and no text, or the image itself. */
function placeOf(image: Element): Element {
  let place = image
  for (let level = 0; level < maxLevels && isElement(place.parentNode) && !hasText(place.parentNode); level++)
    place = place.parentNode
  return place
}

const hasText = (node: Node): boolean => {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (isText(child) ? (child.textContent ?? '').trim() !== '' : isElement(child) && hasText(child)) return true
  return false
}

/** Whether nothing but white space is between two elements. */
function isBeside(element: Element, next: Element): boolean {
  let node = element.nextSibling
  while (node && node !== next && !isElement(node) && !(isText(node) && (node.textContent ?? '').trim() !== ''))
    node = node.nextSibling
  return node === next
}
