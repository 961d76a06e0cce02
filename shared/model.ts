import { z } from 'zod'
import { failureFields } from './failure.ts'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

/** One part of an Ollama model name. */
const part = '[A-Za-z0-9][A-Za-z0-9._-]{0,79}'
/** Only Hugging Face is allowed as a host; any other would let a caller make Ollama connect anywhere. */
const pattern = new RegExp(`^(?:(?:hf\\.co|huggingface\\.co)/${part}/|(?:${part}/)?)${part}(?::${part})?$`)

export const ModelName = exact(200, 1)
  .regex(pattern, 'Must be the name of a model such as llama3.2 or qwen3:4b.')
  .describe("A name from Ollama's library, for example `qwen3:4b`, or `hf.co/owner/model:tag`.")

export const ModelAbility = z.enum(['chat', 'embedding', 'tools', 'vision', 'thinking'])
export type ModelAbility = z.infer<typeof ModelAbility>

export const StoredModel = z
  .object({
    name: z.string(),
    size: z.int().nullable().describe('Size in bytes; null if the server does not report it.'),
    changedAt: Milliseconds.nullable(),
    abilities: z.array(ModelAbility).describe('Empty if the server does not report it.'),
    contextTokens: z.int().nullable(),
    inMemory: z.boolean().describe('Whether the model is loaded in memory. Others are loaded on first use.'),
    remoteHost: z
      .string()
      .nullable()
      .describe(
        'The host that runs a cloud model, to which Ollama passes on the chats. Null for models that run on the model server. Cloud ' +
          'models are used only if they are chosen by name.',
      ),
  })
  .meta({ id: 'StoredModel', description: 'A model on the model server.' })
export type StoredModel = z.infer<typeof StoredModel>

export const PullStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export const PullFault = z
  .enum(['unknown_model', 'disk_full', 'unreachable', 'offline', 'outdated', 'not_ollama', 'other'])
  .describe(
    '`unknown_model`: no model has this name. `disk_full`: the server has no space for it. `unreachable`: Ollama is not ' +
      'responding. `offline`: Ollama cannot reach its library. `outdated`: the model needs a newer Ollama. `not_ollama`: ' +
      'this deployment does not use Ollama.',
  )
export type PullFault = z.infer<typeof PullFault>

export const Pull = z
  .object({
    id: z.string().describe('Begins with `pull_`.'),
    model: z.string(),
    status: PullStatus,
    completed: z.int().describe('Bytes downloaded.'),
    total: z.int().describe('Known total in bytes. It grows at the beginning.'),
    error: z.object({ kind: PullFault, message: z.string() }).nullable(),
    startedAt: Milliseconds,
    finishedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Pull', description: 'A model download.' })
export type Pull = z.infer<typeof Pull>

export const Models = z
  .object({
    site: z.string(),
    provider: z
      .enum(['ollama', 'openai', 'http', 'none'])
      .describe('`http`: the site uses its own AI backend. `none`: the assistant quotes the best passages.'),
    ok: z.boolean().describe('Whether the model in use responds.'),
    detail: z.string().describe('The state in one sentence.'),
    ...failureFields,
    chat: z
      .string()
      .nullable()
      .describe("The model that writes this site's replies. Set `assistant.model` in the settings to change it."),
    remoteHost: z
      .string()
      .nullable()
      .describe('The host that receives the chats if `chat` is a cloud model; null if they stay on the model server.'),
    embedding: z
      .string()
      .nullable()
      .describe('The embedding model for semantic search; null if search uses keywords only.'),
    suggestedEmbedding: z
      .string()
      .nullable()
      .describe(
        "The embedding model to download, because there is none, or because it knows English only and the site's " +
          'language is another one; null if `embedding` suits the site.',
      ),
    mayEmbed: z.boolean().describe('Whether the database stores vectors, which semantic search needs.'),
    mayFetch: z.boolean().describe('Whether models can be downloaded. Only Ollama supports it.'),
    models: z.array(StoredModel).describe('Models on the model server, last modified first.'),
    pull: Pull.nullable().describe('The current or latest download.'),
  })
  .meta({ id: 'Models' })
export type Models = z.infer<typeof Models>

export const PullModel = z.object({ model: ModelName }).meta({ id: 'PullModel' })
export type PullModel = z.infer<typeof PullModel>

export const PullStarted = z.object({ id: z.string(), model: z.string() }).meta({ id: 'PullStarted' })
export type PullStarted = z.infer<typeof PullStarted>

export const LoadedModel = z
  .object({
    ok: z.boolean(),
    model: z.string().describe('Empty if there is no model.'),
    detail: z.string().describe('The result; if it failed, how to fix it.'),
  })
  .meta({ id: 'LoadedModel' })
export type LoadedModel = z.infer<typeof LoadedModel>

/** Seconds within which a loaded model must begin a reply at the latest, where no limit is configured. */
export const maxFirstTokenSeconds = 180
