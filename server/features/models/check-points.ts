import type { CheckPointName } from '../../../shared/model-check.ts'
import { proposalFormat } from '../assistant/copilot/propose.ts'
import { rewriteFormat, translationFormat } from '../assistant/copilot/rewrite.ts'
import { factsFormat } from '../assistant/detection/detect.ts'
import { toolDefinitions } from '../assistant/prompt/action-format.ts'
import { isModelError } from '../assistant/reply/failure.ts'
import { homeFormat, questionsFormat } from '../assistant/suggestions.ts'
import { summaryFormat } from '../conversations/summaries/ask-model.ts'
import { wishFormat } from '../jobs/from-chat.ts'
import { detailsFormat } from '../tools/extract.ts'
import {
  type Answer,
  ask,
  askAndLeave,
  madeUpText,
  ok,
  problem,
  type Result,
  smallerThan,
  type Target,
  unmeasured,
  warning,
} from './check-calls.ts'
import { suggestEmbedding } from './embedding-model.ts'

type Schema = Record<string, unknown>

/** Some points measured together: their names, the time for them, and how. The results are in the order of the names. */
export type Step = {
  points: CheckPointName[]
  seconds: number
  /** The results if the time is over; default: not measured. */
  late?(target: Target, seconds: number): Result[]
  /** Throws ModelErrors. */
  measure(target: Target, earlier: Earlier): Promise<Result[]>
}

/** What later steps compare with. */
export type Earlier = { long?: { prompt: string; answer: Answer } }

const round = (value: number) => Number(value.toFixed(1))
const inSeconds = (ms: number) => round(ms / 1000)
const user = (content: string) => ({ role: 'user' as const, content })
const system = (content: string) => ({ role: 'system' as const, content })

/** The length of the product's own prompts. */
const promptTokens = 3_000
const tokensOfWord = 1.2
const maxPromptSeconds = 60
const answerTokens = 64
const roomForAnswer = 600

async function measureLoad(target: Target): Promise<Result[]> {
  const { model, info, named } = target
  const wasLoaded = (await model.isLoaded?.(named.model)) ?? false
  const started = performance.now()
  await ask(target, { messages: [user('Say hello.')], maxTokens: 1 })
  const seconds = inSeconds(performance.now() - started)
  const window = info.contextTokens
  const loaded = (await model.inMemory?.())?.find(({ name }) => isSame(name, info.name))?.contextTokens ?? window
  if (loaded !== window) return [warning('other_window', { window, loaded })]
  return [wasLoaded ? ok('was_loaded', { window }) : ok('loaded', { seconds, window })]
}

const isSame = (one: string, other: string) => one.replace(/:latest$/, '') === other.replace(/:latest$/, '')

async function measureSpeed(target: Target, earlier: Earlier): Promise<Result[]> {
  const { info, firstTokenSeconds: limit } = target
  const words = Math.min(promptTokens, info.contextTokens - roomForAnswer) / tokensOfWord
  const prompt = madeUpText(Math.max(50, Math.floor(words)))
  const answer = await ask(target, { messages: [system(prompt), user(question)], maxTokens: answerTokens })
  earlier.long = { prompt, answer }
  const { usage, timings, firstMs, beganAt, endedAt } = answer
  const seconds = inSeconds(firstMs)
  const smaller = smallerThan(info.name)
  const reading = Math.max(usage.input - (timings.cached ?? 0), 1) / ((timings.promptMs ?? Math.max(firstMs, 1)) / 1000)
  const speed = { seconds, limit, tokens: usage.input, perSecond: Math.round(reading) }
  const isSlow = seconds > limit / 2 || seconds > comfortableSeconds
  const needed = Math.min(600, Math.ceil((seconds * 1.5) / 5) * 5)
  if (seconds > limit) return [problem('begins_late', { ...speed, needed, smaller }), writing()]
  return [isSlow ? warning('begins_slowly', { ...speed, smaller }) : ok('begins', speed), writing()]

  function writing(): Result {
    if (usage.output < minTokens) return unmeasured('too_short', {})
    const perSecond = round(usage.output / ((timings.outputMs ?? Math.max(endedAt - beganAt, 1)) / 1000))
    if (perSecond < unusableWriting) return problem('writes_crawling', { perSecond, smaller })
    if (perSecond < slowWriting) return warning('writes_slowly', { perSecond, smaller })
    return ok('writes', { perSecond })
  }
}

const question = 'Count from 1 to 40, separated by spaces.'
const comfortableSeconds = 15
/** In tokens. Shorter responses say nothing about speed. */
const minTokens = 3
/** In tokens per second; people read about five. */
const slowWriting = 5
const unusableWriting = 2

/** Below this, reading the whole prompt again does no harm, and times do not tell whether it was cached. */
const quickMs = 300
const enoughCached = 50

async function measureCache(target: Target, { long }: Earlier): Promise<Result[]> {
  if (!long) return [unmeasured('no_time', {})]
  const { prompt, answer: first } = long
  const turns = [user(question), { role: 'assistant' as const, content: first.text || '1 2 3' }, user('Go on.')]
  const second = await ask(target, { messages: [system(prompt), ...turns], maxTokens: 4 })
  const { cached } = second.timings
  if (cached === undefined && first.firstMs < quickMs)
    return [ok('cache_unneeded', { seconds: Math.max(0.1, inSeconds(first.firstMs)) })]
  const share = cached === undefined ? 1 - costOf(second) / costOf(first) : cached / second.usage.input
  const percent = Math.min(100, Math.max(0, Math.round(share * 100)))
  return [percent >= enoughCached ? ok('cache_used', { percent }) : warning('cache_unused', { percent })]
}

const costOf = ({ timings, firstMs, usage }: Answer) => (timings.promptMs ?? firstMs) / Math.max(usage.input, 1)

async function measureParallel(target: Target): Promise<Result[]> {
  const { concurrency } = target
  const request = () => ask(target, { messages: [user(question)], maxTokens: 48 })
  const [one, other] = await Promise.all([request(), request()])
  if (one.usage.output < minTokens || other.usage.output < minTokens) return [unmeasured('too_short', {})]
  const overlap = Math.max(one.beganAt, other.beganAt) < Math.min(one.endedAt, other.endedAt)
  if (overlap) return [ok('parallel', { concurrency })]
  return [concurrency === 1 ? ok('one_at_a_time', {}) : warning('concurrency_too_high', { concurrency })]
}

async function measureTools(target: Target): Promise<Result[]> {
  if (!target.info.tools) return [ok('tools_none', {})]
  const messages = [
    system('You answer the visitors of a website. Use the tools.'),
    user('Please let me talk to a person. Call ask_for_person now.'),
  ]
  const tools = toolDefinitions(['ask_for_person'])
  const without = await ask(target, { messages, maxTokens: 1 })
  const offered = await ask(target, { messages, tools, maxTokens: 120 })
  const [called] = offered.calls
  if (!called) {
    const isRead = offered.usage.input > without.usage.input
    return [isRead ? warning('tools_not_called', {}) : problem('tools_dropped', {})]
  }
  const result = 'A person was asked and will join within five minutes. Tell the visitor.'
  const turns = [
    { role: 'assistant' as const, content: offered.text, toolCalls: [called] },
    { role: 'tool' as const, content: result, toolName: called.name },
  ]
  const last = await ask(target, { messages: [...messages, ...turns], tools, maxTokens: 48 })
  const isAccepted = last.text.trim() !== '' || last.calls.length > 0 || last.hasThought
  return [isAccepted ? ok('tools_work', {}) : warning('tools_result_ignored', {})]
}

/** Every schema that the product sends to a model. */
const schemas = (): [name: string, schema: Schema][] => [
  ['summary', summaryFormat(['sales', 'support'])],
  ['facts', factsFormat],
  ['questions', questionsFormat],
  ['home', homeFormat],
  ['rewriting', rewriteFormat],
  ['translation', translationFormat],
  ['answer', proposalFormat],
  ['job', wishFormat(['bicycle', 'damage'])],
  ['details', detailsFormat([{ name: 'bicycle', required: true }, { name: 'damage' }])],
]

/** Enough to see the beginning of an object. */
const formatTokens = 40

async function measureFormats(target: Target): Promise<Result[]> {
  const failed = { refused: [] as string[], ignored: [] as string[] }
  const all = schemas()
  for (const [name, format] of all) {
    const messages = [user('Fill in this JSON object with short made-up values about a bicycle shop.')]
    try {
      const { text } = await ask(target, { messages, format, maxTokens: formatTokens })
      if (!text.trimStart().startsWith('{')) failed.ignored.push(name)
    } catch (error) {
      if (!isModelError(error) || (error.kind !== 'refused' && error.kind !== 'broken')) throw error
      failed.refused.push(name)
    }
  }
  const named = (names: string[]) => ({ names: names.join(', ') })
  if (failed.refused.length > 0) return [problem('formats_refused', named(failed.refused))]
  if (failed.ignored.length > 0) return [problem('formats_ignored', named(failed.ignored))]
  return [ok('formats_work', { count: all.length })]
}

async function measureThinking(target: Target): Promise<Result[]> {
  const messages = [user('Which is larger, 9 or 11? Answer in one word.')]
  const off = await ask(target, { messages, maxTokens: 24 })
  if (off.hasThought || /^\s*<think/i.test(off.text)) return [warning('thinking_stays_on', {})]
  if (!target.info.thinking) return [ok('thinking_none', {})]
  const on = await ask(target, { messages, think: true, maxTokens: 800 })
  return [on.text.trim() === '' ? warning('thinking_endless', {}) : ok('thinking_works', {})]
}

/** Longer prompts take too long to send and read. */
const maxTriedWindow = 65_536

async function measureWindow(target: Target): Promise<Result[]> {
  const window = target.info.contextTokens
  if (window > maxTriedWindow) return [unmeasured('large_window', { window })]
  const words = Math.ceil(window * 1.2)
  const messages = [system(madeUpText(words)), user(question)]
  try {
    const { usage } = await ask(target, { messages, maxTokens: 1 })
    const tokens = usage.input
    return [tokens >= words ? ok('window_larger', { window, tokens }) : warning('window_cut', { window, tokens })]
  } catch (error) {
    if (!isModelError(error) || error.kind !== 'long') throw error
    return [ok('window_refused', { window })]
  }
}

/** What a short request may take longer after an aborted one, in milliseconds. */
const toleratedMs = 1_000

async function measureAbort(target: Target): Promise<Result[]> {
  const short = { messages: [user('Say hello.')], maxTokens: 4 }
  const { firstMs: usual } = await ask(target, short)
  await askAndLeave(target, { messages: [user('Write a long story about a bicycle.')], maxTokens: 400 })
  const { firstMs } = await ask(target, short)
  const seconds = inSeconds(firstMs)
  return [firstMs > 2 * usual + toleratedMs ? warning('abort_ignored', { seconds }) : ok('abort_works', { seconds })]
}

const batch = 8
const wordsOfPassage = 150
/** More than any usual embedding model reads. */
const wordsOverLimit = 9_000

async function measureEmbedding(target: Target): Promise<Result[]> {
  const { model, info, vectors, locales, signal } = target
  if (!vectors) return [unmeasured('embedding_without_vectors', {})]
  const started = performance.now()
  const texts = Array.from({ length: batch }, () => madeUpText(wordsOfPassage))
  let embedder: string
  try {
    embedder = (await model.embed(texts, signal)).model
  } catch (error) {
    if (!isModelError(error) || error.reason !== 'model_no_embedding') throw error
    return [warning('embedding_none', { suggested: suggestEmbedding(null, locales) ?? '' })]
  }
  const seconds = inSeconds(performance.now() - started)
  const loaded = await model.inMemory?.()
  const isThere = (wanted: string) => loaded?.some(({ name }) => isSame(name, wanted)) ?? true
  if (info.remoteHost === null && !isThere(info.name))
    return [warning('embedding_evicts', { model: embedder, chat: info.name })]
  const suggested = suggestEmbedding(embedder, locales)
  if (suggested !== null) return [warning('embedding_english', { model: embedder, suggested })]
  try {
    await model.embed([madeUpText(wordsOverLimit)], signal)
  } catch (error) {
    if (!isModelError(error) || !rejections.has(error.kind)) throw error
    return [warning('embedding_too_long', { model: embedder })]
  }
  return [ok('embedding_works', { model: embedder, count: batch, seconds })]
}

const rejections: ReadonlySet<string> = new Set(['refused', 'long', 'broken'])

/** In order: later steps compare with earlier ones, and the cache of the long prompt must not be replaced in between. */
export const steps: Step[] = [
  { points: ['load'], seconds: 100, measure: measureLoad },
  {
    points: ['reading', 'writing'],
    seconds: maxPromptSeconds,
    measure: measureSpeed,
    late: ({ firstTokenSeconds: limit, info }, seconds) => [
      problem('begins_never', { seconds, limit, smaller: smallerThan(info.name) }),
      unmeasured('no_time', {}),
    ],
  },
  { points: ['cache'], seconds: 30, measure: measureCache },
  { points: ['parallel'], seconds: 25, measure: measureParallel },
  { points: ['abort'], seconds: 15, measure: measureAbort },
  { points: ['window'], seconds: 15, measure: measureWindow },
  { points: ['tools'], seconds: 25, measure: measureTools },
  { points: ['thinking'], seconds: 25, measure: measureThinking },
  { points: ['formats'], seconds: 40, measure: measureFormats },
  { points: ['embedding'], seconds: 20, measure: measureEmbedding },
]
