import type { Facts } from '../../../shared/facts.ts'
import type { TraceLeftOut } from '../../../shared/trace.ts'
import type { ChatMessage } from '../../outside/model.ts'
import { type Given, instructions, paragraphs } from './instructions.ts'
import type { PromptPassage } from './neighbours.ts'
import { chatMessages } from './prompt-history.ts'
import { costOf, createRoom } from './prompt-room.ts'
import {
  businessText,
  contextText,
  detailsText,
  framedDetails,
  momentText,
  passageText,
  sourcesText,
} from './prompt-text.ts'
import type { Turn } from './turn.ts'

export type PromptInput = Given & {
  turn: Turn
  /** The published instructions of the business, with their placeholders. */
  prompt: string | null
  facts: Facts | null
  /** The best first. */
  passages: readonly PromptPassage[]
  now: number
  /** The model's window, and what of it is kept free for the reply, in tokens. */
  window: number
  reserve: number
  /** What tools or a format add, in estimated tokens. */
  overhead: number
  /** What an estimated token is in tokens of the model. */
  scale: number
}

export type Prompt = {
  messages: ChatMessage[]
  used: PromptPassage[]
  /** What the window had no room for. */
  leftOut: TraceLeftOut[]
  /** What it costs with its overhead, in tokens before scaling. */
  estimated: number
}

/** How much of what is left question and instructions of the business may take; and what stays as long as it can. */
const shareOfQuestion = 0.5
const shareOfBusiness = 0.8
const shareOfDetails = 0.4
const firstPassages = 2
const firstMessages = 2

/**
 * Builds the prompt within the model's window. Where it is too narrow, the oldest messages go first, then the lowest
 * passages, then the last messages, the best passages and what is known of the visitor; at last the end of the
 * business's instructions and of its details, and the middle of the question.
 */
export function buildPrompt(input: PromptInput): Prompt {
  const { turn, passages, settings } = input
  const whole = {
    business: businessText(input.prompt, turn),
    details: detailsText(input.facts, settings.assistant.locale),
    context: contextText(turn),
  }
  const earlier = chatMessages(turn.history)
  const asked = earlier.pop()?.content ?? ''
  const sources = passages.map(passageText)
  const told = instructions(input)
  const moment = momentText(input.now, settings.assistant.timezone)

  const room = createRoom(Math.floor((input.window - input.reserve) / input.scale) - input.overhead)
  for (const text of [told, moment, framedDetails(' '), sourcesText([])]) room.take(text)
  const question = room.cut(asked, shareOfQuestion, 'middle')
  const business = room.cut(whole.business, shareOfBusiness, 'end')
  const details = room.cut(whole.details, shareOfDetails, 'end')
  const context = room.fit([whole.context]) === 1 ? whole.context : ''
  const backwards = earlier.map(({ content }) => content).reverse()
  let used = room.fit(sources.slice(0, firstPassages))
  let kept = room.fit(backwards.slice(0, firstMessages))
  if (used === firstPassages) used += room.fit(sources.slice(firstPassages))
  if (kept === firstMessages) kept += room.fit(backwards.slice(firstMessages))

  const system = paragraphs(
    told,
    business,
    framedDetails(details),
    moment,
    context,
    sourcesText(passages.slice(0, used)),
  )
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    ...opened(earlier.slice(earlier.length - kept)),
    { role: 'user', content: question },
  ]
  return {
    messages,
    used: passages.slice(0, used),
    leftOut: [
      ...missing('history', backwards.slice(kept)),
      ...missing('passages', sources.slice(used)),
      ...missing('context', context === whole.context ? [] : [whole.context]),
      ...shortened('instructions', whole.business, business),
      ...shortened('context', whole.details, details),
      ...shortened('history', asked, question),
    ],
    estimated: input.overhead + messages.reduce((sum, { content }) => sum + costOf(content), 0),
  }
}

/** A conversation whose beginning was left out still begins with the visitor. */
const opened = (history: ChatMessage[]): ChatMessage[] =>
  history[0]?.role === 'assistant' ? [{ role: 'user', content: '(…)' }, ...history] : history

const missing = (part: TraceLeftOut['part'], texts: readonly string[]): TraceLeftOut[] =>
  texts.length === 0 ? [] : [{ part, count: texts.length, tokens: texts.reduce((sum, text) => sum + costOf(text), 0) }]

const shortened = (part: TraceLeftOut['part'], whole: string, kept: string): TraceLeftOut[] =>
  kept === whole ? [] : [{ part, count: 1, tokens: costOf(whole) - costOf(kept) }]
