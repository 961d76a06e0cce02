import { failure } from '../../../core/failure.ts'
import { Unreadable } from '../../../core/reader.ts'
import { decodeAs, guessCharset } from './charset-guess.ts'

/** Enough to recognise UTF-16. */
const maxBytes = 64 * 1024

/** Where pages declare their encoding, within as many bytes as browsers examine. */
const maxHeadBytes = 1024
const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i
const ofXml = /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)["']/i

/** Decodes a page as browsers do: by byte order mark, HTTP header, the page's own declaration, and its letters. */
export const decodePage = (bytes: Uint8Array, contentType: string): string => decode(bytes, contentType).text

/** The same for a file. Throws Unreadable if it is unknown how to read it. */
export function decodeFile(bytes: Uint8Array): string {
  const { text, isKnown } = decode(bytes, '')
  if (isKnown && !isBinary(text)) return text
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

/** Decodes a text by its letters: UTF-8 if it is valid, else UTF-16 or the likeliest charset, else Windows-1252. */
function decodeByLetters(bytes: Uint8Array): Decoded {
  const utf8 = decodeUtf8(bytes)
  const sample = bytes.subarray(0, Math.min(maxBytes, bytes.length - (bytes.length % 2)))
  const controls = countControls(sample)
  if (utf8 !== undefined && controls <= sample.length / 4) return { text: readEscapes(bytes, utf8), isKnown: true }
  const wide = controls > 0 ? wideOf(sample) : undefined
  if (wide) return { text: new TextDecoder(wide).decode(bytes), isKnown: true }
  if (utf8 !== undefined) return { text: utf8, isKnown: true }
  const label = guessCharset(bytes)
  return { text: decodeAs(bytes, label ?? 'windows-1252'), isKnown: label !== undefined }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** ISO-2022-JP, the charset of Japanese emails, is ASCII with escapes before and after Japanese words. */
const escapes = ['\x1b$B', '\x1b$@']

function readEscapes(bytes: Uint8Array, text: string): string {
  if (text.length !== bytes.length || !escapes.some((sign) => text.includes(sign))) return text
  try {
    return new TextDecoder('iso-2022-jp', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

/** UTF-16 without a mark, in the order of bytes that gives words. */
function wideOf(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const labels = ['utf-16le', 'utf-16be'] as const
  const scores = labels.map((label) => ({ label, score: wordsIn(new TextDecoder(label).decode(sample)) }))
  const [best] = scores.sort((one, other) => other.score - one.score)
  return best && best.score > 0 ? best.label : undefined
}

/** Bytes that texts do not have, except as halves of characters in UTF-16. */
const countControls = (bytes: Uint8Array) =>
  bytes.reduce((sum, byte) => (byte < 0x20 && byte !== 0x1b && (byte < 9 || byte > 13) ? sum + 1 : sum), 0)

/** Signs that are used with all alphabets. */
const common = /[\t\n\r -~\xa0-\xbf\u2010-\u203a\u20a0-\u20bf\u2122\u3001-\u3011\uff01-\uff1f]/g
const alphabets = [
  /[\p{sc=Latn}--[A-Za-z]]/gv,
  /\p{sc=Cyrl}/gu,
  /\p{sc=Grek}/gu,
  /\p{sc=Hebr}/gu,
  /\p{sc=Arab}/gu,
  /\p{sc=Thai}/gu,
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}ー]/gu,
  /\p{sc=Hang}/gu,
  /\p{sc=Deva}/gu,
]
/** The share of letters of one alphabet and usual signs in a text. The wrong order of bytes mixes all alphabets. */
const minShare = 0.9

/** Whether a text was read in too narrow units, such as UTF-32 as UTF-8, or is none. */
const isBinary = (text: string): boolean => (text.match(/\0/g)?.length ?? 0) > text.length / 10

/** Zero unless a text is words of one alphabet. The more usual signs, the higher. */
function wordsIn(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const signs = count(common)
  const letters = Math.max(...alphabets.map(count))
  const share = (signs + letters) / Math.max(1, text.length)
  return share < minShare || count(/[\p{Co}\p{Cn}\ufffd]/gu) > 0 ? 0 : share + signs / text.length
}
