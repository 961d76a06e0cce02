import { maxMessageCharacters } from '../../../../shared/message.ts'
import { cut } from '../../../../shared/text.ts'
import { parseJson } from '../../../core/json.ts'
import type { ChatModel, ChatRequest, ToolCall } from '../../../outside/model.ts'
import { maxCalls } from '../prompt/action-format.ts'
import { withoutCalls } from './called-text.ts'
import { unlessQuestionAgain, untilNextTurn, withoutNoSources } from './echo.ts'
import { VainReply } from './failure.ts'
import { endOfNews } from './repeats.ts'
import { replyText, withoutHiddenParts } from './reply-text.ts'
import { chain, type Stage } from './text-stage.ts'
import { withoutThoughts } from './thoughts.ts'

/** The output of one model call. */
export type ModelOutput = {
  text: string
  called: ToolCall[]
  /** The answer as an object, if a format was asked for and it has it. Then there is no text. */
  whole: Record<string, unknown> | null
  /** As counted by the server; zero if it does not count, or the answer was cut off. */
  usage: { input: number; output: number }
  /** The number of characters written, shown or not. */
  written: number
  reason: string
}

/** The average token of every model is shorter than this. */
const charactersPerToken = 12
const maxThinking = 100_000
const maxCharacters = 30_000
/** Filters may lengthen a text. One character is reserved for the mark that it was truncated. */
const maxShown = maxMessageCharacters - 1
const maxWholePiece = 500
/** Whether the model repeats itself is looked at after this many characters. */
const betweenLooks = 40

/**
 * Streams one answer of a model. `show` receives the text for visitors in the tick in which it arrives. `output` is
 * filled during the call, so that it is complete if this throws. Stops a model that does not end by itself, or
 * repeats itself: then `output` has it once, or writes the visitor's next message: then `output` ends before it. What it
 * only repeats of the prompt is left out. If thoughts turn out to be among what was shown, `output` holds only what follows them.
 * @param callable the functions that the model may call, also in its text
 * @param guard creates the stage that holds back unsupported claims
 */
export async function streamModel(
  model: ChatModel,
  request: ChatRequest,
  output: ModelOutput,
  show: (text: string) => void,
  callable: readonly string[] = [],
  guard: () => Stage | undefined = () => undefined,
): Promise<void> {
  const call = (called: ToolCall) => {
    if (output.called.length < maxCalls) output.called.push(called)
  }
  const thoughts = withoutThoughts(beginsWithThoughts.has(model, request.model))
  const begin = () => filterOf(request.format ? undefined : withoutCalls(callable, call), request.messages, guard)
  let stage = begin()
  const read = (text: string) => {
    if (thoughts.hasSlipped()) {
      beginsWithThoughts.note(model, request.model)
      Object.assign(output, { text: '', called: [], reason: 'stop' })
      object = ''
      stage = begin()
    }
    return stage.push(text)
  }
  let object = ''
  const emit = (text: string) => {
    if (request.format) {
      object += text
      return
    }
    const room = maxShown - output.text.length
    const shown = text.length > room ? cut(text, room) : text
    if (shown.length < text.length) output.reason = 'length'
    if (shown === '') return
    output.text += shown
    show(shown)
  }
  const maxWritten = Math.min((request.maxTokens ?? maxCharacters) * charactersPerToken, maxCharacters)
  let thought = 0
  let [looked, news]: [number, number | undefined] = [0, undefined]
  for await (const chunk of model.chat(request)) {
    if (chunk.kind === 'done') Object.assign(output, { usage: chunk.usage, reason: chunk.reason })
    if (chunk.kind === 'tool') call({ name: chunk.name, arguments: chunk.arguments })
    if (chunk.kind === 'thinking') thought += chunk.text.length
    if (thought > maxThinking) throw new VainReply('The model thinks without coming to an end.')
    if (chunk.kind !== 'text') continue
    // One piece may be a million characters. A short one is never split, so that no word is cut.
    const text = chunk.text.slice(0, maxWritten + maxWholePiece - output.written)
    output.written += text.length
    emit(read(thoughts.push(text)))
    if (output.written > maxWritten) output.reason = 'length'
    if (output.written > maxWritten || output.text.length >= maxShown || stage.hasEnded()) break
    if (output.text.length < looked + betweenLooks) continue
    looked = output.text.length
    news = endOfNews(output.text)
    if (news !== undefined) break
  }
  if (news === undefined) emit(read(thoughts.end()) + stage.end())
  else Object.assign(output, { text: output.text.slice(0, news).trimEnd(), reason: 'repeats' })
  output.whole = request.format ? readObject(object) : null
}

/** What is removed from an answer: for visitors if it has no format, which `calls` says. */
function filterOf(calls: Stage | undefined, messages: ChatRequest['messages'], guard: () => Stage | undefined) {
  const turn = untilNextTurn()
  const stage = calls
    ? chain(calls, turn, withoutNoSources(), unlessQuestionAgain(messages), replyText(guard()))
    : withoutHiddenParts()
  return { ...stage, hasEnded: turn.hasEnded }
}

/** Null if it is invalid or incomplete. A model may put it into a code block. */
function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(text.replace(/^\s*```\w*\s*|\s*```\s*$/g, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

const maxModels = 100
// The models of each server that end thoughts without beginning them.
const models = new WeakMap<ChatModel, Set<string>>()
const beginsWithThoughts = {
  has: (model: ChatModel, name = '') => models.get(model)?.has(name) ?? false,
  note(model: ChatModel, name = '') {
    const names = models.get(model) ?? new Set()
    if (names.size < maxModels) models.set(model, names.add(name))
  },
}

export const noOutput = (): ModelOutput => ({
  text: '',
  called: [],
  whole: null,
  usage: { input: 0, output: 0 },
  written: 0,
  reason: 'stop',
})
