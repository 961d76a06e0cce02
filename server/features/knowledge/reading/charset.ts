import chardet from 'chardet'
import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'

/** Enough to recognise a charset by its letters. */
const maxBytes = 64 * 1024
/** Of 100. Below this, it is nothing but a possibility. */
const minConfidence = 15
/** The share of letters beyond ASCII from which a wrong charset makes a text unreadable. */
const maxForeign = 0.3

/** Where pages declare their encoding, within as many bytes as browsers examine. */
const maxHeadBytes = 1024
const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i
const ofXml = /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)["']/i

/** Decodes a page as browsers do: by byte order mark, HTTP header, the page's own declaration, and its letters. */
export const decodePage = (bytes: Uint8Array, contentType: string): string => decode(bytes, contentType).text

/** The same for a file. Throws Unreadable if it is unknown how to read it. */
export function decodeFile(bytes: Uint8Array): string {
  const { text, isKnown } = decode(bytes, '')
  if (isKnown) return text
  throw new Unreadable(failure('file_charset', 'Its characters are encoded in an unknown way. Save it as UTF-8.'))
}

function decode(bytes: Uint8Array, contentType: string): Decoded {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, maxHeadBytes))
  const said = contentType.match(/charset\s*=\s*["']?([\w:.-]+)/i)?.[1]
  const name = markOf(bytes) ?? known(said) ?? known(ofXml.exec(head)?.[1]) ?? known(declared.exec(head)?.[1])
  return name ? { text: new TextDecoder(name).decode(bytes), isKnown: true } : decodeByLetters(bytes)
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
}

function known(name: string | undefined): string | undefined {
  try {
    // A page that declares UTF-16 in ASCII is not UTF-16.
    return name === undefined || /^utf-?16/i.test(name) ? undefined : new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/** A text whose charset is not declared. `isKnown` is false if it may be read wrongly. */
type Decoded = { text: string; isKnown: boolean }

/** Decodes a text by its letters: UTF-8 if it is valid, else the likeliest charset, else Windows-1252. */
function decodeByLetters(bytes: Uint8Array): Decoded {
  const wide = wideOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), isKnown: true }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isKnown: true }
  } catch {
    // Another charset.
  }
  const guesses = chardet.analyse(bytes.subarray(0, maxBytes)).filter(({ confidence }) => confidence >= minConfidence)
  for (const { name } of guesses) {
    const text = decoded(bytes, name)
    if (text !== undefined) return { text, isKnown: true }
  }
  const text = new TextDecoder('windows-1252').decode(bytes)
  return { text, isKnown: foreignShare(text) < maxForeign }
}

/** UTF-16 without a mark: every other byte of a text in Latin letters is zero. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, maxBytes)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > length / 4 && even < length / 50) return 'utf-16le'
  return even > length / 4 && odd < length / 50 ? 'utf-16be' : undefined
}

/** Undefined if the runtime does not know the charset, or the text has characters that it does not have. */
function decoded(bytes: Uint8Array, name: string): string | undefined {
  try {
    const text = new TextDecoder(name, { fatal: true }).decode(bytes)
    return /[\u0080-\u0084\u0086-\u009f\ufffd]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function foreignShare(text: string): number {
  const letters = text.match(/[\p{L}\p{M}\u0080-\u009f]/gu) ?? []
  return letters.filter((letter) => letter > '\x7f').length / Math.max(1, letters.length)
}
