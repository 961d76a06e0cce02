import { type Block, partsOf, readSections } from '../knowledge/blocks.ts'
import type { PromptPassage } from './prompt-text.ts'
import type { QuestionWords } from './question-words.ts'

/** A piece of a passage, in whole sentences, items or rows. */
export type Extract = { passage: PromptPassage; text: string; score: number }

const mostExtracts = 3
const mostCharacters = 420
/** A piece that is so short is quoted with what follows it. */
const fewCharacters = 160
/** How near to the best an extract has to come. */
const nearness = 0.6

/** The pieces of the best passages that carry the question, the best first. */
export function chooseExtracts(passages: readonly PromptPassage[], question: QuestionWords): Extract[] {
  const all = passages.slice(0, mostExtracts * 2).map((passage, place) => bestOf(passage, question, place))
  const best = Math.max(0, ...all.map(({ score }) => score))
  const chosen = all.filter(({ score }, place) => place === 0 || (score > 0 && score >= best * nearness))
  return chosen.toSorted((one, other) => other.score - one.score).slice(0, mostExtracts)
}

type Unit = { text: string; score: number }
type Run = { head: string; glue: string; units: Unit[] }

/** The best piece of one passage. What stands under a heading that carries the question belongs to it. */
function bestOf(passage: PromptPassage, question: QuestionWords, place: number): Extract {
  const above = question.score(`${passage.title} ${passage.headingPath}`)
  const runs = readSections(passage.content)
    .flatMap(({ blocks }) => blocks)
    .map((block) => runOf(block, question))
  const whole = passage.content.trim()
  const scored = runs.map(windowOf).toSorted((one, other) => other.score - one.score)
  const best = scored[0] ?? { text: whole.slice(0, mostCharacters), score: 0 }
  const text = whole.length <= mostCharacters ? whole : best.text
  // Of equal ones, the one that the search put first.
  return { passage, text, score: best.score + above / 2 - place / 100 }
}

function runOf(block: Block, question: QuestionWords): Run {
  const { head, parts, glue } = partsOf(block)
  return { head: head.join('\n'), glue, units: parts.map((text) => ({ text, score: question.score(text) })) }
}

/** The best unit of a block with its neighbours, as long as they fit and say something about it. */
function windowOf({ head, glue, units }: Run): Unit {
  const peak = Math.max(0, ...units.map(({ score }) => score))
  let from = Math.max(
    0,
    units.findIndex(({ score }) => score === peak),
  )
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
  const text = [head, textOf()].filter(Boolean).join('\n')
  return { text: text.length <= mostCharacters * 2 ? text : cutAtWord(text, mostCharacters), score: peak }
}

/** A sentence without end is the one thing that is not quoted whole. */
const cutAtWord = (text: string, most: number): string =>
  `${text.slice(0, most).replace(/\s\S*$/, '')} …`.toWellFormed()
