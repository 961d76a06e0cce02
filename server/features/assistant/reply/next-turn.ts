import { type Stage, scanStage } from './text-stage.ts'

/** Divides what the product says in the last message from what the visitor wrote. */
export const beforeQuestion = 'The visitor writes:'

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
