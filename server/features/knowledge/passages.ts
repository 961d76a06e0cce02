import { type Block, partsOf, readSections, type Section } from './blocks.ts'

/** A piece of a document, small enough for a prompt and for a quote. */
export type Passage = {
  /** The headings above it, outermost first: `Delivery > Abroad`. Empty before the first heading. */
  headingPath: string
  /** Markdown, without those headings. */
  content: string
  /** Estimated tokens for a model. */
  tokens: number
}

export const maxWords = 300
/** … and at most this many tokens. */
const maxTokens = 400
/** A table row is one unit, unless it has more words than this. */
const maxRowWords = 1500
/** A passage with fewer words absorbs the content of its subheadings, … */
const enoughWords = 150
/** … and one with fewer words than this also absorbs what follows on the same level. */
const fewWords = 60

/**
 * Cuts Markdown or plain text into passages of at most about 300 words, evenly if a section is longer. Short sections
 * are joined. A list, table or sentence is cut only if it alone is too long; a table is then cut between rows, with its
 * header repeated. Runs in linear time for any text.
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
    if (run && related && short && words + section.words <= maxWords) {
      run.push(section)
      words += section.words
    } else {
      runs.push([section])
      words = section.words
    }
  }
  return runs
}

/** How often to try a shorter limit for texts with long words. */
const triesOfLimit = 6

/** The texts of joined sections. If words are so long that a text has too many tokens, all are cut shorter. */
function contentsOf(sections: Section[], path: string[]): string[] {
  let limit = maxWords
  for (let tried = 1; ; tried++) {
    const pieces = sections.flatMap((section) => piecesOf(section, path, limit))
    const contents = pack(pieces, limit)
    const rows = new Set(pieces.filter(({ whole }) => whole).map(({ text }) => text))
    const worst = contents.reduce((max, text) => (rows.has(text) ? max : Math.max(max, estimateTokens(text))), 0)
    if (worst <= maxTokens || tried === triesOfLimit) return contents
    limit *= Math.min(0.85, maxTokens / worst)
  }
}

/** The blocks of a section, preceded by those of its headings that are not in the passage's path. */
function piecesOf({ path, blocks }: Section, above: string[], limit: number): Piece[] {
  const pieces = blocks.flatMap((block) => cutBlock(block, limit))
  const [first, ...rest] = pieces
  const headings = path.slice(above.length).map((heading) => `### ${heading}\n\n`)
  return first && headings.length > 0 ? [piece(headings.join('') + first.text, first.whole), ...rest] : pieces
}

/**
 * Text in the stored form: well-formed, NFC, without control characters, with LF line
 * endings.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\ufeff/gu, '')
}

// Thai, Lao, Khmer, Myanmar, Kana, Han. Hangul has spaces but needs as many tokens.
const dense = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uf900-\ufaff]/g
const hangul = /[\u1100-\u11ff\uac00-\ud7af]/g

/** Estimates the tokens of a text: four characters each, or one East Asian character. */
export function estimateTokens(text: string): number {
  const signs = (text.match(dense)?.length ?? 0) + (text.match(hangul)?.length ?? 0)
  return Math.ceil((text.length - signs) / 4 + signs)
}

/**
 * The length of a text in words. Three characters of a script without spaces count as two words; every 12 characters
 * count as at least one.
 */
export function wordsOf(text: string): number {
  const signs = text.match(dense)?.length ?? 0
  return Math.max((text.match(/\S+/g)?.length ?? 0) + (signs * 2) / 3, text.length / 12)
}

type Piece = {
  text: string
  words: number
  leads: boolean
  /** Never cut, whatever its length. */
  whole: boolean
}

/** A block as one piece, or as several pieces of similar length if it is too long. */
function cutBlock(block: Block, limit: number): Piece[] {
  const all = piece(block.lines.join('\n').trim())
  if (all.words <= limit) return [all]
  const { head, parts, glue, tail } = partsOf(block)
  const maxPieceWords = block.kind === 'table' ? maxRowWords : limit
  const small = parts.flatMap((part) => (wordsOf(part) > maxPieceWords ? chop(part, limit) : [part]))
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

/** A line that introduces a list or table stays with it. */
const piece = (text: string, whole = false): Piece => ({
  text,
  words: wordsOf(text),
  leads: /[:：]\s*$/.test(text),
  whole,
})

/** Cuts an overlong sentence between words, and an overlong word anywhere. */
function chop(text: string, limit: number): string[] {
  const words = text.match(/\S{1,500}\s*/gu) ?? []
  return gather(
    words.map((word) => piece(word)),
    limit,
  ).map((run) => run.map((word) => word.text).join(''))
}

const pack = (pieces: Piece[], limit: number): string[] =>
  gather(pieces, limit).map((run) => run.map((one) => one.text).join('\n\n'))

/** Groups pieces in order into as few runs as `limit` words allow, of similar length. */
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
