import type { Source } from '../../../../shared/message.ts'
import { readWords } from '../../knowledge/words.ts'
import type { PromptPassage } from './neighbours.ts'

const maxSources = 3
/** Fewer common words prove nothing. */
const minWords = 2
/** The minimum score of a passage, relative to the best. */
const nearness = 0.5

/**
 * The pages that a reply is based on, the best first: those that share its words, where words that occur in many
 * passages count less. A greeting has no sources, whatever was found for it.
 */
export function sourcesOf(reply: string, passages: readonly PromptPassage[]): Source[] {
  const said = telling(reply)
  const held = passages.map((passage) => telling(`${passage.headingPath} ${passage.content}`))
  const scored = passages.map((passage, place) => {
    const common = [...said].filter((word) => held[place]?.has(word))
    const score = common.reduce((sum, word) => sum + 1 / held.filter((words) => words.has(word)).length, 0)
    return { passage, score: common.length < minWords ? 0 : score }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const near = scored.filter(({ score }) => score > 0 && score >= best * nearness)
  return toSources(near.sort((one, other) => other.score - one.score).map(({ passage }) => passage))
}

/** Each page once. */
export function toSources(passages: readonly PromptPassage[]): Source[] {
  const pages = new Map<string, Source>()
  for (const { id, title, url } of passages) {
    const page = url ?? title
    if (!pages.has(page)) pages.set(page, { title, url, passageId: id })
  }
  return [...pages.values()].slice(0, maxSources)
}

/** Words that can distinguish passages: long ones, numbers, and pairs of characters in scripts without spaces. */
function telling(text: string): Set<string> {
  const { words, grams } = readWords(text)
  return new Set([...words.map((word) => word.text).filter((word) => word.length > 3 || /\d/.test(word)), ...grams])
}
