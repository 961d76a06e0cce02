import { chain, type Stage, scanStage } from './text-stage.ts'

const thoughts = ['think', 'thinking', 'thought', 'reasoning']
const toServer = ['tool_call', 'tool_calls', 'tool_response']

const thoughtTags = [...thoughts, ...toServer].flatMap((name) => [`<${name}>`, `</${name}>`])

/** Removes a model's thinking and its messages to a server that did not parse them: `<think>…</think>` and similar. */
export function withoutHiddenParts(): Stage {
  /** The tag that ends the hidden part; empty outside of one. */
  let awaited = ''
  return scanStage(
    () => /</,
    (rest, isOver) => {
      const wanted = awaited ? [awaited] : thoughtTags
      const start = rest.slice(0, 20).toLowerCase()
      const tag = wanted.find((one) => start.startsWith(one))
      if (!tag) {
        const isOpen = !isOver && wanted.some((one) => one.startsWith(start))
        return isOpen ? undefined : { length: 1, text: awaited ? '' : '<' }
      }
      // A closing tag without an opening one hides nothing.
      awaited = awaited || tag.startsWith('</') ? '' : `</${tag.slice(1)}`
      return { length: tag.length, text: '' }
    },
    (text) => (awaited ? '' : text),
  )
}

const maxAlt = 1000
const maxLabel = 200

/**
 * Removes Markdown images: `![…](…)` and `![…][…]`. A link is requested only when somebody follows it, but an image
 * would be loaded automatically and could leak data in its URL. Footnotes such as `Yes![1][2]` stay.
 */
function withoutImages(): Stage {
  /** How many round brackets of an image's URL are open. */
  let depth = 0
  const readAddress = (rest: string, isOver: boolean) => {
    const [sign] = rest
    if (sign === '\\') return rest.length > 1 || isOver ? { length: 2, text: '' } : undefined
    depth = sign === '\n' ? 0 : depth + (sign === '(' ? 1 : -1)
    return { length: 1, text: sign === '\n' ? sign : '' }
  }
  const readImage = (rest: string, isOver: boolean) => {
    const none = { length: 1, text: '!' }
    const more = isOver ? none : undefined
    if (rest.length > 1 && rest[1] !== '[') return none
    const alt = closing(rest.slice(0, maxAlt), 1, '\n\n')
    if (alt < 0) return rest.length >= maxAlt || alt < -1 ? none : more
    if (rest.length === alt + 1) return more
    if (rest[alt + 1] === '(') {
      depth = 1
      return { length: alt + 2, text: '' }
    }
    if (rest[alt + 1] !== '[') return none
    const label = closing(rest.slice(0, alt + maxLabel), alt + 1, '\n')
    if (label < 0) return rest.length >= alt + maxLabel || label < -1 ? none : more
    const whole = rest.slice(0, label + 1)
    return { length: whole.length, text: /^!\[\d+\]\[\d+\]$/.test(whole) ? whole : '' }
  }
  return scanStage(
    () => (depth > 0 ? /[\\()\n]/ : /!/),
    (rest, isOver) => (depth > 0 ? readAddress(rest, isOver) : readImage(rest, isOver)),
    (text) => (depth > 0 ? '' : text),
  )
}

/**
 * Where the square bracket at `from` closes; -1: not known yet; -2: never, because something else ends the text in it.
 */
function closing(text: string, from: number, end: string): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(end, at)) return -2
    if (text[at] === '\\') at++
    else if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) return at
  }
  return -1
}

const maxTag = 2000
const address = /^<(?:(?:https?:\/\/|mailto:|tel:)[^\s<>]*|[\w.+-]+@[\w.-]+)>$/i
/** Elements that load something, run something, or hide the text after them, and the delimiters of the prompt. */
const active = new Set(
  (
    'applet audio base embed form frame iframe image img input link math meta noembed noscript object picture plaintext ' +
    'script select source sources style svg template textarea title track video visitor xmp'
  ).split(' '),
)

/**
 * Removes HTML tags that would have an effect on a page that shows a reply as it is: elements that load or run, and all
 * tags with attributes. `a < b`, `List<String>` and `<b>` stay; `<https://…>` loses its brackets, because it could have
 * an effect, too.
 */
const withoutTags = (): Stage =>
  scanStage(
    () => /</,
    (rest, isOver) => {
      if (rest.length === 1) return isOver ? { length: 1, text: '<' } : undefined
      if (!/^<[a-z/!?]/i.test(rest)) return { length: 1, text: '<' }
      const end = rest.slice(1, maxTag).search(/[<>]/) + 1
      if (end === 0 && rest.length < maxTag && !isOver) return undefined
      // It is not a tag, and a space keeps it from becoming one later.
      if (rest[end] !== '>') return { length: 1, text: '< ' }
      const tag = rest.slice(0, end + 1)
      if (address.test(tag)) return { length: tag.length, text: tag.slice(1, -1) }
      // A space replaces it, so that the text around it cannot form another tag.
      return { length: tag.length, text: isHarmless(tag) ? tag : ' ' }
    },
  )

function isHarmless(tag: string): boolean {
  const name = /^<\/?([a-z][^\s/>]*)/i.exec(tag)?.[1]?.toLowerCase()
  return name !== undefined && !active.has(name) && !tag.includes('=')
}

const withoutControls = (): Stage => ({ push: (text) => text.replace(/[^\P{Cc}\n\t]/gu, ''), end: () => '' })

/**
 * Trims white space, keeps characters whole, and ensures that `![` never appears, whatever was removed around it. White
 * space and half characters are held back until what follows is known.
 */
function tidied(): Stage {
  let blank = ''
  let half = ''
  let last = ''
  const put = (character: string): string => {
    if (/^\s$/.test(character)) {
      if (last !== '') blank += character
      return ''
    }
    const gap = last === '!' && blank === '' && character === '[' ? ' ' : blank
    blank = ''
    last = character
    return gap + character
  }
  const take = (unit: string): string => {
    const before = half
    half = ''
    if (before !== '' && /[\udc00-\udfff]/.test(unit)) return put(before + unit)
    const broken = before === '' ? '' : put(before.toWellFormed())
    if (/[\ud800-\udbff]/.test(unit)) {
      half = unit
      return broken
    }
    return broken + put(unit.toWellFormed())
  }
  return { push: (text) => text.split('').map(take).join(''), end: () => '' }
}

/**
 * Converts a model's output to what a visitor may read: Markdown without images, tags that have an effect, or thinking.
 */
export const replyText = (guard?: Stage): Stage =>
  chain(withoutControls(), withoutHiddenParts(), withoutImages(), withoutTags(), ...(guard ? [guard] : []), tidied())

/** The same for a complete text. */
export function cleanReply(text: string): string {
  const stage = replyText()
  return stage.push(text) + stage.end()
}
