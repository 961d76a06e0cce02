import type { PromptPassage } from './neighbours.ts'
import type { Phrases } from './phrases.ts'
import type { Turn } from './turn.ts'

export type ModelTurn = {
  turn: Turn
  /** The best first. */
  passages: readonly PromptPassage[]
  /** Whether the day's budget is nearly used up, so that replies are kept short. */
  brief: boolean
  phrases: Phrases
}
