import type { Source } from '../../../shared/message.ts'
import { readWords } from '../knowledge/words.ts'
import type { PromptPassage } from './neighbours.ts'

const mostSources = 3
/** Fewer words in common prove nothing. */
const leastWords = 2
/** How near to the best a passage has to come. */
const nearness = 0.5

/**
 * The pages that a reply rests on, the best first: those whose words it uses, a word counting the less the more of the
 * passages have it. A greeting rests on none, whatever was found for it.
 */
export function sourcesOf(reply: string, passages: readonly PromptPassage[]): Source[] {
  const said = telling(reply)
  const held = passages.map((passage) => telling(`${passage.headingPath} ${passage.content}`))
  const scored = passages.map((passage, place) => {
    const common = [...said].filter((word) => held[place]?.has(word))
    const score = common.reduce((sum, word) => sum + 1 / held.filter((words) => words.has(word)).length, 0)
    return { passage, score: common.length < leastWords ? 0 : score }
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
  return [...pages.values()].slice(0, mostSources)
}

/** Words that can tell one passage from another: long ones, numbers, and pairs of signs of scripts without spaces. */
function telling(text: string): Set<string> {
  const { words, grams } = readWords(text)
  return new Set([...words.map((word) => word.text).filter((word) => word.length > 3 || /\d/.test(word)), ...grams])
}
