import type { Context } from '../../../core/context.ts'
import { type Block, partsOf, readSections } from '../../knowledge/blocks.ts'
import type { PromptPassage } from './neighbours.ts'
import { scoreTexts } from './question-scores.ts'

/** A part of a passage, in whole sentences, items or rows. */
export type Extract = {
  passage: PromptPassage
  /** The heading directly above it; empty if there is none. */
  section: string
  text: string
  score: number
}

type Unit = { text: string; score: number }
/** The units of a block, with the text above each part, such as the head of a table. */
type Run = { section: string; head: string; glue: string; tail: string; units: Unit[]; maxLength: number }

const maxExtracts = 3
const maxCharacters = 420
/** A single row of a table says little, so more of it is quoted. */
const maxTableCharacters = 900
/** A piece shorter than this is quoted together with what follows. */
const fewCharacters = 160
/** The minimum score of an extract, relative to the best. */
const nearness = 0.75

/** The pieces of these passages that match the question, in the order of the passages. */
export async function chooseExtracts(
  ctx: Context,
  passages: readonly PromptPassage[],
  question: string,
): Promise<Extract[]> {
  const chosen = passages.slice(0, maxExtracts).map((passage) => ({ passage, runs: runsOf(passage) }))
  const runs = chosen.flatMap((one) => one.runs)
  const units = runs.flatMap((run) => run.units)
  const paths = chosen.map(({ passage }) => passage.headingPath)
  const above = runs.map(({ section, head }) => `${section} ${head}`)
  const scoreOf = await scoreTexts(ctx, question, [...paths, ...above, ...units.map(({ text }) => text)])
  for (const [at, unit] of units.entries()) unit.score = scoreOf(paths.length + runs.length + at)
  // Text below a heading is about the heading: within a passage its own heading counts, next to other passages all of
  // them.
  const under = (run: Run, unit: Unit, ...more: number[]) =>
    scoreOf(paths.length + runs.indexOf(run), paths.length + runs.length + units.indexOf(unit), ...more)
  const extracts = chosen.map(({ passage, runs }, at) => {
    const best = bestOf(runs, under)
    const score = best ? under(best.run, best.peak, at) : 0
    return { passage, ...pieceOf(passage, best), score }
  })
  const best = Math.max(0, ...extracts.map(({ score }) => score))
  return extracts.filter(({ score }, place) => place === 0 || score >= best * nearness)
}

/** The blocks of a passage. A line such as `We accept:` belongs to the list or table that follows. */
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
  const { head, parts, glue, tail } = partsOf(block)
  const units = parts.map((text) => ({ text, score: 0 }))
  return {
    section,
    head: announcement + head.map((line) => `${line}\n`).join(''),
    glue,
    tail: tail.map((line) => `\n${line}`).join(''),
    units,
    maxLength: head.length > 0 ? maxTableCharacters : maxCharacters,
  }
}

type Best = { run: Run; peak: Unit }

/** The unit that matches the question best, with its block. */
function bestOf(runs: readonly Run[], under: (run: Run, unit: Unit) => number): Best | undefined {
  const peaks = runs.flatMap((run) => {
    const [peak] = run.units.toSorted((one, other) => other.score - one.score)
    return peak ? [{ run, peak, score: under(run, peak) }] : []
  })
  return peaks.toSorted((one, other) => other.score - one.score)[0]
}

/** The whole passage if it is short, otherwise its best piece. */
function pieceOf({ headingPath, content }: PromptPassage, best: Best | undefined): Pick<Extract, 'section' | 'text'> {
  const whole = withBoldHeadings(content.trim())
  if (best && whole.length > maxCharacters) return { section: best.run.section, text: windowOf(best.run, best.peak) }
  return { section: headingPath.split(' > ').at(-1) ?? '', text: cutAtWord(whole, maxCharacters * 2) }
}

/** Headings as bold lines; what looks like a heading in code is kept. */
const withBoldHeadings = (content: string): string =>
  content
    .split(/(^\s*(?:`{3,}|~{3,})[\s\S]*?^\s*(?:`{3,}|~{3,})[^\n]*$)/m)
    .map((part, at) => (at % 2 === 0 ? part.replace(/^#{1,6}\s+(.+)$/gm, '**$1**') : part))
    .join('')

/** The best unit of a block with its neighbours, as long as they fit and also match a part of the question. */
function windowOf({ head, glue, tail, units, maxLength }: Run, peak: Unit): string {
  let from = units.indexOf(peak)
  let to = from + 1
  const textOf = () =>
    units
      .slice(from, to)
      .map(({ text }) => text)
      .join(glue)
      .trim()
  const fits = (unit: Unit | undefined) => unit !== undefined && textOf().length + unit.text.length <= maxLength
  const belongs = (unit: Unit | undefined) => maxLength === maxTableCharacters || (unit?.score ?? 0) > 0
  while (fits(units[to]) && (belongs(units[to]) || textOf().length < fewCharacters)) to++
  while (fits(units[from - 1]) && belongs(units[from - 1])) from--
  return cutAtWord(head + textOf(), maxLength * 2) + tail
}

/** Only a sentence that is too long is not quoted in full. */
const cutAtWord = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s\S*$/, '')} …`.toWellFormed()
