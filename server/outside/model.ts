import type { PullFault, StoredModel } from '../../shared/model.ts'
import { type Failure, FailureError, failure } from '../core/failure.ts'

export type ToolDefinition = {
  name: string
  description: string
  /** A JSON schema of type object. */
  parameters: Record<string, unknown>
}

export type ToolCall = { name: string; arguments: Record<string, unknown> }

/** An image, such as a photo of a visitor, with its media type. */
export type ChatImage = { type: string; base64: string }

export type ChatMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** The assistant's tool calls. The following messages of role `tool` answer them in order. */
  toolCalls?: ToolCall[]
  /** For role `user`, and models that see. */
  images?: ChatImage[]
  /** For role `tool`: the tool that returned this result. */
  toolName?: string
}

export type ChatRequest = {
  /** The model to call. Defaults to the deployment's. */
  model?: string
  messages: ChatMessage[]
  tools?: ToolDefinition[]
  /** A JSON schema for the whole response. */
  format?: Record<string, unknown>
  /** Maximum tokens to generate. */
  maxTokens?: number
  temperature?: number
  /** Whether a model that supports it may think first. Defaults to no. */
  think?: boolean
  /** The context window shared by prompt and response, in tokens; at most that of `info`. */
  contextTokens: number
  /** Whether the model stays in memory afterwards. Defaults to the server's own time. */
  keepWarm?: boolean
  /** Aborted when nobody waits for the response any more. The model server notices immediately. */
  signal: AbortSignal
}

/** What the server measured of a response. Fields that it does not report are absent. */
export type ChatTimings = {
  /** For reading the part of the prompt that was not cached. */
  promptMs?: number
  /** For writing the response. */
  outputMs?: number
  /** The tokens of the prompt that came from the prefix cache. */
  cached?: number
}

/** The response of a model, chunk by chunk. `done` always comes last; `reason` is `stop`, `length`, `tool_calls`, … */
export type ChatChunk =
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; text: string }
  | ({ kind: 'tool' } & ToolCall)
  | { kind: 'done'; usage: { input: number; output: number }; reason: string; timings?: ChatTimings }

/**
 * The abilities of a model. `contextTokens` is the smaller of the configured window and the model's; `remoteHost` is the
 * host that runs a cloud model, null for one that runs on the model server.
 */
export type ModelInfo = {
  name: string
  contextTokens: number
  tools: boolean
  thinking: boolean
  vision: boolean
  remoteHost: string | null
}

/** `tokens` as counted by the server; 0 if it does not count. */
export type Embeddings = { model: string; vectors: number[][]; tokens: number }

/**
 * `detail` is a sentence for people, `server` what it is and its version, `model` the one in use, if any, `remoteHost` the host that runs it if it is a cloud
 * model, and `fault` why the server cannot be used.
 */
export type ModelStatus = {
  ok: boolean
  detail: string
  server?: string
  model: string | null
  remoteHost: string | null
  models: string[]
  fault?: ModelError
}

/** A model in memory, and the context window with which it was loaded, in tokens; null if it is not reported. */
export type LoadedModel = { name: string; contextTokens: number | null }

/** A model server of any protocol. Failures throw a ModelError. */
export type ChatModel = {
  provider: 'ollama' | 'openai'
  /** The abilities of this model or the default one. Requested once per model, and again after a failure. */
  info(name?: string): Promise<ModelInfo>
  /** Calls the model. Chunks are yielded in the tick in which they arrive; leaving the loop ends the call. */
  chat(request: ChatRequest): AsyncIterable<ChatChunk>
  /** Embeds texts, in order. */
  embed(texts: string[], signal: AbortSignal): Promise<Embeddings>
  /** The state of the server. Never throws. */
  status(): Promise<ModelStatus>
  /** Whether this model is in memory and can begin immediately; undefined if the server does not report it. */
  isLoaded?(name?: string): Promise<boolean>
  /** The models of a server whose models cannot be managed. Throws ModelErrors. */
  list?(): Promise<StoredModel[]>
  /** The models in memory, if the server reports them. Throws ModelErrors. */
  inMemory?(): Promise<LoadedModel[]>
  /** The stored models, if they can be managed. */
  store?: ModelStore
}

/**
 * Why a call to a model server failed. `absent`: no server, or no such model · `slow`: over a time limit · `busy`: it
 * accepts no more requests · `refused`: it rejects this call · `broken`: it fails, or violates the protocol ·
 * `stopped`: it failed after the response had begun · `silent`: it did not begin in time · `out`: it was silent too
 * often to be called now · `loading`: it loads its model · `long`: the prompt does not fit in its window · `aborted`: the
 * caller no longer waits.
 */
export type ModelFault =
  | 'absent'
  | 'slow'
  | 'busy'
  | 'refused'
  | 'broken'
  | 'stopped'
  | 'silent'
  | 'out'
  | 'loading'
  | 'long'
  | 'aborted'

/** The message is safe in health and logs: it contains no key and no message content. */
export class ModelError extends FailureError {
  override readonly name = 'ModelError'
  readonly kind: ModelFault

  constructor(kind: ModelFault, failed: Failure) {
    super(failed)
    this.kind = kind
  }
}

/** The server violates its protocol. */
export const invalidModel = (url: string, sentence: string): ModelError =>
  new ModelError('broken', failure('model_invalid', sentence, { url }))

/** The server failed after its response had begun. `how` ends the sentence. */
export const stoppedModel = (url: string, how: string): ModelError =>
  new ModelError('stopped', failure('model_stopped', `The model server at ${url} ${how}`, { url }))

/** The progress of a download in bytes of the known layers. */
export type PullProgress = { completed: number; total: number }

/** The models on a server that downloads its models itself. */
export type ModelStore = {
  /** Its models, last changed first. Throws ModelErrors. */
  list(): Promise<StoredModel[]>
  /** Downloads a model. Throws a PullError, or the signal's reason if aborted; the server then stops too. */
  pull(model: string, signal: AbortSignal, onProgress: (progress: PullProgress) => void): Promise<void>
  /**
   * Loads a model with this window for the server's default time or, with `warm`, until the server ends. Throws
   * ModelErrors.
   */
  load(model: Pick<ModelInfo, 'name' | 'contextTokens'>, warm: boolean, signal: AbortSignal): Promise<void>
}

/** Why a model could not be downloaded. The message is safe to show. */
export class PullError extends Error {
  override readonly name = 'PullError'
  readonly kind: PullFault

  constructor(kind: PullFault, message: string) {
    super(message)
    this.kind = kind
  }
}
