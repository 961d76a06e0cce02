import type { ChatMessage } from '../../../outside/model.ts'
import { type Stage, scanStage } from './text-stage.ts'

/** Divides what the product says in the last message from what the visitor wrote. */
export const beforeQuestion = 'The visitor writes:'

/** Stands in the place of the sources if there are none. */
export const noSources = '(Nothing was found.)'

/** Removes `noSources`, which small models repeat instead of saying so in words of their own. */
export const withoutNoSources = (): Stage =>
  scanStage(
    () => /\(/,
    (rest, isOver) => {
      if (rest.startsWith(noSources)) return { length: noSources.length, text: '' }
      return noSources.startsWith(rest) && !isOver ? undefined : { length: 1, text: '(' }
    },
  )

const minCharacters = 8
/** The maximum characters that are held back, such as those of a model that writes white space without an end. */
const maxHeld = 2_000
const folded = (text: string): string =>
  text
    .replace(/^[\s"“„«'‘]+|[\s"”“»'’]+$/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()

/**
 * Removes a reply that is only the visitor's question once more, as small models write. What is no question, such as
 * a greeting, may be returned.
 * @param messages the prompt
 */
export function unlessQuestionAgain(messages: readonly ChatMessage[]): Stage {
  const prompt = messages.findLast(({ role, content }) => role === 'user' && content.includes(beforeQuestion))
  const question = folded(prompt?.content.split(beforeQuestion).at(-1) ?? '')
  let mayRepeat = /[?？؟]$/.test(question) && question.length >= minCharacters
  let held = ''
  const release = () => {
    const text = held
    held = ''
    return text
  }
  return {
    push(text) {
      held += text
      mayRepeat &&= held.length <= maxHeld && question.startsWith(folded(held))
      return mayRepeat ? '' : release()
    },
    end: () => (mayRepeat && folded(held) === question ? '' : release()),
  }
}

/**
 * Ends a reply where the model writes the visitor's next message itself. Small ones do, because they continue the pattern of
 * the prompt. One that begins its reply with the same words loses only these.
 */
export function untilNextTurn(): Stage & { hasEnded(): boolean } {
  let hasBegun = false
  let hasEnded = false
  const [first = ''] = beforeQuestion
  const begins = new RegExp(first)
  const stage = scanStage(
    () => begins,
    (rest, isOver) => {
      if (rest.startsWith(beforeQuestion)) {
        hasEnded ||= hasBegun
        hasBegun = true
        return { length: hasEnded ? rest.length : beforeQuestion.length, text: '' }
      }
      if (beforeQuestion.startsWith(rest) && !isOver) return undefined
      hasBegun = true
      return { length: 1, text: hasEnded ? '' : first }
    },
    (text) => {
      hasBegun ||= text.trim() !== ''
      return hasEnded ? '' : text
    },
  )
  return { ...stage, hasEnded: () => hasEnded }
}
