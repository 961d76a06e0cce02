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
/** … and at most so many tokens, whatever its words are. */
const mostTokens = 400
/** A row of a table is one thing; one with more words than this is no row that anybody reads. */
const mostWordsOfRow = 1500
/** A passage with fewer words takes in what stands under its subheadings, … */
const enoughWords = 150
/** … and one with so few what follows on the same level. */
const fewWords = 60

/**
 * Cuts Markdown or plain text into passages of at most about 300 words, evenly where a section has more. Sections are
 * joined where they are short; a list, a table or a sentence is cut only where it alone is too long, a table then between
 * its rows and with its head repeated. Takes time in proportion to the text, whatever it holds.
 */
export function cutPassages(text: string): Passage[] {
  return joinShort(readSections(cleanText(text)).map(measure)).flatMap((sections) => {
    const path = sections.map((section) => section.path).reduce(shared)
    return contentsOf(sections, path).map((content) => ({
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

/** How often a shorter limit is tried for texts of long words. */
const triesOfLimit = 6

/** The texts of a run of sections: where words are so long that one has too many tokens, all of them are cut shorter. */
function contentsOf(sections: Section[], path: string[]): string[] {
  let limit = mostWords
  for (let tried = 1; ; tried++) {
    const pieces = sections.flatMap((section) => piecesOf(section, path, limit))
    const contents = pack(pieces, limit)
    const rows = new Set(pieces.filter(({ whole }) => whole).map(({ text }) => text))
    const worst = contents.reduce((most, text) => (rows.has(text) ? most : Math.max(most, estimateTokens(text))), 0)
    if (worst <= mostTokens || tried === triesOfLimit) return contents
    limit *= Math.min(0.85, mostTokens / worst)
  }
}

/** The blocks of a section, after those of its headings that the passage's path does not name. */
function piecesOf({ path, blocks }: Section, above: string[], limit: number): Piece[] {
  const pieces = blocks.flatMap((block) => cutBlock(block, limit))
  const [first, ...rest] = pieces
  const headings = path.slice(above.length).map((heading) => `### ${heading}\n\n`)
  return first && headings.length > 0 ? [piece(headings.join('') + first.text, first.whole), ...rest] : pieces
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

type Piece = {
  text: string
  words: number
  leads: boolean
  /** It is not cut, however long. */
  whole: boolean
}

/** A block as one piece, or as several of about equal length where it alone is too long. */
function cutBlock(block: Block, limit: number): Piece[] {
  const all = piece(block.lines.join('\n').trim())
  if (all.words <= limit) return [all]
  const { head, parts, glue, tail } = partsOf(block)
  const longest = block.kind === 'table' ? mostWordsOfRow : limit
  const small = parts.flatMap((part) => (wordsOf(part) > longest ? chop(part, limit) : [part]))
  const room = limit - wordsOf(head.join('\n'))
  return gather(
    small.map((part) => piece(part)),
    Math.max(room, limit / 2),
  ).map((run) =>
    piece(
      [...head, run.map((part) => part.text).join(glue), ...tail].join('\n').trim(),
      run.length === 1 && block.kind === 'table',
    ),
  )
}

/** What introduces a list or a table stays with it. */
const piece = (text: string, whole = false): Piece => ({
  text,
  words: wordsOf(text),
  leads: /[:：]\s*$/.test(text),
  whole,
})

/** Cuts a sentence without end between words, and a word without end anywhere. */
function chop(text: string, limit: number): string[] {
  const words = text.match(/\S{1,500}\s*/gu) ?? []
  return gather(
    words.map((word) => piece(word)),
    limit,
  ).map((run) => run.map((word) => word.text).join(''))
}

const pack = (pieces: Piece[], limit: number): string[] =>
  gather(pieces, limit).map((run) => run.map((one) => one.text).join('\n\n'))

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
