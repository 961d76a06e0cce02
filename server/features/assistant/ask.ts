import type { z } from 'zod'
import type { Context } from '../../core/context.ts'
import type { ChatMessage, ChatRequest } from '../../outside/model.ts'
import { isModelError, VainReply } from './backend-fault.ts'
import { type Backend, chooseBackend, modelRequestOf } from './choose.ts'
import { QueueFull } from './fair-queue.ts'
import { nothingSpoken, type Spoken, streamModel } from './model-stream.ts'
import { createRoom } from './prompt-room.ts'
import { assistantState } from './state.ts'
import { countTokens } from './tokens.ts'
import { neuronsOf, readBudget, spendNeuronsAlone } from './usage.ts'

export type ModelBackend = Extract<Backend, { kind: 'model' }>

type Question = { messages: ChatMessage[] } & Required<Pick<ChatRequest, 'maxTokens' | 'temperature'>> &
  Pick<ChatRequest, 'format'> & { behind?: boolean }

/**
 * Asks the site's model something that is no reply to a visitor, as soon as the site has its turn. `spoken` is filled on
 * the way, and holds what it cost also where this throws: a ModelError, a QueueFull, a VainReply, the signal's reason.
 */
export async function askModel(
  ctx: Context,
  { model, info }: ModelBackend,
  { behind = false, ...question }: Question,
  spoken: Spoken,
): Promise<void> {
  const { queue } = assistantState(ctx.parts)
  const leave = await (behind ? queue.enterBehind(ctx.signal) : queue.enter(ctx.site.id, ctx.signal))
  try {
    const request = { ...question, ...modelRequestOf(ctx), contextTokens: info.contextTokens, signal: ctx.signal }
    await streamModel(model, request, spoken, () => {})
  } finally {
    leave()
    const { input, output } = spoken.usage
    const sent = spoken.written > 0 ? question.messages.reduce((sum, { content }) => sum + countTokens(content), 0) : 0
    spoken.usage = { input: input || sent, output: output || Math.ceil(spoken.written / 4) }
  }
}

export type Task<T> = {
  /** What is to be done; what follows it is material alone. */
  instructions: string
  /** Pieces in frames of their own, the more important first; what the window has no room for is left out. */
  material: readonly string[]
  /** The order in which the pieces that are kept are read; left out: as they are. */
  arrange?(kept: readonly string[]): readonly string[]
  /** Whether visitors' replies go before it. */
  behind?: boolean
  /** The JSON schema that the model is held to, and what its answer is then checked by. */
  format: Record<string, unknown>
  schema: z.ZodType<T>
  maxTokens: number
  /** Is told what each try cost, in neurons. */
  cost?(neurons: number): void
}

const triesOfAnswer = 2
const windowShare = 0.8

/**
 * Has the site's model answer in a form that is checked; an answer that does not fit is asked for once more. Undefined where
 * there is no model, it fails, or the day's budget is used up. What it cost is spent.
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
    ctx.log.warn({ err: error, site: ctx.site.id }, 'the model could not be asked')
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
  const spoken = nothingSpoken()
  try {
    await askModel(ctx, backend, { messages, format, maxTokens, temperature: 0.2, behind }, spoken)
    return spoken.whole
  } finally {
    const neurons = neuronsOf(spoken.usage.input + spoken.usage.output)
    cost?.(neurons)
    await spendNeuronsAlone(ctx, neurons)
  }
}
