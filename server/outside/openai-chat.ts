import { z } from 'zod'
import { jsonIn, parseJson } from '../core/json.ts'
import {
  type ChatChunk,
  type ChatImage,
  type ChatMessage,
  type ChatRequest,
  type ChatTimings,
  type ModelInfo,
  stoppedModel,
} from './model.ts'
import { beginCall } from './model-call.ts'
import type { ModelServer } from './model-server.ts'
import { wordsOf } from './model-words.ts'
import { readEvents } from './sse.ts'

const CallPart = z.object({
  index: z.int().min(0).max(63).default(0),
  function: z.object({ name: z.string(), arguments: z.string() }).partial().optional(),
})
const Delta = z
  .object({ content: z.string().nullish(), reasoning_content: z.string().nullish(), reasoning: z.string().nullish() })
  .extend({ tool_calls: z.array(CallPart).nullish() })
const Piece = z.object({
  choices: z.array(z.object({ delta: Delta.optional(), finish_reason: z.string().nullish() })).default([]),
  usage: z
    .object({
      prompt_tokens: z.int().default(0),
      completion_tokens: z.int().default(0),
      prompt_tokens_details: z.object({ cached_tokens: z.int().nullish() }).nullish().catch(undefined),
    })
    .nullish(),
  // Only llama.cpp has them.
  timings: z
    .object({ cache_n: z.number(), prompt_ms: z.number(), predicted_ms: z.number() })
    .partial()
    .nullish()
    .catch(undefined),
  error: z.unknown().optional(),
})
const Arguments = z.record(z.string(), z.unknown())

/** The state of a response, besides its text. */
type State = {
  calls: Map<number, { name: string; arguments: string }>
  usage: { input: number; output: number }
  reason: string | undefined
  timings: ChatTimings
}

/** A streamed chat over /chat/completions. Throws ModelErrors. */
export async function* chatOverOpenai(
  server: ModelServer,
  info: ModelInfo,
  request: ChatRequest,
): AsyncGenerator<ChatChunk> {
  const said = request.messages.map(({ content }) => content)
  const call = beginCall(server, { signal: request.signal, said })
  let complete = false
  try {
    const { body } = await call.fetch(`${server.url}/chat/completions`, {
      method: 'POST',
      headers: { ...server.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(bodyOf(info, request)),
    })
    const state: State = { calls: new Map(), usage: { input: 0, output: 0 }, reason: undefined, timings: {} }
    for await (const { data } of readEvents(body ?? noBody(), server.limits.lineChars)) {
      complete = data.trim() === '[DONE]'
      if (complete) break
      yield* take(Piece.parse(parseJson(data)), state, server, said)
    }
    if (!complete && state.reason === undefined) {
      throw stoppedModel(server.url, 'ended an answer before it was done.')
    }
    complete = true
    yield* last(state)
  } catch (error) {
    throw call.faultOf(error)
  } finally {
    if (complete) call.finish()
    else call.stop()
  }
}

async function* noBody(): AsyncGenerator<Uint8Array> {}

function* take(piece: z.infer<typeof Piece>, state: State, server: ModelServer, said: string[]): Generator<ChatChunk> {
  if (piece.error) {
    const words = wordsOf(JSON.stringify({ error: piece.error }), server.secrets, said)
    throw stoppedModel(server.url, `stopped in the middle of an answer${words}`)
  }
  if (piece.usage) state.usage = { input: piece.usage.prompt_tokens, output: piece.usage.completion_tokens }
  const { cache_n, prompt_ms, predicted_ms } = piece.timings ?? {}
  const cached = cache_n ?? piece.usage?.prompt_tokens_details?.cached_tokens
  Object.assign(
    state.timings,
    prompt_ms === undefined ? {} : { promptMs: prompt_ms },
    predicted_ms === undefined ? {} : { outputMs: predicted_ms },
    typeof cached === 'number' ? { cached } : {},
  )
  const [choice] = piece.choices
  const thought = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning
  if (thought) yield { kind: 'thinking', text: thought }
  if (choice?.delta?.content) yield { kind: 'text', text: choice.delta.content }
  for (const part of choice?.delta?.tool_calls ?? []) {
    const call = state.calls.get(part.index) ?? { name: '', arguments: '' }
    state.calls.set(part.index, {
      name: call.name + (part.function?.name ?? ''),
      arguments: call.arguments + (part.function?.arguments ?? ''),
    })
  }
  state.reason = choice?.finish_reason ?? state.reason
}

/** The tool calls, which arrive in pieces and are complete only now, and the end. */
function* last({ calls, usage, reason = 'stop', timings }: State): Generator<ChatChunk> {
  for (const { name, arguments: text } of calls.values()) {
    yield { kind: 'tool', name, arguments: argumentsIn(text) }
  }
  yield { kind: 'done', usage, reason, ...(Object.keys(timings).length > 0 && { timings }) }
}

/**
 * The arguments of a call: an object as JSON, which some servers write as a JSON text again. A model that writes anything
 * else has given none.
 */
function argumentsIn(text: string): Record<string, unknown> {
  const value = jsonIn(text)
  const { data = {} } = Arguments.safeParse(typeof value === 'string' ? jsonIn(value) : value)
  return data
}

function bodyOf(info: ModelInfo, { messages, tools, format, maxTokens, temperature }: ChatRequest) {
  return {
    model: info.name,
    messages: toMessages(messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools?.length ? { tools: tools.map((tool) => ({ type: 'function', function: tool })) } : {}),
    ...(format ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: format } } } : {}),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  }
}

const toPart = ({ type, base64 }: ChatImage) => ({
  type: 'image_url',
  image_url: { url: `data:${type};base64,${base64}` },
})

/** The protocol links a tool's result to its call by an id. Results answer the preceding calls in order. */
function toMessages(messages: ChatMessage[]) {
  let open: string[] = []
  return messages.map(({ role, content, images, toolCalls }, at) => {
    if (role === 'tool') return { role, content, tool_call_id: open.shift() ?? `call_${at}` }
    if (images) return { role, content: [{ type: 'text', text: content }, ...images.map(toPart)] }
    if (!toolCalls?.length) return { role, content }
    open = toolCalls.map((_call, index) => `call_${at}_${index}`)
    const tool_calls = toolCalls.map((call, index) => ({
      id: open[index],
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }))
    return { role, content, tool_calls }
  })
}
