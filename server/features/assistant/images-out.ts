import type { Stage } from './text-stage.ts'

const longestAlt = 1000
const longestLabel = 200

/**
 * Cuts Markdown images out: `![…](…)` and `![…][…]`. An address in a reply is asked for only when somebody follows it;
 * an image would be fetched by itself, and carry out whatever its address was made of. Footnotes such as `Yes![1][2]` stay.
 */
export const withoutImages = (): Stage => new ImageFilter()

type Mode = 'text' | 'bang' | 'alt' | 'after' | 'address' | 'label'

class ImageFilter implements Stage {
  #mode: Mode = 'text'
  #held = ''
  #depth = 0
  #escaped = false

  push(text: string): string {
    let out = ''
    for (let at = 0; at < text.length; at++) out += this.#take(text.charAt(at))
    return out
  }

  end(): string {
    return this.#mode === 'address' ? this.#drop() : this.#release()
  }

  #take(character: string): string {
    if (this.#mode === 'text') return this.#text(character)
    if (this.#mode === 'bang') return character === '[' ? this.#open('alt', character) : this.#release(character)
    if (this.#mode === 'alt') return this.#alt(character)
    if (this.#mode === 'label') return this.#label(character)
    if (this.#mode === 'address') return this.#address(character)
    if (character === '(') return this.#open('address', '')
    return character === '[' ? this.#open('label', character) : this.#release(character)
  }

  #text(character: string): string {
    if (character !== '!') return character
    this.#held = character
    this.#mode = 'bang'
    return ''
  }

  #alt(character: string): string {
    this.#held += character
    if (this.#closes(character, '[', ']')) this.#mode = 'after'
    return this.#held.length > longestAlt || this.#held.endsWith('\n\n') ? this.#release() : ''
  }

  #address(character: string): string {
    if (character === '\n') return this.#drop() + character
    return this.#closes(character, '(', ')') ? this.#drop() : ''
  }

  #label(character: string): string {
    this.#held += character
    if (this.#closes(character, '[', ']')) return /^!\[\d+\]\[\d+\]$/.test(this.#held) ? this.#release() : this.#drop()
    return character === '\n' || this.#held.length > longestAlt + longestLabel ? this.#release() : ''
  }

  #open(mode: Mode, character: string): string {
    this.#held += character
    this.#mode = mode
    this.#depth = 1
    this.#escaped = false
    return ''
  }

  /** Whether the character closes what was opened last, with pairs inside it and `\` before a character in mind. */
  #closes(character: string, opening: string, closing: string): boolean {
    const isPlain = !this.#escaped
    this.#escaped = isPlain && character === '\\'
    if (isPlain && character === opening) this.#depth++
    if (isPlain && character === closing) this.#depth--
    return this.#depth === 0
  }

  /** It was no image: what was held, and the next character anew. */
  #release(next = ''): string {
    const held = this.#held
    this.#drop()
    return next === '' ? held : held + this.#text(next)
  }

  #drop(): string {
    this.#held = ''
    this.#mode = 'text'
    return ''
  }
}
