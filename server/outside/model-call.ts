import { z } from 'zod'
import { failure } from '../core/failure.ts'
import { parseJson } from '../core/json.ts'
import { TooLongError } from './lines.ts'
import { invalidModel, ModelError, stoppedModel } from './model.ts'
import type { ModelServer } from './model-server.ts'
import { wordsOf } from './model-words.ts'
import { createWatch, type Watch } from './watch.ts'

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Whether no model has to respond, so that the short limit applies. */
  query?: boolean
  /** The parts of the conversation in the request, which errors must not repeat. */
  said?: readonly string[]
  /** Transforms the body before it is read. */
  through?: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/** One call to a model server within its limits. Always end it with `stop` or `finish`. */
export type ModelCall = {
  /**
   * Like the global fetch, but returns only successful responses, whose body is limited in time and size. Throws
   * ModelErrors.
   */
  fetch: typeof fetch
  /** The ModelError for a failure of this call. */
  faultOf(error: unknown): ModelError
  /** Aborts the call. The server notices immediately. */
  stop(): void
  /** The response is complete: reads the rest of the body in the background, so that the connection is kept. */
  finish(): void
}

const restMs = 1_000
const wordBytes = 10_000

/** Begins a call. The limit on its total time starts here. */
export function beginCall(server: ModelServer, options: CallOptions): ModelCall {
  const { signal, query = false, said = [], through = (body) => body } = options
  const { clock, limits, url } = server
  const watch = createWatch(clock, signal, unwanted)
  const slow = (what: string, ms: number) => () => {
    const seconds = ms / 1000
    const sentence = `The model server at ${url} ${what} within ${seconds} s.`
    return new ModelError('slow', failure('model_slow', sentence, { url, seconds }))
  }
  const firstMs = query ? limits.queryMs : limits.firstByteMs
  const totalMs = query ? limits.queryMs : limits.totalMs
  watch.limit(totalMs, slow('did not finish its answer', totalMs))
  const began = watch.limit(firstMs, slow('did not answer', firstMs))
  const waiting = () =>
    watch.limit(limits.stallMs, slow('fell silent in the middle of an answer: nothing came', limits.stallMs))
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  // On Deno, an abort alone may leave the connection open and a pending read unresolved.
  const giveUp = () => reader?.cancel().catch(() => undefined)
  watch.signal.addEventListener('abort', giveUp)
  const faultOf = (error: unknown) => toModelError(error, watch, url, reader !== undefined)
  return {
    faultOf,
    async fetch(input, init) {
      try {
        const response = await server.fetch(input, { ...init, redirect: 'manual', signal: watch.signal })
        reader = response.body?.getReader()
        watch.signal.throwIfAborted()
        if (!reader) throw invalidModel(url, `The model server at ${url} answers without a body.`)
        const body = limitedBody(reader, watch, server, { began, waiting })
        if (!response.ok) throw await failureOf(response.status, body, server, said)
        return new Response(toStream(through(body)), { status: response.status, headers: response.headers })
      } catch (error) {
        throw faultOf(error)
      }
    },
    stop() {
      watch.end()
      watch.stop(unwanted())
      giveUp()
    },
    finish() {
      watch.end()
      if (reader) drain(reader, watch)
    },
  }
}

const unwanted = () => new ModelError('aborted', failure('call_aborted', 'The answer is not wanted any more.'))

/** Pulls chunks on demand, so that nothing is buffered. */
function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

async function* limitedBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  watch: Watch,
  { url, limits: { replyBytes } }: ModelServer,
  limits: { began: () => void; waiting: () => () => void },
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for (;;) {
    const came = bytes === 0 ? limits.began : limits.waiting()
    const { done, value } = await reader.read()
    came()
    // A call that was given up ends its body, too.
    if (done) watch.signal.throwIfAborted()
    if (done) return
    bytes += value.length
    if (bytes > replyBytes) {
      const error = invalidModel(url, `The model server does not stop: its answer is over ${replyBytes} bytes.`)
      watch.stop(error)
      throw error
    }
    yield value
  }
}

/** Only the end of the body should be left. If more or nothing arrives, the connection is closed instead. */
function drain(reader: ReadableStreamDefaultReader<Uint8Array>, watch: Watch): void {
  const complete = () => new ModelError('aborted', failure('call_aborted', 'The answer was complete.'))
  const enough = watch.limit(restMs, complete)
  const giveUp = () => watch.stop(complete())
  reader
    .read()
    .then(({ done }) => (done ? undefined : giveUp()), giveUp)
    .finally(enough)
}

async function failureOf(
  status: number,
  body: AsyncIterable<Uint8Array>,
  server: ModelServer,
  said: readonly string[],
): Promise<ModelError> {
  const answer = await beginningOf(body)
  const words = wordsOf(answer, server.secrets, said)
  const values = { url: server.url, status }
  const sentence = (what: string) => `The model server at ${server.url} ${what} (${status})${words}`
  if (status === 404)
    return new ModelError('absent', failure('model_absent', sentence('has no such model or path'), values))
  if (status === 401 || status === 403)
    return new ModelError('refused', failure('model_key', sentence('wants another key'), values))
  if (status === 503 && /loading model/i.test(answer))
    return new ModelError('loading', failure('model_loading', sentence('loads its model'), values))
  const size = [400, 413, 422].includes(status) ? sizeIn(answer) : undefined
  if (size) {
    const { tokens, window } = size
    const told = `The prompt has ${tokens} tokens, and the model server at ${server.url} reads ${window}.`
    return new ModelError('long', failure('model_prompt_long', told, { url: server.url, tokens, window }))
  }
  if (status === 429 || status === 503)
    return new ModelError('busy', failure('model_busy', sentence('takes no more for now'), values))
  if (status >= 400 && status < 500)
    return new ModelError('refused', failure('model_status', sentence('refuses the call'), values))
  return new ModelError('broken', failure('model_status', sentence('fails'), values))
}

const Size = z.object({ n_prompt_tokens: z.int().positive(), n_ctx: z.int().positive() })

/**
 * The size of a prompt that was refused because it is longer than the window. llama.cpp's server tells it in its error;
 * Ollama puts that error into a string.
 */
function sizeIn(answer: string): { tokens: number; window: number } | undefined {
  try {
    let { error } = parseJson(answer) as { error?: unknown }
    if (typeof error === 'string') error = (parseJson(error) as { error?: unknown }).error ?? parseJson(error)
    const { success, data } = Size.safeParse(error)
    if (success) return { tokens: data.n_prompt_tokens, window: data.n_ctx }
  } catch {
    // In plain text.
  }
  return sizeInWords(answer)
}

const windowInWords = /context[ _-](?:length|size|window)\D{0,40}?(\d{3,8})|must be <= (\d{3,8})/i
const promptInWords = [
  /(\d{3,8}) (?:tokens )?(?:in the messages|`?input|from the (?:text )?input)/i,
  /(?:requested|resulted in|first|given:|input \(|prompt (?:contains|has)(?: at least)?) ?(\d{3,8})/i,
]

/** The same as OpenAI, vLLM, SGLang, LM Studio and Text Generation Inference say it in words. */
function sizeInWords(answer: string): { tokens: number; window: number } | undefined {
  const numbersIn = (pattern: RegExp) => (pattern.exec(answer)?.slice(1) ?? []).filter((one) => one !== undefined)
  const [window] = numbersIn(windowInWords)
  const [tokens] = promptInWords.flatMap((pattern) => numbersIn(pattern))
  return window && tokens ? { window: Number(window), tokens: Number(tokens) } : undefined
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of body) {
    bytes = Buffer.concat([bytes, chunk])
    if (bytes.length >= wordBytes) break
  }
  return bytes.subarray(0, wordBytes).toString('utf8')
}

function toModelError(error: unknown, watch: Watch, url: string, hasBegun: boolean): ModelError {
  if (watch.signal.aborted && watch.signal.reason instanceof ModelError) return watch.signal.reason
  if (error instanceof ModelError) return error
  const isRubbish = error instanceof SyntaxError || error instanceof z.ZodError || error instanceof TooLongError
  if (isRubbish) return invalidModel(url, `The model server at ${url} answers with what is not its protocol.`)
  const cause = (error as { cause?: { code?: unknown } } | undefined)?.cause
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : ''
  if (hasBegun) return stoppedModel(url, `broke off in the middle of an answer${code}.`)
  const sentence = `The model server at ${url} does not answer${code}.`
  return new ModelError('absent', failure('model_unreachable', sentence, { url }))
}
