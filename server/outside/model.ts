import type { ModelStore } from './model-store.ts'

export type ToolDefinition = {
  name: string
  description: string
  /** A JSON schema of type object. */
  parameters: Record<string, unknown>
}

export type ToolCall = { name: string; arguments: Record<string, unknown> }

export type ChatMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** What the assistant called. Messages of role `tool` after it answer the calls in their order. */
  toolCalls?: ToolCall[]
  /** Of role `tool`: the tool whose result this is. */
  toolName?: string
}

export type ChatRequest = {
  /** The model to ask; left out: the deployment's. */
  model?: string
  messages: ChatMessage[]
  tools?: ToolDefinition[]
  /** A JSON schema that the whole answer has to fit. */
  format?: Record<string, unknown>
  /** The most tokens to write. */
  maxTokens?: number
  temperature?: number
  /** Whether a model that can think first may; left out, it answers at once. */
  think?: boolean
  /** The window that prompt and answer share, in tokens; at most what `info` says. */
  contextTokens: number
  /** Whether the model stays in memory after it; left out, its server goes by its own time. */
  keepWarm?: boolean
  /** Aborted when nobody waits for the answer any more; the model server learns of it at once. */
  signal: AbortSignal
}

/** What a model says, piece by piece. `done` comes last, and always; `reason` is `stop`, `length`, `tool_calls`, … */
export type ChatChunk =
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; text: string }
  | ({ kind: 'tool' } & ToolCall)
  | { kind: 'done'; usage: { input: number; output: number }; reason: string }

/** What a model can do. `contextTokens` is the window to ask for: the configured one, or the model's where it is smaller. */
export type ModelInfo = { name: string; contextTokens: number; tools: boolean; thinking: boolean; vision: boolean }

/** `tokens` is what the server counted, 0 where it does not count. */
export type Embeddings = { model: string; vectors: number[][]; tokens: number }

/** `detail` is a sentence for a person, `model` the one in use, where there is one. */
export type ModelStatus = { ok: boolean; detail: string; model: string | null; models: string[] }

/** A model server, whatever protocol it speaks. What fails throws a ModelError. */
export type ChatModel = {
  provider: 'ollama' | 'openai'
  /** What the model of this name can do, or the deployment's own; asked once for each, and again after a failure. */
  info(name?: string): Promise<ModelInfo>
  /** Asks the model. Each piece is there in the tick in which it came; leaving the loop ends the call. */
  chat(request: ChatRequest): AsyncIterable<ChatChunk>
  /** Turns texts into vectors, in their order. */
  embed(texts: string[], signal: AbortSignal): Promise<Embeddings>
  /** Asks the server how it is. Never throws. */
  status(): Promise<ModelStatus>
  /** Whether the model of this name is in memory, so that it can begin at once; undefined where the server does not tell. */
  isLoaded?(name?: string): Promise<boolean>
  /** What is kept on the server, where that can be changed. */
  store?: ModelStore
}

/**
 * What became of a call to a model server.
 * `absent`: no server, or no such model · `slow`: over a limit of time · `busy`: it takes no more for now ·
 * `refused`: it does not take this call · `broken`: it fails, or says what is not the protocol ·
 * `stopped`: it failed after the answer had begun · `silent`: it did not begin in time · `out`: it was silent too often to be asked now · `aborted`: the caller no longer waits.
 */
export type ModelFault = 'absent' | 'slow' | 'busy' | 'refused' | 'broken' | 'stopped' | 'silent' | 'out' | 'aborted'

/** The message is safe in health and in the log: it holds no key, and nothing of what was said. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: ModelFault

  constructor(kind: ModelFault, message: string) {
    super(message)
    this.kind = kind
  }
}
