import type { Ollama } from 'ollama'
import { z } from 'zod'
import type { ModelAbility, StoredModel } from '../../shared/model.ts'
import { failure } from '../core/failure.ts'
import { ModelError, type ModelInfo } from './model.ts'

/** A request to an Ollama server, within the limits of one call. */
export type Query = <T>(ask: (ollama: Ollama) => Promise<T>) => Promise<T>

const Name = z.string().min(1).max(500)
const Loaded = z.object({ models: z.array(z.object({ model: Name })).nullish() })
const Tag = z.object({ model: Name, modified_at: z.string(), size: z.int().nullish() })
const Tags = z.object({ models: z.array(Tag).nullish() })
type Tag = z.infer<typeof Tag>
const Shown = z.object({
  capabilities: z.array(z.string()).nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  details: z.object({ family: z.string() }).partial().nullish(),
  template: z.string().nullish(),
})
type Shown = z.infer<typeof Shown>
type Found = { name: string; shown: Shown; able: ReadonlySet<string> }

const maxModels = 40
const embedFamilies = /bert|embed|minilm|\bbge\b/i

/**
 * The capabilities of a model. Servers before 0.6.4 do not report them, so they are derived from name, family and
 * template.
 */
function capabilitiesOf(name: string, shown: Shown): ReadonlySet<string> {
  if (shown.capabilities) return new Set(shown.capabilities)
  if (embedFamilies.test(`${name} ${shown.details?.family}`)) return new Set(['embedding'])
  return new Set(shown.template?.includes('.Tools') ? ['completion', 'tools'] : ['completion'])
}

function windowOf({ model_info }: Shown): number {
  const info = model_info ?? {}
  const any = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  const length = info[`${info['general.architecture']}.context_length`] ?? any
  return typeof length === 'number' && length > 0 ? length : Number.POSITIVE_INFINITY
}

/** The names of all models on the server, last changed first. */
export const listModels = async (query: Query): Promise<string[]> => (await listTags(query)).map(({ model }) => model)

const changedAt = ({ modified_at }: Tag) => Date.parse(modified_at) || 0

async function listTags(query: Query): Promise<Tag[]> {
  const models = Tags.parse(await query((ollama) => ollama.list())).models ?? []
  return models.sort((one, other) => changedAt(other) - changedAt(one))
}

const abilities: Record<string, ModelAbility> = {
  completion: 'chat',
  embedding: 'embedding',
  tools: 'tools',
  vision: 'vision',
  thinking: 'thinking',
}

/** The models on the server with their capabilities, last changed first, up to a limit. */
export async function describeModels(query: Query): Promise<StoredModel[]> {
  const loaded = await listLoaded(query)
  const tags = (await listTags(query)).slice(0, maxModels)
  return await Promise.all(
    tags.map(async (tag): Promise<StoredModel> => {
      const shown = await findShown(query, tag.model)
      const window = shown ? windowOf(shown) : Number.POSITIVE_INFINITY
      return {
        name: tag.model,
        size: tag.size ?? null,
        changedAt: changedAt(tag) || null,
        abilities: shown ? [...capabilitiesOf(tag.model, shown)].flatMap((name) => abilities[name] ?? []) : [],
        contextTokens: Number.isFinite(window) ? window : null,
        inMemory: loaded.includes(tag.model),
      }
    }),
  )
}

/** Undefined if it was deleted since or its file is broken, so that the others are still listed. */
const findShown = (query: Query, model: string): Promise<Shown | undefined> =>
  query((ollama) => ollama.show({ model })).then(Shown.parse, () => undefined)

/** The models in memory. */
export async function listLoaded(query: Query): Promise<string[]> {
  const loaded = Loaded.parse(await query((ollama) => ollama.ps())).models ?? []
  return loaded.map(({ model }) => model)
}

/**
 * The model for chats: the configured one, otherwise the first loaded one that can chat, otherwise the last changed
 * one; never an embedding model. Its window is at most `contextTokens`. Throws a ModelError `absent`.
 */
export async function chooseModel(
  query: Query,
  configured: string | undefined,
  contextTokens: number,
): Promise<ModelInfo> {
  const found = configured ? await findAble(query, [configured], 'completion') : await findChatModel(query)
  if (!found) {
    const sentence = (what: string) => `Ollama has ${what}: \`ollama pull llama3.2\` gets one.`
    throw new ModelError(
      'absent',
      configured
        ? failure('model_no_chat', sentence(`the model ${configured}, which cannot chat`), { model: configured })
        : failure('model_none', sentence('no model that can chat')),
    )
  }
  return {
    name: found.name,
    contextTokens: Math.min(contextTokens, windowOf(found.shown)),
    tools: found.able.has('tools'),
    thinking: found.able.has('thinking'),
    vision: found.able.has('vision'),
  }
}

async function findChatModel(query: Query): Promise<Found | undefined> {
  const names = await listLoaded(query)
  return (await findAble(query, names, 'completion')) ?? (await findAble(query, await listModels(query), 'completion'))
}

async function findAble(query: Query, names: string[], capability: string): Promise<Found | undefined> {
  for (const name of names.slice(0, maxModels)) {
    const shown = Shown.parse(await query((ollama) => ollama.show({ model: name })))
    const able = capabilitiesOf(name, shown)
    if (able.has(capability)) return { name, shown, able }
  }
  return undefined
}

/** The first embedding model. Throws a ModelError `absent`. */
export async function chooseEmbedModel(query: Query): Promise<string> {
  const found = await findAble(query, await listModels(query), 'embedding')
  if (found) return found.name
  const sentence = 'Ollama has no model for embeddings: `ollama pull nomic-embed-text` gets one.'
  throw new ModelError('absent', failure('model_no_embedding', sentence))
}
