import type { Context } from '../../core/context.ts'
import { type Block, partsOf, readSections } from '../knowledge/blocks.ts'
import type { PromptPassage } from './prompt-text.ts'
import { scoreTexts } from './question-scores.ts'

/** A piece of a passage, in whole sentences, items or rows. */
export type Extract = {
  passage: PromptPassage
  /** The heading right above it; empty where there is none. */
  section: string
  text: string
  score: number
}

type Unit = { text: string; score: number }
/** The units of a block, with what stands above each part of it, such as the head of a table. */
type Run = { section: string; head: string; glue: string; units: Unit[]; place: number }
type Piece = { section: string; text: string; score: number }

const mostExtracts = 3
const mostCharacters = 420
/** A piece that is so short is quoted with what follows it. */
const fewCharacters = 160
/** How near to the best an extract has to come. */
const nearness = 0.75

/** The pieces of these passages that carry the question, in the order of the passages. */
export async function chooseExtracts(
  ctx: Context,
  passages: readonly PromptPassage[],
  question: string,
): Promise<Extract[]> {
  const chosen = passages.slice(0, mostExtracts).map((passage) => ({ passage, runs: runsOf(passage) }))
  const runs = chosen.flatMap(({ passage, runs }) => runs.map((run) => ({ run, path: passage.headingPath })))
  const headings = runs.map(({ run, path }) => `${path} ${run.section}`)
  const units = runs.flatMap(({ run }) => run.units)
  const scoreOf = await scoreTexts(ctx, question, [...headings, ...units.map(({ text }) => text)])
  for (const [at, unit] of units.entries()) unit.score = scoreOf(headings.length + at)
  for (const [at, { run }] of runs.entries()) run.place = at
  // What stands under a heading is about it.
  const together = (run: Run, unit: Unit) => scoreOf(run.place, headings.length + units.indexOf(unit))
  const extracts = chosen.map(({ passage, runs }) => ({ passage, ...bestOf(passage, runs, together) }))
  const best = Math.max(0, ...extracts.map(({ score }) => score))
  return extracts.filter(({ score }, place) => place === 0 || score >= best * nearness)
}

/** The blocks of a passage. A line such as `We accept:` stands above the list or table that it announces. */
function runsOf({ headingPath, content }: PromptPassage): Run[] {
  const above = headingPath.split(' > ').at(-1) ?? ''
  return readSections(content).flatMap(({ path, blocks }) => {
    let announced = ''
    return blocks.flatMap((block) => {
      const head = announced
      announced = announcementIn(block)
      return announced === '' ? [runOf(block, path.at(-1) ?? above, head)] : []
    })
  })
}

function announcementIn({ kind, lines }: Block): string {
  const text = lines.join('\n').trim()
  return kind === 'text' && /[:：]$/.test(text) && text.length < fewCharacters ? `${text}\n\n` : ''
}

function runOf(block: Block, section: string, announcement: string): Run {
  const { head, parts, glue } = partsOf(block)
  const units = parts.map((text) => ({ text, score: 0 }))
  return { section, head: announcement + head.map((line) => `${line}\n`).join(''), glue, units, place: 0 }
}

/** The whole passage where it is short, else its best piece. */
function bestOf(passage: PromptPassage, runs: readonly Run[], together: (run: Run, unit: Unit) => number): Piece {
  const pieces = runs.map((run): Piece => {
    const peak = run.units.toSorted((one, other) => other.score - one.score)[0]
    return peak
      ? { section: run.section, text: windowOf(run, peak), score: together(run, peak) }
      : { section: run.section, text: run.head.trim(), score: 0 }
  })
  const whole = passage.content.trim().replace(/^#{1,6}\s+(.+)$/gm, '**$1**')
  const [best] = pieces.toSorted((one, other) => other.score - one.score)
  if (best && whole.length > mostCharacters) return best
  return { section: passage.headingPath.split(' > ').at(-1) ?? '', text: whole, score: best?.score ?? 0 }
}

/** The best unit of a block with its neighbours, as long as they fit and carry something of the question too. */
function windowOf({ head, glue, units }: Run, peak: Unit): string {
  let from = units.indexOf(peak)
  let to = from + 1
  const textOf = () =>
    units
      .slice(from, to)
      .map(({ text }) => text)
      .join(glue)
      .trim()
  const fits = (unit: Unit | undefined) => unit !== undefined && textOf().length + unit.text.length <= mostCharacters
  const belongs = (unit: Unit | undefined) => textOf().length < fewCharacters || (unit?.score ?? 0) > 0
  while (fits(units[to]) && belongs(units[to])) to++
  while (fits(units[from - 1]) && (units[from - 1]?.score ?? 0) > 0) from--
  const text = head + textOf()
  return text.length <= mostCharacters * 2 ? text : cutAtWord(text, mostCharacters)
}

/** A sentence without end is the one thing that is not quoted whole. */
const cutAtWord = (text: string, most: number): string =>
  `${text.slice(0, most).replace(/\s\S*$/, '')} …`.toWellFormed()
