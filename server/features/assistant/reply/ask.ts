import type { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import { NotYet } from '../../../core/queue.ts'
import type { ChatMessage, ChatRequest } from '../../../outside/model.ts'
import { neuronsOf, readBudget, spendNeuronsAlone } from '../../usage.ts'
import { createRoom } from '../prompt/prompt-room.ts'
import { countTokens } from '../prompt/tokens.ts'
import { type Backend, chooseBackend, modelRequestOf } from './choose.ts'
import { isModelError, VainReply } from './failure.ts'
import { Displaced, QueueFull } from './fair-queue.ts'
import { type ModelOutput, noOutput, streamModel } from './model-stream.ts'
import { assistantState } from './state.ts'
import type { Stage } from './text-stage.ts'

export type ModelBackend = Extract<Backend, { kind: 'model' }>

type Question = { messages: ChatMessage[] } & Required<Pick<ChatRequest, 'maxTokens' | 'temperature'>> &
  Pick<ChatRequest, 'format'> & {
    /** Whether visitors go first. The call is aborted with a QueueFull when one would have to wait for it. */
    behind?: boolean
    /** Creates a filter of the answer, such as the fact guard. */
    stage?: () => Stage
  }

/**
 * Asks the site's model something other than a reply to a visitor, when the site's turn has come. `output` is filled
 * during the call and contains the usage even if this throws: a ModelError, a QueueFull, a VainReply, or the signal's
 * reason. Work behind visitors is aborted when one would have to wait for it, and begins again after them; a task
 * throws a NotYet instead of waiting for long.
 */
export async function askModel(ctx: Context, backend: ModelBackend, question: Question, output: ModelOutput) {
  for (;;) {
    try {
      return await askOnce(ctx, backend, question, output)
    } catch (error) {
      const isTask = ctx.actor.kind === 'system'
      if (question.behind && isTask && error instanceof QueueFull) throw new NotYet(ctx.now() + taskPause, error)
      if (!(error instanceof Displaced)) throw error
      Object.assign(output, noOutput())
    }
  }
}

async function askOnce(
  ctx: Context,
  { model, info, named }: ModelBackend,
  { behind = false, stage, ...question }: Question,
  output: ModelOutput,
): Promise<void> {
  const { queue } = assistantState(ctx.services)
  const { leave, displaced } = behind
    ? await queue.enterBehind(ctx.signal)
    : { leave: await queue.enter(ctx.site.id, ctx.signal), displaced: undefined }
  try {
    const signal = displaced ? AbortSignal.any([ctx.signal, displaced]) : ctx.signal
    const request = { ...question, ...modelRequestOf(ctx, named), contextTokens: info.contextTokens, signal }
    await streamModel(model, request, output, () => {}, [], stage)
  } catch (error) {
    displaced?.throwIfAborted()
    throw error
  } finally {
    leave()
    const { usage } = output
    const sent = output.written > 0 ? question.messages.reduce((sum, { content }) => sum + countTokens(content), 0) : 0
    output.usage = { input: usage.input || sent, output: usage.output || Math.ceil(output.written / 4) }
  }
}

export type Task<T> = {
  /** The instruction. Everything after it is untrusted material. */
  instructions: string
  /** Pieces in separate delimiters, the most important first; those that do not fit in the window are left out. */
  material: readonly string[]
  /** The order in which the kept pieces appear; default: as given. */
  arrange?(kept: readonly string[]): readonly string[]
  /** Whether replies to visitors take precedence. */
  behind?: boolean
  /** The JSON schema given to the model, and the schema that validates its answer. */
  format: Record<string, unknown>
  schema: z.ZodType<T>
  maxTokens: number
  /** Receives the cost of each attempt, in neurons. */
  cost?(neurons: number): void
}

/** Milliseconds after which a task tries again that had to make room. */
const taskPause = 5_000
const triesOfAnswer = 2
const windowShare = 0.8

/**
 * Asks the site's model for a validated answer, and retries once if it is invalid. Undefined if there is no model, it
 * fails, or the day's budget is used up. The cost is recorded.
 */
export async function askForJson<T>(ctx: Context, task: Task<T>): Promise<T | undefined> {
  try {
    const backend = await chooseBackend(ctx)
    if (backend.kind !== 'model' || (await readBudget(ctx)) === 'exhausted') return undefined
    for (let tried = 0; tried < triesOfAnswer; tried++) {
      const { success, data } = task.schema.safeParse(await answerTo(ctx, backend, task))
      if (success) return data
    }
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (!isModelError(error) && !(error instanceof QueueFull) && !(error instanceof VainReply)) throw error
    ctx.log.warn({ err: error, site: ctx.site.id }, 'could not call the model')
  }
  return undefined
}

async function answerTo<T>(
  ctx: Context,
  backend: ModelBackend,
  { instructions, material, arrange = (kept) => kept, format, maxTokens, behind = false, cost }: Task<T>,
) {
  const room = createRoom(Math.floor(backend.info.contextTokens * windowShare) - maxTokens)
  room.take(instructions)
  const content = arrange(material.slice(0, room.fit(material))).join('\n\n')
  const messages: ChatMessage[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: `<sources>\n\n${content}\n\n</sources>` },
  ]
  const output = noOutput()
  try {
    await askModel(ctx, backend, { messages, format, maxTokens, temperature: 0.2, behind }, output)
    return output.whole
  } finally {
    const neurons = neuronsOf(output.usage.input + output.usage.output)
    cost?.(neurons)
    await spendNeuronsAlone(ctx, neurons)
  }
}
