import { parseJson } from '../../../core/json.ts'

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const maxKeyLength = 100
const maxFenceLength = 20

/**
 * Parses a reply in JSON, `{ "reply": "…", "steps": […] }`, while it is streamed. Text that does not start like an
 * object is treated as plain text, because some servers do not enforce a format.
 */
export class ReplyReader {
  #written = ''
  #at = 0
  /** The beginning, while it may still be white space or the fence of a code block. */
  #head = ''
  #mode: 'start' | 'plain' | 'object' | 'reply' = 'start'
  /** The number of open objects and lists; the text is in the outermost. */
  #depth = 0
  #inString = false
  /** The last string read, or `:` after a key. */
  #last = ''
  #key = ''
  #escape = ''

  /** The text that this chunk adds to the reply. */
  push(piece: string): string {
    this.#written += piece
    let out = ''
    for (; this.#at < this.#written.length; this.#at++) out += this.#take(this.#written.charAt(this.#at))
    return out
  }

  /** What was held back at the end of the reply. */
  end(): string {
    return this.#mode === 'start' ? this.#head : ''
  }

  /** The whole object; null if it was invalid or incomplete. */
  whole(): Record<string, unknown> | null {
    return this.#mode === 'start' || this.#mode === 'plain' ? null : parseObject(this.#written)
  }

  #take(character: string): string {
    if (this.#mode === 'plain') return character
    if (this.#mode === 'start') return this.#start(character)
    if (this.#mode === 'reply') return this.#reply(character)
    if (this.#inString) this.#string(character)
    else this.#outside(character)
    return ''
  }

  #start(character: string): string {
    if (this.#head !== '' || /\S/.test(character)) this.#head += character
    if (this.#head.length < maxFenceLength && /^(?:`{1,3}\w*\s*)?$/.test(this.#head)) return ''
    if (!/^(?:```\w*\s*)?\{$/.test(this.#head)) {
      this.#mode = 'plain'
      return this.#head
    }
    this.#mode = 'object'
    this.#outside(character)
    return ''
  }

  #outside(character: string): void {
    if (character === '"') {
      const isReply = this.#depth === 1 && this.#key === 'reply' && this.#last === ':'
      this.#mode = isReply ? 'reply' : 'object'
      this.#inString = !isReply
      this.#last = ''
    } else if (character === ':') {
      if (this.#depth === 1) this.#key = this.#last
      this.#last = ':'
    } else if (character === ',') this.#last = ''
    else if (character === '{' || character === '[') this.#depth++
    else if (character === '}' || character === ']') this.#depth--
  }

  #string(character: string): void {
    if (this.#escape !== '') this.#last += this.#escaped(character)
    else if (character === '\\') this.#escape = character
    else if (character === '"') this.#inString = false
    else if (this.#last.length < maxKeyLength) this.#last += character
  }

  #reply(character: string): string {
    if (this.#escape !== '') return this.#escaped(character)
    if (character === '\\') this.#escape = character
    if (character === '"') {
      this.#mode = 'object'
      this.#key = ''
    }
    return character === '\\' || character === '"' ? '' : character
  }

  /** The character of an escape sequence, once it is complete. */
  #escaped(character: string): string {
    this.#escape += character
    const isCode = this.#escape.startsWith('\\u')
    if (isCode && this.#escape.length < 6) return ''
    const meant = isCode
      ? String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16))
      : (escapes[character] ?? character)
    this.#escape = ''
    return meant
  }
}

function parseObject(written: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(written.replace(/^\s*```\w*\s*|\s*```\s*$/g, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
