const english = {
  small:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
}
const german = {
  small:
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
}
const french = {
  small:
    'zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix',
}

/** What a word, or words joined by a blank, stand for as a number; from two to ninety-nine, and the hundreds. */
export const numberWords: ReadonlyMap<string, number> = makeWords()

function makeWords(): Map<string, number> {
  const words = new Map<string, number>()
  for (const { small, tens } of [english, german, french]) {
    for (const [number, word] of small.split(' ').entries()) if (number !== 1) words.set(word, number)
    for (const [place, word] of tens.split(' ').entries()) words.set(word, (place + 2) * 10)
  }
  addEnglish(words)
  addGerman(words)
  addFrench(words)
  words.set('dreissig', 30).set('quatre-vingts', 80).set('anderthalb', 1.5).set('eineinhalb', 1.5)
  return words
}

function addEnglish(words: Map<string, number>): void {
  const ones = english.small.split(' ')
  for (const [place, ten] of english.tens.split(' ').entries())
    for (let one = 1; one <= 9; one++)
      for (const glue of ['-', ' ']) words.set(`${ten}${glue}${ones[one]}`, (place + 2) * 10 + one)
  for (let one = 1; one <= 9; one++) words.set(`${ones[one]} hundred`, one * 100)
  words.set('a hundred', 100)
}

function addGerman(words: Map<string, number>): void {
  const ones = german.small.split(' ').with(1, 'ein')
  for (const [place, ten] of german.tens.split(' ').entries())
    for (let one = 1; one <= 9; one++) words.set(`${ones[one]}und${ten}`, (place + 2) * 10 + one)
  for (let one = 1; one <= 9; one++) words.set(`${ones[one]}hundert`, one * 100)
  words.set('hundert', 100)
}

function addFrench(words: Map<string, number>): void {
  const ones = french.small.split(' ')
  for (const [place, ten] of french.tens.split(' ').entries()) {
    // Seventy and ninety are counted on from sixty and eighty.
    const base = ten.endsWith('-dix') ? ten.slice(0, -4) : ten
    const step = ten.endsWith('-dix') ? 10 : 0
    for (let one = 1; one <= 9; one++) {
      const word = ones[one + step] ?? ''
      const joined = one === 1 && place < 6 ? `${base} et ${step > 0 ? 'onze' : 'un'}` : `${base}-${word}`
      words.set(joined, (place + 2) * 10 + one)
    }
  }
}

const mostWords = 3
const wordsInRow = /\p{L}+(?:['’-]\p{L}+)*/gu

/** The text with its number words as digits: `half past six` becomes `half past 6`. */
export function withDigits(text: string): string {
  const found = [...text.matchAll(wordsInRow)]
  let out = ''
  let from = 0
  for (let at = 0; at < found.length; at++) {
    const [start, length] = [found[at]?.index ?? 0, longestNumber(text, found, at)]
    const last = found[at + length - 1]
    if (length === 0 || !last) continue
    const end = last.index + last[0].length
    out += text.slice(from, start) + numberWords.get(joined(text, start, end))
    from = end
    at += length - 1
  }
  return out + text.slice(from)
}

const joined = (text: string, start: number, end: number): string =>
  text.slice(start, end).toLowerCase().replace(/\s+/g, ' ')

const firstWords = new Set([...numberWords.keys()].flatMap((words) => [words, words.split(' ')[0] ?? '']))

/** How many words from here on are a number. */
function longestNumber(text: string, found: RegExpExecArray[], at: number): number {
  const start = found[at]?.index ?? 0
  if (!firstWords.has(found[at]?.[0].toLowerCase() ?? '')) return 0
  for (let length = mostWords; length > 0; length--) {
    const last = found[at + length - 1]
    if (last && numberWords.has(joined(text, start, last.index + last[0].length))) return length
  }
  return 0
}

/** A number in digits, with either sign for thousands and for decimals. */
export const numeral = String.raw`(?<![\d.,])\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,2})?(?![\d])|(?<![\d.,])\d{1,7}(?:[.,]\d{1,2})?(?!\d)(?![.,]\d)`

/** Three digits after a sign are thousands, one or two are decimals. */
export function readNumeral(text: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]
  const whole = decimals === undefined ? text : text.slice(0, -decimals.length - 1)
  return Number(`${whole.replace(/\D/g, '')}.${decimals ?? 0}`)
}
