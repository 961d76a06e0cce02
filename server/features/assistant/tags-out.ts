import { characterStage, type Stage } from './text-stage.ts'

const longestTag = 2000
const address = /^<(?:(?:https?:\/\/|mailto:|tel:)[^\s<>]*|[\w.+-]+@[\w.-]+)>$/i
/** Elements that load something, run something, or swallow what comes after them; and frames of the prompt. */
const active = new Set(
  (
    'applet audio base embed form frame iframe image img input link math meta noembed noscript object picture plaintext ' +
    'script select source sources style svg template textarea title track video visitor xmp'
  ).split(' '),
)

/**
 * Cuts HTML tags out that would do something where a page shows a reply as it is: elements that load or run, and every
 * tag with attributes. `a < b`, `List<String>` and `<b>` stay; `<https://…>` loses its brackets, as it too could act.
 */
export function withoutTags(): Stage {
  let held = ''
  /** Not a tag so far: a space keeps it from ever becoming one. */
  const release = (): string => {
    const passed = held === '' ? '' : `< ${held.slice(1)}`
    held = ''
    return passed
  }
  const finish = (): string => {
    const tag = held
    held = ''
    if (address.test(tag)) return tag.slice(1, -1)
    // A space in its place, so that what stood around it does not make another one.
    return isHarmless(tag) ? tag : ' '
  }
  const take = (character: string): string => {
    if (held === '') {
      if (character !== '<') return character
      held = character
      return ''
    }
    if (held === '<' && !/[a-z/!?]/i.test(character)) {
      held = character === '<' ? character : ''
      return character === '<' ? '<' : `<${character}`
    }
    if (character === '<') {
      const passed = release()
      held = character
      return passed
    }
    held += character
    if (character === '>') return finish()
    return held.length > longestTag ? release() : ''
  }
  return characterStage(take, () => (held === '<' ? '<' : release()))
}

function isHarmless(tag: string): boolean {
  const name = /^<\/?([a-z][^\s/>]*)/i.exec(tag)?.[1]?.toLowerCase()
  return name !== undefined && !active.has(name) && !tag.includes('=')
}
