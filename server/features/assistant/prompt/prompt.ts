import type { Facts } from '../../../../shared/facts.ts'
import { plainText, type StoredMessage } from '../../../../shared/message.ts'
import type { TraceLeftOut } from '../../../../shared/trace.ts'
import type { ChatMessage } from '../../../outside/model.ts'
import { beforeQuestion } from '../reply/echo.ts'
import type { PromptPassage } from '../reply/neighbours.ts'
import type { Turn } from '../reply/turn.ts'
import { type Given, instructions, paragraphs } from './instructions.ts'
import { costOf, createRoom } from './prompt-room.ts'
import {
  asData,
  businessText,
  contextText,
  detailsText,
  framedDetails,
  passageText,
  sourcesText,
  timeText,
} from './prompt-text.ts'

export type PromptInput = Given & {
  turn: Turn
  /** Replace the built-in instructions for replies to visitors. */
  instructions?: string
  /** The business's published instructions, with placeholders. */
  prompt: string | null
  facts: Facts | null
  /** The best first. */
  passages: readonly PromptPassage[]
  now: number
  /** The model's window, and the part reserved for the reply, in tokens. */
  window: number
  reserve: number
  /** The tokens that tools or a format add, estimated. */
  overhead: number
  /** The ratio of the model's tokens to estimated tokens. */
  scale: number
}

export type Prompt = {
  messages: ChatMessage[]
  used: PromptPassage[]
  /** What did not fit in the window. */
  leftOut: TraceLeftOut[]
  /** The cost with overhead, in tokens before scaling. */
  estimated: number
}

/**
 * The shares of the remaining room for the question and the business's instructions, and the parts that are kept as
 * long as possible.
 */
const shareOfQuestion = 0.5
const shareOfBusiness = 0.8
const shareOfDetails = 0.4
const firstPassages = 2
const firstMessages = 2

/**
 * Builds the prompt within the model's window. If it does not fit, the following is left out, in this order: the oldest
 * messages, the lowest passages, the latest messages, the best passages and the visitor's data; finally the end of the
 * business's instructions and details, and the middle of the question.
 */
export function buildPrompt(input: PromptInput): Prompt {
  const { turn, passages, settings } = input
  const whole = {
    business: businessText(
      input.prompt,
      turn,
      (input.tools ?? []).map(({ name }) => name),
    ),
    details: detailsText(input.facts, settings.assistant.locale),
    context: contextText(turn),
  }
  const earlier = chatMessages(turn.history)
  const asked = earlier.pop()?.content ?? ''
  const sources = passages.map(passageText)
  const instructionText = input.instructions ?? instructions(input)
  const moment = timeText(input.now, settings.assistant.timezone)

  const room = createRoom(Math.floor((input.window - input.reserve) / input.scale) - input.overhead)
  for (const text of [instructionText, moment, framedDetails(' '), sourcesText([]), beforeQuestion]) room.take(text)
  const question = room.cut(asked, shareOfQuestion, 'middle')
  const business = room.cut(whole.business, shareOfBusiness, 'end')
  const details = room.cut(whole.details, shareOfDetails, 'end')
  const context = room.fit([whole.context]) === 1 ? whole.context : ''
  const backwards = earlier.map(({ content }) => content).reverse()
  let used = room.fit(sources.slice(0, firstPassages))
  let kept = room.fit(backwards.slice(0, firstMessages))
  if (used === firstPassages) used += room.fit(sources.slice(firstPassages))
  if (kept === firstMessages) kept += room.fit(backwards.slice(firstMessages))

  // What changes from turn to turn comes last, so that the model server reads the rest only once.
  const messages: ChatMessage[] = [
    { role: 'system', content: paragraphs(instructionText, business, framedDetails(details)) },
    ...opened(earlier.slice(earlier.length - kept)),
    {
      role: 'user',
      content: paragraphs(moment, context, sourcesText(passages.slice(0, used)), beforeQuestion, question),
    },
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

/** A shortened conversation must still start with the visitor. */
const opened = (history: ChatMessage[]): ChatMessage[] =>
  history[0]?.role === 'assistant' ? [{ role: 'user', content: '(…)' }, ...history] : history

const missing = (part: TraceLeftOut['part'], texts: readonly string[]): TraceLeftOut[] =>
  texts.length === 0 ? [] : [{ part, count: texts.length, tokens: texts.reduce((sum, text) => sum + costOf(text), 0) }]

const shortened = (part: TraceLeftOut['part'], whole: string, kept: string): TraceLeftOut[] =>
  kept === whole ? [] : [{ part, count: 1, tokens: costOf(whole) - costOf(kept) }]

const opening: ChatMessage = { role: 'user', content: '(The visitor opened the chat.)' }

/** What a message says, and which file came with it. */
function wordsOf(message: StoredMessage): string {
  const text = plainText(message)
  if (!message.file) return text
  const { name } = message.file
  return text === name ? `(A file: ${name})` : `${text}\n(With a file: ${name})`
}

/**
 * The conversation for a model server: visitor and assistant alternate, starting and ending with the visitor.
 * Consecutive messages of one side are joined, because many chat templates reject them; notices are left out.
 */
function chatMessages(history: readonly StoredMessage[]): ChatMessage[] {
  const messages: ChatMessage[] = []
  for (const message of history) {
    const content = asData(wordsOf(message)).trim()
    if (message.role === 'system' || message.type === 'notice' || content === '') continue
    const role = message.role === 'user' ? 'user' : 'assistant'
    const last = messages.at(-1)
    if (last?.role === role) last.content += `\n\n${content}`
    else messages.push({ role, content })
  }
  return messages[0]?.role === 'assistant' ? [{ ...opening }, ...messages] : messages
}

/** Everything that the visitor wrote, including forms, unchanged. */
export const wordsOfVisitor = (history: readonly StoredMessage[]): string =>
  history
    .filter(({ role }) => role === 'user')
    .map((message) => `${plainText(message)}\n${JSON.stringify(message.payload ?? '')}`)
    .join('\n')
