import { Buffer } from 'node:buffer'
import { createRequire } from 'node:module'
import { codePages } from './code-pages.ts'

/** The detector's names of charsets, with the labels by which they are decoded. Others are too rare to be tried. */
const charsets: Record<string, string> = {
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-6': 'iso-8859-6',
  'iso-8859-7': 'iso-8859-7',
  'iso-8859-13': 'iso-8859-13',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  cp437: 'cp437',
  cp850: 'cp850',
  cp852: 'cp852',
  ibm866: 'ibm866',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
}

/** So many bytes of words with letters beyond ASCII are enough to recognise a charset. */
const maxSample = 16 * 1024
const maxWord = 2048
/** The words before and after one with letters beyond ASCII tell its language. */
const neighbours = 4
/** The share of characters beyond ASCII that may be where no writing has them. */
const maxStrange = 0.12
/** The charsets of DOS and of old Macs differ in so little that a few words may be read in several ways. */
const ofOldComputers = /^(?:cp437|cp850|macintosh)$/
const sure = 0.99

/** The label of the likeliest charset of bytes that are not UTF-8. Undefined if none gives words. */
export function guessCharset(bytes: Uint8Array): string | undefined {
  const sample = sampleOf(bytes)
  if (isPunctuationOnly(decodeAs(sample, 'windows-1252'))) return 'windows-1252'
  const guesses = new Map<string, { text: string; score: number }>()
  for (const { encoding, confidence } of detect(sample)) {
    const label = charsets[encoding?.toLowerCase() ?? '']
    if (!label || guesses.has(label)) continue
    const text = decodeAs(sample, label)
    const strange = strangeShare(text)
    if (strange > maxStrange) continue
    guesses.set(label, { text, score: confidence * (1 - strange) ** 4 * priorOf(label, text) })
  }
  const [best, ...others] = [...guesses].sort(([, one], [, other]) => other.score - one.score)
  if (!best) return undefined
  const [label, { text, score }] = best
  const isUnsure = others.some(([, other]) => other.score > score * sure && other.text !== text)
  return isUnsure && ofOldComputers.test(label) ? undefined : label
}

/** Whether a text has letters of ASCII only, and signs such as `–` and `€` at the edges of words. `’` is in words, too. */
const isPunctuationOnly = (text: string): boolean =>
  !/(?!\p{ASCII})\p{L}/u.test(text) && !/\p{L}(?![\p{ASCII}’])\P{L}\p{L}|(?<!\p{L})™\p{L}/u.test(text)

/**
 * How much less frequent a charset is than Windows-1252, by far the most frequent one. Small differences are enough
 * where only punctuation tells charsets apart, because the detector's confidences of these are nearly the same. The
 * fewer letters, the less they tell.
 */
function priorOf(label: string, text: string): number {
  if (label === 'windows-1252') return 1
  if (ofOldComputers.test(label)) return 0.97
  // Where these have frequent letters, Windows-1252 has those of Icelandic.
  if (/^(?:windows-125[47]|iso-8859-13)$/.test(label) && /[ğışĞİŞšžŠŽ]/.test(text)) return 1
  if (!/^(?:windows-125[0478]|cp852|iso-8859-(?:2|13))$/.test(label)) return 0.5
  return Math.min(0.9, 0.4 + 0.1 * (text.match(/\P{ASCII}/gu)?.length ?? 0))
}

export function decodeAs(bytes: Uint8Array, label: string): string {
  const page = codePages[label]
  if (!page) return new TextDecoder(label).decode(bytes).normalize(label === 'windows-1258' ? 'NFC' : undefined)
  // Written for the bytes 0x80 to 0xff only, because texts are mostly ASCII.
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (character) => page[character.charCodeAt(0) - 0x80] ?? '')
}

type Detector = typeof import('jschardet')
let detector: Detector | undefined

/** The detector's models take 60 MB of memory, so they are loaded once a text needs them. */
function detect(sample: Uint8Array) {
  detector ??= createRequire(import.meta.url)('jschardet') as Detector
  return detector.detectAll(sample, { minimumThreshold: 0, detectEncodings: Object.keys(charsets) })
}

/** The first words with bytes beyond ASCII, and their neighbours, which tell the language. Other words tell nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample: Uint8Array[] = []
  let length = 0
  let quiet: Uint8Array[] = []
  let after = 0
  for (let start = 0; start < bytes.length && length < maxSample; ) {
    const word = bytes.subarray(start, endOfWord(bytes, start))
    start += word.length
    const isTelling = word.some((byte) => byte > 0x7f)
    if (isTelling) after = neighbours + 1
    if (after > 0) {
      after--
      for (const one of [...quiet, word]) {
        sample.push(one)
        length += one.length
      }
      quiet = []
    } else quiet = [...quiet, word].slice(-neighbours)
  }
  return Buffer.concat(sample).subarray(0, maxSample)
}

/** The end of a word with the white space behind it, which is no part of a character in any charset. */
function endOfWord(bytes: Uint8Array, start: number): number {
  const most = Math.min(bytes.length, start + maxWord)
  for (let at = start; at < most; at++) if ((bytes[at] ?? 0) <= 0x20 && (bytes[at + 1] ?? 0) > 0x20) return at + 1
  return most
}

const strange = [
  // Characters that no text has.
  /[\x80-\x9f\ufffd\p{Co}\p{Cn}]/gu,
  // Letters of two alphabets in one word.
  /(?<=\p{sc=Latn})[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}]/gu,
  /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}](?=\p{sc=Latn})/gu,
  /(?<=[A-Za-z])[\p{sc=Hani}\p{sc=Hang}]{1,2}(?=[A-Za-z])/gu,
  // Capital letters inside of words, and small ones inside of words in capitals.
  /(?<=\p{Ll})[\p{Lu}--[A-Z]]/gv,
  /(?<=\p{Lu}{2})[\p{Ll}--[a-zß]]/gv,
  /(?<=\p{Lu})[\p{Ll}--[a-zß]](?=\p{Lu})/gv,
  // Signs inside of words, and marks on nothing.
  /(?<=\p{L})[[\p{S}\p{P}\p{No}]--[\p{ASCII}’·–—…‑‐®×]]+(?=\p{L})/gv,
  /(?<![\p{L}\p{N}])™(?=\p{L})|(?<=\p{L})ƒ|ƒ(?=\p{L})/gu,
  /(?<=\p{L})[‚„ˆ˜¢¤¨¬¸¯¦]|(?<=(?<!\p{L})\p{L}{1,2})[†‡‰]|[ˆ˜‰¨¸¯](?=\p{L})/gu,
  /[\u2500-\u259f](?=\p{L})|(?<=\p{L})[\u2500-\u259f]/gu,
  /(?<![\p{L}\p{M}])\p{M}|[\u0300-\u036f]/gu,
  /[¿¡](?![\p{L}¿¡«“"'])/gu,
  // What the bytes of € and £ are in other charsets, beside an amount.
  /(?<=\d[ \u00a0]?)[ÄÇÛÕЂ](?![\p{L}\d])|(?<!\p{L})[ŁЈœ](?=\d)/gu,
]

/** The share of characters beyond ASCII that stand where no writing has them. */
function strangeShare(text: string): number {
  const all = text.match(/\P{ASCII}/gu)?.length ?? 0
  const found = strange.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
  return Math.min(1, (found + smallInCapitals(text) + unpaired(text) + single(text) + foreign(text)) / Math.max(1, all))
}

/** Small letters beyond ASCII in a text whose other letters are capitals. */
function smallInCapitals(text: string): number {
  const [capitals, small] = [/[A-Z]/g, /[a-z]/g].map((pattern) => text.match(pattern)?.length ?? 0) as [number, number]
  return capitals > 2 && capitals > 9 * small ? (text.match(/[\p{Ll}--[a-zßªº]]/gv)?.length ?? 0) : 0
}

/** Letters of another alphabet of which no two are together. */
function single(text: string): number {
  const letters = text.match(/[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}]+/gu) ?? []
  return letters.every(({ length }) => length === 1) ? letters.length : 0
}

/**
 * Letters beside those of another language: `š` beside Polish `ł`, and Polish `ą` beside `ř`. Windows-1250 and ISO
 * 8859-2 differ in little else.
 */
function foreign(text: string): number {
  const isPolish = /[łŁżŻęĘ]/.test(text)
  const isOther = /[ěřůďňťľčĚŘŮĎŇŤĽČ]/.test(text) && !/[ėįųūĖĮŲŪ]/.test(text)
  if (isPolish === isOther) return 0
  return text.match(isPolish ? /[šžŠŽ]/g : /[ąĄ]/g)?.length ?? 0
}

/** Quotation marks that only open or only close. */
function unpaired(text: string): number {
  const [left, right] = [/«/g, /»/g].map((pattern) => text.match(pattern)?.length ?? 0) as [number, number]
  return left === 0 || right === 0 ? left + right : 0
}
