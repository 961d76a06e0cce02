import { z } from 'zod'
import type { PullFault } from '../../shared/model.ts'
import { parseJson } from '../core/json.ts'
import { readLines } from './lines.ts'
import {
  invalidModel,
  type ModelError,
  type ModelInfo,
  type ModelStore,
  PullError,
  type PullProgress,
} from './model.ts'
import { beginCall } from './model-call.ts'
import type { ModelServer } from './model-server.ts'
import { wordsOf } from './model-words.ts'
import { describeModels, type Query } from './ollama-models.ts'

/** Ollama sends nothing while it verifies the checksum of many gigabytes. */
const pullLimits = { firstByteMs: 120_000, stallMs: 20 * 60_000, totalMs: 24 * 3_600_000, replyBytes: 1_000_000_000 }

const Bytes = z.int().min(0).nullish()
const Line = z.object({
  error: z.string().optional(),
  status: z.string().optional(),
  digest: z.string().max(200).optional(),
  completed: Bytes,
  total: Bytes,
})
const maxLayers = 1_000

/** Lists, downloads and loads the models of an Ollama server. */
export const createModelStore = (server: ModelServer, query: Query): ModelStore => ({
  list: () => describeModels(query),
  pull: (model, signal, onProgress) => pull(server, model, signal, onProgress),
  load: (model, warm, signal) => load(server, model, warm, signal),
})

async function pull(
  server: ModelServer,
  model: string,
  signal: AbortSignal,
  onProgress: (progress: PullProgress) => void,
): Promise<void> {
  const call = beginCall({ ...server, limits: { ...server.limits, ...pullLimits } }, { signal })
  try {
    const body = JSON.stringify({ model, stream: true })
    const response = await call.fetch(`${server.url}/api/pull`, { ...headersOf(server), body })
    await readProgress(server, response, onProgress)
    call.finish()
  } catch (error) {
    const fault = error instanceof PullError ? error : pullErrorOf(call.faultOf(error))
    call.stop()
    signal.throwIfAborted()
    throw fault
  }
}

const headersOf = ({ headers }: ModelServer) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
})

/** Reads up to the success line. A stream that ends before it was cut off. */
async function readProgress(server: ModelServer, response: Response, onProgress: (progress: PullProgress) => void) {
  const layers = new Map<string, PullProgress>()
  let last: string | undefined
  for await (const text of readLines(response.body as AsyncIterable<Uint8Array>, server.limits.lineChars)) {
    if (text.trim() === '') continue
    const { error, status, digest, completed, total } = Line.parse(parseJson(text))
    if (error !== undefined) throw pullErrorIn(wordsOf(JSON.stringify({ error }), server.secrets, []))
    last = status
    if (digest === undefined || !total || (layers.size >= maxLayers && !layers.has(digest))) continue
    layers.set(digest, { completed: Math.min(completed ?? 0, total), total })
    onProgress(sumOf(layers))
  }
  // Ollama counts some layers below their size.
  if (last === 'success') onProgress(completeOf(layers))
  if (last !== 'success') throw new PullError('other', `Ollama at ${server.url} broke off before the model was there.`)
}

function completeOf(layers: ReadonlyMap<string, PullProgress>): PullProgress {
  const { total } = sumOf(layers)
  return { completed: total, total }
}

function sumOf(layers: ReadonlyMap<string, PullProgress>): PullProgress {
  const all = [...layers.values()]
  const sum = (name: keyof PullProgress) => all.reduce((so, layer) => so + layer[name], 0)
  return { completed: sum('completed'), total: sum('total') }
}

/** Ollama has no error codes, so its messages are matched. */
const tellingWords: readonly [PullFault, RegExp][] = [
  ['disk_full', /no space left|not enough space|disk (?:is )?full|insufficient (?:disk )?space/i],
  ['unknown_model', /file does not exist|not found|invalid model name|pull access denied/i],
  ['outdated', /newer version of ollama/i],
  ['offline', /no such host|dial tcp|i\/o timeout|connection refused|network is unreachable|TLS handshake|EOF/i],
]

const sentences: Record<PullFault, string> = {
  disk_full: 'There is not enough room on the disk of Ollama.',
  unknown_model: 'There is no model of this name.',
  outdated: 'The model wants a newer Ollama.',
  offline: 'Ollama does not reach the library of its models.',
  unreachable: 'Ollama does not answer.',
  not_ollama: 'Models do not come from Ollama here.',
  other: 'Ollama could not fetch the model.',
}

function pullErrorIn(words: string): PullError {
  const kind = tellingWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
  const said = words.replace(/^[:.]\s*/, '')
  return new PullError(kind, said === '' ? sentences[kind] : `${sentences[kind]} It says: ${said}`)
}

/** The call itself failed, or was rejected before the download. */
function pullErrorOf(error: ModelError): PullError {
  const isRefusal = error.params !== null && 'status' in error.params
  if (isRefusal) return pullErrorIn(error.message)
  if (error.kind === 'absent' || error.kind === 'slow') return new PullError('unreachable', error.message)
  return new PullError('other', error.message)
}

type Wanted = Pick<ModelInfo, 'name' | 'contextTokens'>

async function load(
  server: ModelServer,
  { name, contextTokens }: Wanted,
  warm: boolean,
  signal: AbortSignal,
): Promise<void> {
  const call = beginCall(server, { signal })
  try {
    // Without a prompt, Ollama only loads the model. With another window than that of replies, it would load it again.
    const options = { num_ctx: contextTokens }
    const body = JSON.stringify({ model: name, stream: false, options, ...(warm ? { keep_alive: forEver } : {}) })
    const response = await call.fetch(`${server.url}/api/generate`, { ...headersOf(server), body })
    const { done } = z.object({ done: z.boolean() }).parse(parseJson(await response.text()))
    if (!done) throw invalidModel(server.url, `Ollama at ${server.url} did not load the model.`)
    call.finish()
  } catch (error) {
    const fault = call.faultOf(error)
    call.stop()
    throw fault
  }
}

/** A `keep_alive` without an end. */
export const forEver = -1
