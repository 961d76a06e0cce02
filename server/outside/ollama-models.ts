import type { Ollama } from 'ollama'
import { z } from 'zod'
import type { ModelAbility, StoredModel } from '../../shared/model.ts'
import { failure } from '../core/failure.ts'
import { type LoadedModel, ModelError, type ModelInfo } from './model.ts'

/** A request to an Ollama server, within the limits of one call. */
export type Query = <T>(ask: (ollama: Ollama) => Promise<T>) => Promise<T>

const Name = z.string().min(1).max(500)
const Loaded = z.object({ models: z.array(z.object({ model: Name, context_length: z.int().nullish() })).nullish() })
/** Only cloud models have these. */
const remote = { remote_host: z.string().max(1000).nullish(), remote_model: z.string().max(500).nullish() }
const Tag = z.object({ model: Name, modified_at: z.string(), size: z.int().nullish(), ...remote })
const Tags = z.object({ models: z.array(Tag).nullish() })
type Tag = z.infer<typeof Tag>
const Shown = z.object({
  capabilities: z.array(z.string()).nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  details: z.object({ family: z.string() }).partial().nullish(),
  template: z.string().nullish(),
  ...remote,
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

/**
 * The host that runs a cloud model, to which Ollama passes on what it receives; null for a model that runs on the model
 * server. An entry without a host is recognised by its name.
 */
function remoteHostOf(
  name: string,
  { remote_host: host, remote_model }: Pick<Shown, keyof typeof remote>,
): string | null {
  if (host) return URL.parse(host)?.host || host
  return remote_model ? cloudHost : cloudHostOf(name)
}

const cloudHost = 'ollama.com'

/** The host that runs a cloud model of Ollama, as far as its name says it. */
export const cloudHostOf = (name: string): string | null => (/[:-]cloud$/i.test(name) ? cloudHost : null)

/** The name with its tag, which Ollama adds to one without. */
export const taggedName = (name: string) => (/:[^/]*$/.test(name) ? name : `${name}:latest`)

/** A model on the server. `remoteHost` is the host that runs a cloud model. */
export type ListedModel = { name: string; remoteHost: string | null }

/** All models on the server, last changed first. */
export const listModels = async (query: Query): Promise<ListedModel[]> =>
  (await listTags(query)).map((tag) => ({ name: tag.model, remoteHost: remoteHostOf(tag.model, tag) }))

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
  const loaded = (await listLoaded(query)).map(({ name }) => taggedName(name))
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
        inMemory: loaded.includes(taggedName(tag.model)),
        remoteHost: remoteHostOf(tag.model, shown?.remote_host || shown?.remote_model ? shown : tag),
      }
    }),
  )
}

/** Undefined if it was deleted since or its file is broken, so that the others are still listed. */
const findShown = (query: Query, model: string): Promise<Shown | undefined> =>
  query((ollama) => ollama.show({ model })).then(Shown.parse, (error) => {
    // The server itself does not respond: asking for each of many models would take minutes.
    if (isSilence(error)) throw error
    return undefined
  })

const isSilence = (error: unknown) =>
  error instanceof ModelError && (error.kind === 'slow' || error.reason === 'model_unreachable')

export async function listLoaded(query: Query): Promise<LoadedModel[]> {
  const loaded = Loaded.parse(await query((ollama) => ollama.ps())).models ?? []
  return loaded.map(({ model, context_length }) => ({ name: model, contextTokens: context_length ?? null }))
}

/** Whether the model is in memory as replies ask for it. With another window, Ollama would load it again. */
export async function isLoaded(query: Query, { name, contextTokens }: ModelInfo): Promise<boolean> {
  const loaded = await listLoaded(query)
  return loaded.some(
    (one) => taggedName(one.name) === taggedName(name) && (one.contextTokens ?? contextTokens) === contextTokens,
  )
}

/**
 * The model for chats: the configured one, otherwise the first loaded one that can chat, otherwise the last changed
 * one; never an embedding model, and a cloud model only if it is configured, because chats would leave the machine. Its
 * window is at most `contextTokens`. Throws a ModelError `absent`.
 */
export async function chooseModel(
  query: Query,
  configured: string | undefined,
  contextTokens: number,
): Promise<ModelInfo> {
  const found = configured ? await findNamed(query, configured) : await findChatModel(query)
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
    remoteHost: remoteHostOf(found.name, found.shown),
  }
}

async function findNamed(query: Query, name: string): Promise<Found | undefined> {
  const shown = Shown.parse(await query((ollama) => ollama.show({ model: name })))
  const able = capabilitiesOf(name, shown)
  return able.has('completion') ? { name, shown, able } : undefined
}

async function findChatModel(query: Query): Promise<Found | undefined> {
  const loaded = await listLoaded(query)
  const local = await listLocal(query)
  const ready = loaded.map(({ name }) => name).filter((name) => local.includes(name))
  return (await findAble(query, ready, 'completion')) ?? (await findAble(query, local, 'completion'))
}

const listLocal = async (query: Query) =>
  (await listModels(query)).filter(({ remoteHost }) => remoteHost === null).map(({ name }) => name)

/** The first that can do it. One whose description fails, or names a remote host after all, is skipped. */
async function findAble(query: Query, names: string[], capability: string): Promise<Found | undefined> {
  for (const name of names.slice(0, maxModels)) {
    const shown = await findShown(query, name)
    if (!shown || remoteHostOf(name, shown) !== null) continue
    const able = capabilitiesOf(name, shown)
    if (able.has(capability)) return { name, shown, able }
  }
  return undefined
}

/** The first embedding model that runs on the model server. Throws a ModelError `absent`. */
export async function chooseEmbedModel(query: Query): Promise<string> {
  const found = await findAble(query, await listLocal(query), 'embedding')
  if (found) return found.name
  const sentence = 'Ollama has no model for embeddings: `ollama pull nomic-embed-text` gets one.'
  throw new ModelError('absent', failure('model_no_embedding', sentence))
}
