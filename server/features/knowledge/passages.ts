import { type Block, partsOf, readSections, type Section } from './blocks.ts'

/** A piece of a document, small enough to stand in a prompt and to be quoted to a visitor. */
export type Passage = {
  /** The headings above it, outermost first: `Delivery > Abroad`; empty before the first heading. */
  headingPath: string
  /** Markdown, without those headings. */
  content: string
  /** An estimate of what it costs a model to read. */
  tokens: number
}

export const mostWords = 300
/** A passage with fewer words takes in what stands under its subheadings, … */
const enoughWords = 150
/** … and one with so few what follows on the same level. */
const fewWords = 60

/**
 * Cuts Markdown or plain text into passages of at most about 300 words, evenly where a section has more. Sections are
 * joined where they are short; a list, a table or a sentence is cut only where it alone is too long, a table then with its
 * head repeated. Takes time in proportion to the text, whatever it holds.
 */
export function cutPassages(text: string): Passage[] {
  return joinShort(readSections(cleanText(text)).map(measure)).flatMap((sections) => {
    const path = sections.map((section) => section.path).reduce(shared)
    return pack(sections.flatMap((section) => piecesOf(section, path))).map((content) => ({
      headingPath: path.join(' > '),
      content,
      tokens: estimateTokens(content),
    }))
  })
}

type Measured = Section & { words: number }

const measure = (section: Section): Measured => ({
  ...section,
  words: wordsOf(section.blocks.flatMap((block) => block.lines).join('\n')),
})

const shared = (one: string[], other: string[]): string[] =>
  one.slice(0, one.findIndex((heading, at) => heading !== other[at]) >>> 0)

function joinShort(sections: Measured[]): Measured[][] {
  const runs: Measured[][] = []
  let words = 0
  for (const section of sections) {
    const run = runs.at(-1)
    const path = run?.map((one) => one.path).reduce(shared)
    const below = path?.every((heading, at) => heading === section.path[at])
    const related = below || shared(path ?? [], section.path).length > 0
    const short = words < (below ? enoughWords : fewWords)
    if (run && related && short && words + section.words <= mostWords) {
      run.push(section)
      words += section.words
    } else {
      runs.push([section])
      words = section.words
    }
  }
  return runs
}

/** The blocks of a section, after those of its headings that the passage's path does not name. */
function piecesOf({ path, blocks }: Section, above: string[]): Piece[] {
  const pieces = blocks.flatMap(fit)
  const [first, ...rest] = pieces
  const headings = path.slice(above.length).map((heading) => `### ${heading}\n\n`)
  return first && headings.length > 0 ? [piece(headings.join('') + first.text), ...rest] : pieces
}

/** Text as it may be stored: well-formed, composed, without control characters, lines ended by `\n`. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\ufeff/gu, '')
}

// Thai, Lao, Khmer, Myanmar, Kana, Han; Hangul separates its words but needs as many tokens.
const dense = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uf900-\ufaff]/g
const hangul = /[\u1100-\u11ff\uac00-\ud7af]/g

/** About how many tokens a model reads for this text: four characters each, or one sign of East Asia. */
export function estimateTokens(text: string): number {
  const signs = (text.match(dense)?.length ?? 0) + (text.match(hangul)?.length ?? 0)
  return Math.ceil((text.length - signs) / 4 + signs)
}

/** The length of a text in words. Three signs of a script without spaces count two; no word counts for less than 12 signs. */
export function wordsOf(text: string): number {
  const signs = text.match(dense)?.length ?? 0
  return Math.max((text.match(/\S+/g)?.length ?? 0) + (signs * 2) / 3, text.length / 12)
}

type Piece = { text: string; words: number; leads: boolean }

/** A block as one piece, or as several of about equal length where it alone is too long. */
function fit(block: Block): Piece[] {
  const whole = piece(block.lines.join('\n').trim())
  if (whole.words <= mostWords) return [whole]
  const { head, parts, glue } = partsOf(block)
  const small = parts.flatMap((part) => (wordsOf(part) > mostWords ? chop(part) : [part]))
  const room = mostWords - wordsOf(head.join('\n'))
  return gather(small.map(piece), Math.max(room, mostWords / 2)).map((run) =>
    piece([...head, run.map((part) => part.text).join(glue)].join('\n').trim()),
  )
}

/** What introduces a list or a table stays with it. */
const piece = (text: string): Piece => ({ text, words: wordsOf(text), leads: /[:：]\s*$/.test(text) })

/** Cuts a sentence without end between words, and a word without end anywhere. */
function chop(text: string): string[] {
  const words = text.match(/\S{1,500}\s*/gu) ?? []
  return gather(words.map(piece), mostWords).map((run) => run.map((word) => word.text).join(''))
}

const pack = (pieces: Piece[]): string[] =>
  gather(pieces, mostWords).map((run) => run.map((one) => one.text).join('\n\n'))

/** Joins pieces in their order into as few runs as `limit` words allow, and those about equally long. */
function gather(pieces: Piece[], limit: number): Piece[][] {
  const total = pieces.reduce((sum, one) => sum + one.words, 0)
  const goal = total / Math.ceil(total / limit)
  const runs: Piece[][] = []
  let words = Number.POSITIVE_INFINITY
  for (const one of pieces) {
    const run = runs.at(-1)
    const full = words + one.words > limit || words + one.words / 2 > goal
    if (run && (!full || (run.at(-1)?.leads && words + one.words <= limit * 1.5))) {
      run.push(one)
      words += one.words
    } else {
      runs.push([one])
      words = one.words
    }
  }
  return runs
}
