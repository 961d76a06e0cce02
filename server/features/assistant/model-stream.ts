import { mostMessageCharacters } from '../../../shared/message.ts'
import type { ChatModel, ChatRequest, ToolCall } from '../../outside/model.ts'
import { mostCalls } from './action-format.ts'
import { VainReply } from './backend-fault.ts'
import { withoutHiddenParts } from './hidden-parts.ts'
import { ReplyReader } from './reply-json.ts'
import { replyText } from './reply-text.ts'
import { chain, type Stage } from './text-stage.ts'

/** What a model wrote in one go. */
export type Spoken = {
  text: string
  called: ToolCall[]
  /** The answer as an object, where it was one. */
  whole: Record<string, unknown> | null
  /** What the server counted; zero where it did not, or the answer was broken off. */
  usage: { input: number; output: number }
  /** Characters that it wrote, shown or not. */
  written: number
  reason: string
}

/** No model writes longer tokens than this, on average. */
const charactersPerToken = 12
const mostThinking = 100_000
const mostCharacters = 30_000
/** Filters may make a text longer. Room is left for the sign that it was cut off. */
const maxShown = mostMessageCharacters - 1
const maxWholePiece = 500

/**
 * Streams one answer of a model. `show` gets what a visitor may read, in the tick in which it came. `spoken` is filled on
 * the way, so that it holds what there was when it throws. Ends a model that does not end by itself.
 * @param guard holds back what nothing supports
 */
export async function streamModel(
  model: ChatModel,
  request: ChatRequest,
  spoken: Spoken,
  show: (text: string) => void,
  guard?: Stage,
): Promise<void> {
  const reader = new ReplyReader()
  const stage = request.format ? chain(withoutHiddenParts(), reader, replyText(guard)) : replyText(guard)
  const tell = (text: string) => {
    const room = maxShown - spoken.text.length
    const shown = text.length > room ? text.slice(0, room).replace(/[\ud800-\udbff]$/, '') : text
    if (shown.length < text.length) spoken.reason = 'length'
    if (shown === '') return
    spoken.text += shown
    show(shown)
  }
  const most = Math.min((request.maxTokens ?? mostCharacters) * charactersPerToken, mostCharacters)
  let thought = 0
  for await (const chunk of model.chat(request)) {
    if (chunk.kind === 'done') Object.assign(spoken, { usage: chunk.usage, reason: chunk.reason })
    if (chunk.kind === 'tool' && spoken.called.length < mostCalls) {
      spoken.called.push({ name: chunk.name, arguments: chunk.arguments })
    }
    if (chunk.kind === 'thinking') thought += chunk.text.length
    if (thought > mostThinking) throw new VainReply('The model thinks without coming to an end.')
    if (chunk.kind !== 'text') continue
    // One piece may be a million characters. A short one stays whole, so that no word is cut.
    const text = chunk.text.slice(0, most + maxWholePiece - spoken.written)
    spoken.written += text.length
    tell(stage.push(text))
    if (spoken.written > most) spoken.reason = 'length'
    if (spoken.written > most || spoken.text.length >= maxShown) break
  }
  tell(stage.end())
  spoken.whole = request.format ? reader.whole() : null
}

export const nothingSpoken = (): Spoken => ({
  text: '',
  called: [],
  whole: null,
  usage: { input: 0, output: 0 },
  written: 0,
  reason: 'stop',
})
