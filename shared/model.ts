import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

/** A part of a name as Ollama takes it. */
const part = '[A-Za-z0-9][A-Za-z0-9._-]{0,79}'
/** Another host would have Ollama open a connection to wherever somebody wants. */
const pattern = new RegExp(`^(?:(?:hf\\.co|huggingface\\.co)/${part}/|(?:${part}/)?)${part}(?::${part})?$`)

export const ModelName = exact(200, 1)
  .regex(pattern, 'Must be the name of a model such as llama3.2 or qwen3:4b.')
  .describe('As Ollama’s library names it, such as `qwen3:4b`, or `hf.co/owner/model:tag`.')

export const ModelAbility = z.enum(['chat', 'embedding', 'tools', 'vision', 'thinking'])
export type ModelAbility = z.infer<typeof ModelAbility>

export const StoredModel = z
  .object({
    name: z.string(),
    size: z.int().nullable().describe('Bytes; null where its server does not say.'),
    changedAt: Milliseconds.nullable(),
    abilities: z.array(ModelAbility).describe('Empty where its server does not say.'),
    contextTokens: z.int().nullable(),
    inMemory: z.boolean().describe('Whether it answers at once; others are loaded first.'),
  })
  .meta({ id: 'StoredModel', description: 'A model that the model server has.' })
export type StoredModel = z.infer<typeof StoredModel>

export const PullStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export const PullFault = z
  .enum(['unknown_model', 'disk_full', 'unreachable', 'offline', 'outdated', 'not_ollama', 'other'])
  .describe(
    '`unknown_model`: there is none of this name. `disk_full`: its server has no room for it. `unreachable`: Ollama does not ' +
      'answer. `offline`: Ollama does not reach its library. `outdated`: the model wants a newer Ollama. `not_ollama`: ' +
      'models do not come from Ollama here.',
  )
export type PullFault = z.infer<typeof PullFault>

export const Pull = z
  .object({
    id: z.string().describe('Begins with `pull_`.'),
    model: z.string(),
    status: PullStatus,
    completed: z.int().describe('Bytes that are there.'),
    total: z.int().describe('Bytes that are known to belong to it; grows at the beginning.'),
    error: z.object({ kind: PullFault, message: z.string() }).nullable(),
    startedAt: Milliseconds,
    finishedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'Pull', description: 'One time that a model was fetched.' })
export type Pull = z.infer<typeof Pull>

export const Models = z
  .object({
    site: z.string(),
    provider: z
      .enum(['ollama', 'openai', 'http', 'none'])
      .describe('`http`: the site has an AI backend of its own. `none`: the best passages are quoted.'),
    ok: z.boolean().describe('Whether what is in use answers.'),
    detail: z.string().describe('How it is, in a sentence.'),
    chat: z
      .string()
      .nullable()
      .describe('The model that writes this site’s replies; `assistant.model` of the settings chooses another.'),
    embedding: z
      .string()
      .nullable()
      .describe('The model that finds passages by meaning; null: they are found by words.'),
    mayEmbed: z.boolean().describe('Whether the database keeps vectors, so that passages can be found by meaning.'),
    mayFetch: z.boolean().describe('Whether models can be fetched: those of Ollama can.'),
    models: z.array(StoredModel).describe('Of the model server, the one that was changed last first.'),
    pull: Pull.nullable().describe('The one at work, or the last.'),
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
    model: z.string().describe('Empty where there is none.'),
    detail: z.string().describe('What became of it; where it failed, what to do about it.'),
  })
  .meta({ id: 'LoadedModel' })
export type LoadedModel = z.infer<typeof LoadedModel>
