import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../core/context.ts'
import type { ReplyMeter, ReplyOutcome } from '../../core/meter.ts'
import type { ChatMessage, ChatModel, ChatRequest, ModelInfo } from '../../outside/model.ts'
import { answerFormat, calledIn, toolDefinitions } from './action-format.ts'
import type { ActionName } from './actions.ts'
import { isModelError } from './backend-fault.ts'
import { modelRequestOf } from './choose.ts'
import type { FactGuard } from './guard/guard.ts'
import { nothingSpoken, type Spoken, streamModel } from './model-stream.ts'
import { asData, asLine } from './prompt-data.ts'
import { assistantState } from './state.ts'
import type { ReplyOptions } from './turn.ts'

/** What a model is asked for one reply. */
export type Asked = {
  model: ChatModel
  info: ModelInfo
  messages: ChatMessage[]
  /** What the prompt was taken for, in tokens before scaling. */
  estimated: number
  offered: readonly ActionName[]
  settings: Pick<ChatRequest, 'maxTokens' | 'temperature' | 'think'>
  /** Null: whatever it claims is shown. */
  guard: FactGuard | null
}

/** How asking a model went, as far as it went: it is filled on the way, and tells what was there when it failed. */
export type Run = {
  /** What was said last. */
  spoken: Spoken
  called: Spoken['called']
  tokens: { prompt: number; completion: number }
  ms: { queued: number; firstToken: number | null; model: number }
}

const retryAfterMs = 500

export const newRun = (): Run => ({
  spoken: nothingSpoken(),
  called: [],
  tokens: { prompt: 0, completion: 0 },
  ms: { queued: 0, firstToken: null, model: 0 },
})

type Work = { ctx: Context; asked: Asked; run: Run; options: ReplyOptions; meter: ReplyMeter }
type Said = Pick<ChatRequest, 'messages' | 'tools' | 'format'>

/**
 * Asks the model for one reply, as soon as the site has its turn. `isEnough` says whether there is something to show; where
 * there is not, because the model only called something or everything that it said was held back, it is asked once more. Throws ModelErrors, a VainReply,
 * a QueueFull, or the signal's reason.
 */
export async function runModel(
  ctx: Context,
  asked: Asked,
  run: Run,
  options: ReplyOptions,
  isEnough: () => boolean,
): Promise<void> {
  const begun = performance.now()
  const meter = ctx.parts.meter.reply()
  let outcome: ReplyOutcome = 'failed'
  let leave = () => {}
  try {
    leave = await assistantState(ctx.parts).queue.enter(ctx.site.id, options.signal)
    meter.admitted()
    run.ms.queued = performance.now() - begun
    await converse({ ctx, asked, run, options, meter }, isEnough)
    outcome = options.signal.aborted ? 'interrupted' : 'answered'
  } catch (error) {
    if (options.signal.aborted) outcome = 'interrupted'
    throw error
  } finally {
    leave()
    run.ms.model = performance.now() - begun - run.ms.queued
    meter.over(outcome, run.tokens)
  }
}

async function converse(work: Work, isEnough: () => boolean): Promise<void> {
  const { info, messages, offered } = work.asked
  // Actions are tools where the model takes them, and part of its answer's form where it does not.
  const form = info.tools ? {} : { format: answerFormat(offered) }
  await say(work, { messages, ...form, ...(info.tools ? { tools: toolDefinitions(offered) } : {}) })
  if (isEnough()) return
  const more = objectionTo(work.asked.guard) ?? resultsOf(work.run)
  await say(work, { messages: [...messages, ...more], ...form })
}

async function say(work: Work, said: Said): Promise<void> {
  const { asked, run, options } = work
  const contextTokens = asked.info.contextTokens
  const named = modelRequestOf(work.ctx)
  const started = performance.now()
  const show = (text: string) => {
    run.ms.firstToken ??= performance.now() - started
    work.meter.firstToken()
    options.open()
    options.text(text)
  }
  await stream(work, { ...named, ...asked.settings, ...said, contextTokens, signal: options.signal }, show)
  // A reply that was cut off ends so that it can be seen.
  if (run.spoken.reason === 'length' && run.spoken.text !== '') {
    show('…')
    run.spoken.text += '…'
  }
  const { whole, called } = run.spoken
  run.called.push(...called, ...(whole ? calledIn(whole) : []))
}

/** Streams one answer. A server that is busy, or still loads its model, is asked once more. */
async function stream(work: Work, request: ChatRequest, show: (text: string) => void): Promise<void> {
  const { asked, run } = work
  for (let isFirst = true; ; isFirst = false) {
    run.spoken = nothingSpoken()
    try {
      await streamModel(asked.model, request, run.spoken, show, asked.guard?.stage())
      return
    } catch (error) {
      if (!isFirst || !isModelError(error) || error.kind !== 'busy') throw error
    } finally {
      count(work)
    }
    await pause(retryAfterMs, undefined, { signal: request.signal })
  }
}

/** Adds what was read and written, as the server counted it; where it did not, as it is estimated. */
function count({ ctx, asked: { info, estimated }, run: { spoken, tokens } }: Work): void {
  const { scale } = assistantState(ctx.parts)
  const { input, output } = spoken.usage
  const begun = spoken.written > 0 || spoken.called.length > 0
  tokens.prompt += input || (begun ? Math.ceil(estimated * scale.of(info.name)) : 0)
  tokens.completion += output || Math.ceil(spoken.written / 4)
  scale.learn(info.name, estimated, input)
}

/** Why nothing of the reply was shown, so that the next one can be. Where nothing was held back, undefined. */
function objectionTo(guard: FactGuard | null): ChatMessage[] | undefined {
  if (!guard || guard.heldBack.length === 0) return undefined
  guard.askedAgain = guard.heldBack.length
  const claims = guard.heldBack.map(({ claim }) => `"${asLine(claim.text, 100)}"`).join(', ')
  return [
    { role: 'assistant', content: asData(guard.heldBack.map(({ sentence }) => sentence).join(' ')) },
    {
      role: 'user',
      content: `(This reply was not sent: no source says ${claims}. Reply to my last message again, with what the sources say; if they do not say it, say that you do not know.)`,
    },
  ]
}

/** What the model called, and that it was done, so that it can speak about it. Its own arguments are not repeated. */
function resultsOf({ called }: Run): ChatMessage[] {
  if (called.length === 0) return []
  const toolCalls = called.map(({ name }) => ({ name: name.slice(0, 64), arguments: {} }))
  const results = called.map(
    ({ name }): ChatMessage => ({ role: 'tool', toolName: name.slice(0, 64), content: 'Done. Now reply in words.' }),
  )
  return [{ role: 'assistant', content: '', toolCalls }, ...results]
}
