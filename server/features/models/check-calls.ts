import { randomUUID } from 'node:crypto'
import type { CheckParams, CheckPoint, CheckReason } from '../../../shared/model-check.ts'
import type { ChatModel, ChatRequest, ChatTimings, ModelError, ModelInfo, ToolCall } from '../../outside/model.ts'
import { countTokens } from '../assistant/prompt/tokens.ts'

/** The model that is checked, and what the deployment asks of it. */
export type Target = {
  model: ChatModel
  info: ModelInfo
  /** Of the site whose model is checked. */
  named: Pick<ChatRequest, 'model' | 'keepWarm'>
  firstTokenSeconds: number
  concurrency: number
  /** Of the site, or of all sites if none is named. */
  locales: string[]
  /** Whether the database stores vectors. */
  vectors: boolean
  signal: AbortSignal
}

export type Result = Pick<CheckPoint, 'level' | 'reason' | 'params'>

const resultOf =
  (level: Result['level']) =>
  <R extends CheckReason>(reason: R, params: CheckParams<R>): Result => ({ level, reason, params })
export const ok = resultOf('ok')
export const warning = resultOf('warning')
export const problem = resultOf('problem')
export const unmeasured = resultOf('unmeasured')

/** A response, with its times in milliseconds of the process's own clock. */
export type Answer = {
  text: string
  hasThought: boolean
  calls: ToolCall[]
  usage: { input: number; output: number }
  reason: string
  timings: ChatTimings
  beganAt: number
  endedAt: number
  firstMs: number
}

type Asked = Omit<ChatRequest, 'contextTokens' | 'signal' | 'model' | 'keepWarm'>

/** Calls the model as replies do. Throws ModelErrors. */
export async function ask(target: Target, asked: Asked): Promise<Answer> {
  const started = performance.now()
  let beganAt: number | undefined
  let pieces = 0
  const answer = { text: '', hasThought: false, calls: [] as ToolCall[], reason: '', timings: {} as ChatTimings }
  let usage = { input: 0, output: 0 }
  for await (const chunk of target.model.chat(requestOf(target, asked))) {
    if (chunk.kind === 'done') {
      usage = chunk.usage
      answer.reason = chunk.reason
      answer.timings = chunk.timings ?? {}
      continue
    }
    beganAt ??= performance.now()
    pieces++
    if (chunk.kind === 'text') answer.text += chunk.text
    if (chunk.kind === 'thinking') answer.hasThought = true
    if (chunk.kind === 'tool') answer.calls.push({ name: chunk.name, arguments: chunk.arguments })
  }
  const endedAt = performance.now()
  beganAt ??= endedAt
  const sent = asked.messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  usage = { input: usage.input || sent, output: usage.output || pieces }
  return { ...answer, usage, beganAt, endedAt, firstMs: beganAt - started }
}

/** Begins a response and leaves it at its first piece. */
export async function askAndLeave(target: Target, asked: Asked): Promise<void> {
  for await (const _chunk of target.model.chat(requestOf(target, asked))) return
}

const requestOf = ({ named, info, signal }: Target, asked: Asked): ChatRequest => ({
  temperature: 0,
  ...named,
  ...asked,
  contextTokens: info.contextTokens,
  signal,
})

const vocabulary =
  'the shop opens early and closes late on every weekday while our repair team checks each bicycle before it leaves with new brakes tyres lights and a clean chain so customers can ride home safely after work or school'.split(
    ' ',
  )

/** Made-up text. Each word is at least one token. The beginning is new each time, so that no cache knows it. */
export function madeUpText(words: number): string {
  const text = Array.from({ length: words }, (_, at) => vocabulary[(at * 7 + Math.floor(at / 11)) % vocabulary.length])
  return `${randomUUID()} ${text.join(' ')}`
}

const sizes = [0.6, 1.7, 4, 8, 14, 32]
const smallerShare = 0.6
/** The sizes of the default tags of models whose names have none, in billions of parameters. */
const defaultSizes: Record<string, number> = { 'llama3.2': 3, 'llama3.1': 8, qwen3: 8, gemma3: 4, mistral: 7, phi4: 14 }

/** A well-known model of about half the size; empty if the size is unknown or there is none. */
export function smallerThan(name: string): string {
  const named = /(?:^|[:_-])(\d+(?:\.\d+)?)b\b/i.exec(name)?.[1]
  const size = named ? Number(named) : defaultSizes[name.replace(/:.*$/, '')]
  const fitting = size === undefined ? undefined : sizes.findLast((one) => one <= size * smallerShare)
  return fitting === undefined ? '' : `qwen3:${fitting}b`
}

/** Whether the server misses the model and not the path. Both are a 404. */
export const isMissingModel = ({ message }: Pick<ModelError, 'message'>): boolean =>
  /\bmodel ["'\\]*[^\s"'\\]+["'\\]* not found/i.test(message)

/** What a failed call means. `model` is the one that was asked for. */
export function failureResult(error: ModelError, model: string): Result {
  const { reason, params, message } = error
  const url = String(params?.url ?? '')
  if (reason === 'model_unreachable' || reason === 'model_slow') return problem('unreachable', { url })
  if (reason === 'model_invalid') return problem('not_model_server', { url })
  if (reason === 'model_key') return problem('key_refused', { url })
  if (reason === 'model_no_chat') return problem('model_cannot_chat', { model })
  if (reason === 'model_none') return problem('no_chat_model', {})
  if (reason === 'model_unknown') return problem('model_missing', { model })
  if (reason === 'model_absent')
    return isMissingModel(error) ? problem('model_missing', { model }) : problem('not_model_server', { url })
  if (reason === 'model_loading') return problem('still_loading', {})
  if (reason === 'model_busy') return problem('queue_full', {})
  return problem('call_failed', { detail: message.slice(0, 300) })
}
