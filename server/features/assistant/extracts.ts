import type { Context } from '../../core/context.ts'
import { partsOf, readSections } from '../knowledge/blocks.ts'
import type { PromptPassage } from './prompt-text.ts'
import { scoreTexts } from './question-scores.ts'

/** A piece of a passage, in whole sentences, items or rows. */
export type Extract = { passage: PromptPassage; text: string; score: number }

type Unit = { text: string; score: number }
/** The units of a block: sentences, items or rows, with what stands above each part of it, such as the head of a table. */
type Run = { head: string; glue: string; units: Unit[] }

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
  const units = chosen.flatMap(({ runs }) => runs.flatMap((run) => run.units))
  const headings = chosen.map(({ passage }) => passage.headingPath)
  const scoreOf = await scoreTexts(ctx, question, [...headings, ...units.map(({ text }) => text)])
  for (const [at, unit] of units.entries()) unit.score = scoreOf(headings.length + at)
  const extracts = chosen.map(({ passage, runs }, at) => {
    const { text, peak } = bestOf(passage, runs)
    // What stands under a heading is about it.
    return { passage, text, score: peak ? scoreOf(at, headings.length + units.indexOf(peak)) : 0 }
  })
  const best = Math.max(0, ...extracts.map(({ score }) => score))
  return extracts.filter(({ score }, place) => place === 0 || score >= best * nearness)
}

/** The blocks of a passage. A line such as `We accept:` stands above the list or table that it announces. */
function runsOf({ content }: PromptPassage): Run[] {
  const runs: Run[] = []
  let announcement = ''
  for (const block of readSections(content).flatMap(({ blocks }) => blocks)) {
    const { head, parts, glue } = partsOf(block)
    const text = block.lines.join('\n').trim()
    if (block.kind === 'text' && /[:：]$/.test(text) && text.length < fewCharacters) {
      announcement = `${text}\n\n`
      continue
    }
    const units = parts.map((text) => ({ text, score: 0 }))
    runs.push({ head: announcement + head.map((line) => `${line}\n`).join(''), glue, units })
    announcement = ''
  }
  return runs
}

type Piece = { text: string; peak: Unit | undefined }

/** The whole passage where it is short, else its best piece. */
function bestOf({ content }: PromptPassage, runs: readonly Run[]): Piece {
  const scoreOf = ({ peak }: Piece) => peak?.score ?? 0
  const [best] = runs.map(windowOf).toSorted((one, other) => scoreOf(other) - scoreOf(one))
  const whole = content.trim()
  return best && whole.length > mostCharacters ? best : { text: whole, peak: best?.peak }
}

/** The best unit of a block with its neighbours, as long as they fit and carry something of the question too. */
function windowOf({ head, glue, units }: Run): Piece {
  const peak = units.toSorted((one, other) => other.score - one.score)[0]
  let from = peak ? units.indexOf(peak) : 0
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
  return { text: text.length <= mostCharacters * 2 ? text : cutAtWord(text, mostCharacters), peak }
}

/** A sentence without end is the one thing that is not quoted whole. */
const cutAtWord = (text: string, most: number): string =>
  `${text.slice(0, most).replace(/\s\S*$/, '')} …`.toWellFormed()
