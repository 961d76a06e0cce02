import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../core/context.ts'
import type { ReplyMeter, ReplyOutcome } from '../../../core/meter.ts'
import type { ChatMessage, ChatModel, ChatRequest, ModelInfo, ToolCall } from '../../../outside/model.ts'
import type { ToolValues } from '../../tools/call.ts'
import { callTools, forModel, resultsOf as toolData, type Used } from '../../tools/offered.ts'
import type { ToolRow } from '../../tools/tools.ts'
import type { FactGuard } from '../guard/guard.ts'
import { toolDefinitions } from '../prompt/action-format.ts'
import { asData, asLine } from '../prompt/prompt-text.ts'
import type { ActionName } from './actions.ts'
import { modelRequestOf } from './choose.ts'
import { isModelError } from './failure.ts'
import { type ModelOutput, noOutput, streamModel } from './model-stream.ts'
import { assistantState } from './state.ts'
import type { ReplyOptions } from './turn.ts'

/** The request for one reply. */
export type ReplyRequest = {
  model: ChatModel
  info: ModelInfo
  named: string | undefined
  messages: ChatMessage[]
  /** The estimated size of the prompt, in tokens before scaling. */
  estimated: number
  offered: readonly ActionName[]
  /** The site's tools that the model may call, and the values of their placeholders. */
  tools: readonly ToolRow[]
  values: Omit<ToolValues, 'args'>
  settings: Pick<ChatRequest, 'maxTokens' | 'temperature' | 'think'>
  /** Null means that claims are not checked. */
  guard: FactGuard | null
}

/** The progress of a model call. It is filled as the call proceeds, and shows what was there if it fails. */
export type Run = {
  /** The latest text. */
  output: ModelOutput
  called: ModelOutput['called']
  /** What was said before a tool was called. */
  earlier: string
  /** The calls of tools. */
  used: Used[]
  tokens: { prompt: number; completion: number }
  ms: { queued: number; firstToken: number | null; model: number }
}

const retryAfterMs = 500
/** Milliseconds after which a visitor sees their place in the queue. */
const longWait = 5_000

export const newRun = (): Run => ({
  output: noOutput(),
  called: [],
  earlier: '',
  used: [],
  tokens: { prompt: 0, completion: 0 },
  ms: { queued: 0, firstToken: null, model: 0 },
})

type Work = {
  ctx: Context
  asked: ReplyRequest
  run: Run
  options: ReplyOptions
  meter: ReplyMeter
  /** Does something for which the model is not needed, while others have its place. */
  aside<T>(work: () => Promise<T>): Promise<T>
}
type Said = Pick<ChatRequest, 'messages' | 'tools' | 'think'>

/**
 * Asks the model for one reply, when the site's turn has come. `isEnough` decides whether there is something to show.
 * If not, because the model only called tools or its whole text was held back, it is asked once more. Throws
 * ModelErrors, a VainReply, a QueueFull, or the signal's reason.
 */
export async function runModel(
  ctx: Context,
  asked: ReplyRequest,
  run: Run,
  options: ReplyOptions,
  isEnough: () => boolean,
): Promise<void> {
  const hasOutput = performance.now()
  const meter = ctx.services.meter.reply()
  let outcome: ReplyOutcome = 'failed'
  let leave = () => {}
  try {
    leave = await enterQueue(ctx, options)
    meter.admitted()
    run.ms.queued = performance.now() - hasOutput
    const aside = async <T>(work: () => Promise<T>) => {
      leave()
      const result = await work()
      const since = performance.now()
      leave = await assistantState(ctx.services).queue.enterAgain(options.signal)
      run.ms.queued += performance.now() - since
      return result
    }
    await converse({ ctx, asked, run, options, meter, aside }, isEnough)
    outcome = options.signal.aborted ? 'interrupted' : 'answered'
  } catch (error) {
    if (options.signal.aborted) outcome = 'interrupted'
    throw error
  } finally {
    leave()
    await Promise.all(run.used.map(({ recorded }) => recorded))
    run.ms.model = performance.now() - hasOutput - run.ms.queued
    meter.over(outcome, run.tokens)
  }
}

/** Waits for the turn of the reply. */
async function enterQueue({ services, site }: Context, { signal, open, waits }: ReplyOptions): Promise<() => void> {
  let place = 0
  let isLong = false
  const becomeLong = () => {
    isLong = true
    // From here on, the response is a stream, so that no proxy takes it for lost.
    open()
    waits?.(place, isLong)
  }
  let cancel = () => {}
  const moved = (now: number) => {
    if (place === 0) cancel = services.clock.after(longWait, becomeLong)
    place = now
    waits?.(place, isLong)
  }
  try {
    const leave = await assistantState(services).queue.enter(site.id, signal, moved)
    if (place > 0) waits?.(0, isLong)
    return leave
  } finally {
    cancel()
  }
}

async function converse(work: Work, isEnough: () => boolean): Promise<void> {
  const { info, offered } = work.asked
  const messages = [...work.asked.messages]
  const tools = work.asked.tools.map(forModel)
  // A model without tools writes its calls as text.
  const functions = info.tools ? { tools: [...toolDefinitions(offered), ...tools] } : {}
  for (let round = 0; ; round++) {
    await say(work, { messages, ...functions })
    const results = await lookUp(work, round)
    if (results.length === 0) break
    messages.push(...results)
  }
  if (isEnough()) return
  const more = objectionTo(work.asked.guard) ?? resultsOf(work.run, info)
  // A model that did nothing but think would do so again.
  const hasThoughtOnly = more.length === 0
  await say(work, { messages: [...messages, ...more], ...(hasThoughtOnly && { think: false }) })
}

/** How often a model may call tools for one reply, and how many at a time. */
const maxRounds = 3
const maxAtOnce = 4

/** Calls the tools that the model asked for. Returns their results as messages; empty if it asked for none. */
async function lookUp({ ctx, asked, run, options, aside }: Work, round: number): Promise<ChatMessage[]> {
  const isTool = ({ name }: ToolCall) => asked.tools.some((tool) => tool.name === name)
  const calls = run.called.filter(isTool).slice(0, maxAtOnce)
  run.called = run.called.filter((call) => !isTool(call))
  if (calls.length === 0 || round >= maxRounds) return []
  const { text } = run.output
  if (text !== '') {
    options.text('\n\n')
    run.earlier += `${text}\n\n`
  }
  const values: typeof asked.values = { ...asked.values, data: { ...(asked.values.data ?? {}), ...toolData(run.used) } }
  const used = await aside(() => callTools(ctx, asked.tools, calls, values, options.signal))
  run.used.push(...used)
  asked.guard?.learnMore()
  if (asked.info.tools)
    return [
      { role: 'assistant', content: text, toolCalls: calls },
      ...used.map(({ name, text }): ChatMessage => ({ role: 'tool', toolName: name, content: text })),
    ]
  return [
    { role: 'assistant', content: [asData(text), ...calls.map(writtenCall)].join('\n').trim() },
    { role: 'user', content: used.map(({ name, text }) => `(${name} returns:)\n${text}`).join('\n\n') },
  ]
}

/** A call as a model without tools writes it, as its instructions say. */
const writtenCall = ({ name, arguments: given }: ToolCall): string =>
  `<tool_call>${asData(JSON.stringify({ name, arguments: given }))}</tool_call>`

async function say(work: Work, said: Said): Promise<void> {
  const { asked, run, options } = work
  const contextTokens = asked.info.contextTokens
  const named = modelRequestOf(work.ctx, asked.named)
  const started = performance.now()
  const show = (text: string) => {
    run.ms.firstToken ??= performance.now() - started
    work.meter.firstToken()
    options.open()
    options.text(text)
  }
  await stream(work, { ...named, ...asked.settings, ...said, contextTokens, signal: options.signal }, show)
  // A truncated reply gets a visible ending.
  if (run.output.reason === 'length' && run.output.text !== '') {
    show('…')
    run.output.text += '…'
  }
  run.called.push(...run.output.called)
}

/**
 * Whether the same call may succeed a moment later: the server is busy; or it ended in the middle of the reply, or, with
 * an answer of 500 before the first word, only the process that ran the model, and is started again.
 */
const isPassing = (error: unknown, { written }: ModelOutput): boolean =>
  isModelError(error) &&
  (error.kind === 'busy' ||
    error.kind === 'stopped' ||
    (error.kind === 'broken' && written === 0 && !!error.params?.status))

/** Streams one response. Retries once after a failure that passes. */
async function stream(work: Work, request: ChatRequest, show: (text: string) => void): Promise<void> {
  const { asked, run } = work
  const callable = [...asked.offered, ...asked.tools.map(({ name }) => name)]
  let shown = ''
  for (let isFirst = true; ; isFirst = false) {
    run.output = noOutput()
    let text = ''
    // What was shown before the retry is not shown again. If the reply becomes another, its end replaces what was shown.
    const go = (piece: string) => {
      text += piece
      if (!text.startsWith(shown)) return
      const more = text.slice(shown.length)
      shown = text
      if (more !== '') show(more)
    }
    try {
      await streamModel(asked.model, request, run.output, go, callable, () => asked.guard?.stage())
      return
    } catch (error) {
      learnFrom(work, error)
      if (!isFirst || !isPassing(error, run.output)) throw error
    } finally {
      count(work)
    }
    asked.guard?.heldBack.splice(0)
    await pause(retryAfterMs, undefined, { signal: request.signal })
  }
}

/** A server that refuses a prompt as too long tells how many tokens it has. */
function learnFrom({ ctx, asked: { info, estimated } }: Work, error: unknown): void {
  const tokens = isModelError(error) && error.kind === 'long' ? error.params?.tokens : undefined
  if (typeof tokens === 'number') assistantState(ctx.services).scale.learn(info.name, estimated, tokens)
}

/** Adds the tokens read and written, as counted by the server, otherwise estimated. */
function count({ ctx, asked: { info, estimated }, run: { output, tokens } }: Work): void {
  const { scale } = assistantState(ctx.services)
  const { usage } = output
  const hasOutput = output.written > 0 || output.called.length > 0
  tokens.prompt += usage.input || (hasOutput ? Math.ceil(estimated * scale.of(info.name)) : 0)
  tokens.completion += usage.output || Math.ceil(output.written / 4)
  scale.learn(info.name, estimated, usage.input)
}

/** Why nothing of the reply was shown, as feedback for the next attempt. Undefined if nothing was held back. */
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

/** The model's calls with a confirmation, so that it can refer to them. Its arguments are not repeated. */
function resultsOf({ called }: Run, { tools }: ModelInfo): ChatMessage[] {
  if (called.length === 0) return []
  const done = 'Done. Now reply in words.'
  const toolCalls = called.map(({ name }) => ({ name: name.slice(0, 64), arguments: {} }))
  if (!tools)
    return [
      { role: 'assistant', content: toolCalls.map(writtenCall).join('\n') },
      { role: 'user', content: `(${done})` },
    ]
  const results = toolCalls.map(({ name }): ChatMessage => ({ role: 'tool', toolName: name, content: done }))
  return [{ role: 'assistant', content: '', toolCalls }, ...results]
}
