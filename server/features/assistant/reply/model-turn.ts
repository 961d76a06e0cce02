import type { Phrases } from '../../../language/language.ts'
import type { ChatImage } from '../../../outside/model.ts'
import type { PromptPassage } from './neighbours.ts'
import type { Turn } from './turn.ts'

export type ModelTurn = {
  turn: Turn
  /** The best first. */
  passages: readonly PromptPassage[]
  /** Whether the day's budget is nearly used up, so that replies are kept short. */
  brief: boolean
  phrases: Phrases
  /** The photo of the visitor's message, if the model sees it. */
  photo?: ChatImage | undefined
}
