import { type ChatRequest as CallBody, type Message, Ollama, type Tool } from 'ollama'
import { z } from 'zod'
import { parseJson } from '../core/json.ts'
import { readLines } from './lines.ts'
import { type ChatChunk, type ChatMessage, type ChatRequest, type ModelInfo, stoppedModel } from './model.ts'
import { beginCall } from './model-call.ts'
import type { ModelServer } from './model-server.ts'
import { wordsOf } from './model-words.ts'
import { forEver } from './ollama-store.ts'

const Call = z.object({
  function: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).nullish() }),
})
const Piece = z.object({
  message: z
    .object({ content: z.string(), thinking: z.string(), tool_calls: z.array(Call).nullish() })
    .partial()
    .optional(),
  done: z.boolean(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.int().nullish(),
  prompt_eval_duration: z.number().nullish(),
  eval_count: z.int().nullish(),
  eval_duration: z.number().nullish(),
})

const Line = z.object({ error: z.unknown().optional(), done: z.unknown().optional() })

/** A streamed chat over /api/chat. Throws ModelErrors. */
export async function* chatOverOllama(
  server: ModelServer,
  info: ModelInfo,
  request: ChatRequest,
): AsyncGenerator<ChatChunk> {
  const said = request.messages.map(({ content }) => content)
  const through = (body: AsyncIterable<Uint8Array>) => checkedLines(body, server, said)
  const call = beginCall(server, { signal: request.signal, said, through })
  let complete = false
  try {
    const ollama = new Ollama({ host: server.url, headers: server.headers, fetch: call.fetch })
    for await (const line of await ollama.chat({ ...bodyOf(info, request), stream: true })) {
      const piece = Piece.parse(line)
      complete = piece.done
      yield* chunksOf(piece)
    }
  } catch (error) {
    throw call.faultOf(error)
  } finally {
    if (complete) call.finish()
    else call.stop()
  }
}

function bodyOf(info: ModelInfo, request: ChatRequest): CallBody {
  const { tools, format, maxTokens, temperature, keepWarm } = request
  const num_ctx = Math.min(request.contextTokens, info.contextTokens)
  return {
    model: info.name,
    messages: request.messages.map(toMessage),
    options: { num_ctx, num_predict: maxTokens ?? num_ctx, ...(temperature === undefined ? {} : { temperature }) },
    ...(tools?.length ? { tools: tools.map((tool) => ({ type: 'function', function: tool }) as Tool) } : {}),
    ...(format ? { format } : {}),
    ...(keepWarm ? { keep_alive: forEver } : {}),
    ...(info.thinking ? { think: request.think ?? false } : {}),
    // Otherwise a prompt that is too long loses its beginning, which holds the rules, without a word.
    ...{ truncate: false },
  }
}

function toMessage({ role, content, images, toolCalls, toolName }: ChatMessage): Message {
  return {
    role,
    content,
    ...(images ? { images: images.map(({ base64 }) => base64) } : {}),
    ...(toolCalls ? { tool_calls: toolCalls.map((call) => ({ function: call })) } : {}),
    ...(toolName ? { tool_name: toolName } : {}),
  }
}

function* chunksOf({ message, done, ...rest }: z.infer<typeof Piece>): Generator<ChatChunk> {
  if (message?.thinking) yield { kind: 'thinking', text: message.thinking }
  if (message?.content) yield { kind: 'text', text: message.content }
  for (const { function: called } of message?.tool_calls ?? []) {
    yield { kind: 'tool', name: called.name, arguments: called.arguments ?? {} }
  }
  if (!done) return
  const usage = { input: rest.prompt_eval_count ?? 0, output: rest.eval_count ?? 0 }
  const timings = { ...msOf('promptMs', rest.prompt_eval_duration), ...msOf('outputMs', rest.eval_duration) }
  yield { kind: 'done', usage, reason: rest.done_reason ?? 'stop', ...(Object.keys(timings).length > 0 && { timings }) }
}

const nanosecondsInMs = 1e6
const msOf = (name: string, nanoseconds: number | null | undefined) =>
  nanoseconds ? { [name]: nanoseconds / nanosecondsInMs } : {}

/**
 * Forwards only complete lines of JSON objects, because the package prints unreadable lines and buffers lines of any
 * length. An error in a line becomes a ModelError, as does an end before anything was written. A text that ends without
 * its last line was cut off by Ollama, because the model repeats itself.
 */
async function* checkedLines(body: AsyncIterable<Uint8Array>, server: ModelServer, said: string[]) {
  const encoder = new TextEncoder()
  let done = false
  let hasText = false
  for await (const line of readLines(body, server.limits.lineChars)) {
    if (line.trim() === '') continue
    const { error, done: isLast } = Line.parse(parseJson(line))
    if (error !== undefined) {
      const words = wordsOf(JSON.stringify({ error }), server.secrets, said)
      throw stoppedModel(server.url, `stopped in the middle of an answer${words}`)
    }
    done = isLast === true
    hasText = true
    yield encoder.encode(`${line}\n`)
  }
  if (!done && !hasText) throw stoppedModel(server.url, 'ended an answer before it was done.')
  if (!done) yield encoder.encode('{"done":true,"done_reason":"length"}\n')
}
