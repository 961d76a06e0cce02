import type { LoadedModel, Models, StoredModel } from '../../../shared/model.ts'
import type { Context } from '../../core/context.ts'
import { isModelError } from '../assistant/backend-fault.ts'
import { chooseBackend, connectorOf } from '../assistant/choose.ts'
import { findLatestPull } from './pulls.ts'

/** What writes the site's replies and finds its passages, and which models there are. */
export async function readModels(ctx: Context): Promise<Models> {
  const { parts, site } = ctx
  const { models: outside } = parts.outside
  const { ok, detail } = await outside.health()
  const models = await listModels(ctx)
  const described = outside.describe()
  const provider = described?.provider === 'openai' || described?.provider === 'ollama' ? described.provider : 'none'
  const chosen = site.settings.assistant.model
  return {
    site: site.id,
    provider: connectorOf(ctx) ? 'http' : provider,
    ok,
    detail,
    chat: described ? chosen || described.model || null : null,
    embedding: embeddingOf(ctx, models),
    mayEmbed: parts.database.vectors,
    mayFetch: outside.store !== undefined,
    models,
    pull: await findLatestPull(parts.database.sql),
  }
}

/** None where its server does not answer: how it is, is told beside. */
async function listModels({ parts, log }: Context): Promise<StoredModel[]> {
  try {
    return await parts.outside.models.list()
  } catch (error) {
    if (!isModelError(error)) throw error
    log.info({ reason: error.message }, 'the models could not be listed')
    return []
  }
}

/** As passages are embedded: by the model that is configured, else by the first that can. */
function embeddingOf({ parts: { database, config, outside } }: Context, models: readonly StoredModel[]) {
  if (!database.vectors || config.ai.provider === 'none') return null
  const used = outside.models.describe()?.knowledge
  const able = models.find(({ abilities }) => abilities.includes('embedding'))?.name
  return config.ai.embedModel ?? (used === 'keywords' ? undefined : used) ?? able ?? null
}

/**
 * Loads the site's model into memory, for as long as the settings say, so that nobody waits for that. What fails is told as
 * something to do about it.
 */
export async function loadModel(ctx: Context): Promise<LoadedModel> {
  const { store } = ctx.parts.outside.models
  try {
    const backend = await chooseBackend(ctx)
    if (backend.kind !== 'model' || !store) return failed('Only a model of Ollama can be loaded, and none is in use.')
    const { name } = backend.info
    await store.load(name, ctx.site.settings.assistant.keepWarm, ctx.signal)
    return { ok: true, model: name, detail: `${name} is in memory.` }
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (!isModelError(error)) throw error
    return failed(`${error.message} Check that Ollama runs and has the memory for it.`)
  }
}

const failed = (detail: string): LoadedModel => ({ ok: false, model: '', detail })
