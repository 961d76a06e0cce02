import { z } from 'zod'
import { LoadedModel, Models, PullModel, PullStarted, type StoredModel } from '../../../shared/model.ts'
import { ModelCheck } from '../../../shared/model-check.ts'
import { exact } from '../../../shared/text.ts'
import type { Context } from '../../core/context.ts'
import { get, post } from '../../core/operation.ts'
import type { ModelError } from '../../outside/model.ts'
import { connectorOf, modelOfSite } from '../assistant/reply/choose.ts'
import { isModelError } from '../assistant/reply/failure.ts'
import { checkSiteModel } from './check.ts'
import { suggestEmbedding } from './embedding-model.ts'
import { cancelPull, findLatestPull, startPull } from './pulls.ts'

/** The models that write the site's replies and embed its passages, and the available models. */
async function readModels(ctx: Context): Promise<Models> {
  const { services, site } = ctx
  const { models: outside } = services.outside
  const { ok, detail, failed } = await outside.health()
  const models = await listModels(ctx)
  const described = outside.describe()
  const provider = described?.provider === 'openai' || described?.provider === 'ollama' ? described.provider : 'none'
  const { model, locale } = site.settings.assistant
  // The deployment's model replaces one that is not there.
  const chosen = models.length === 0 || findModel(models, model) ? model : ''
  const embedding = embeddingOf(ctx, models)
  return {
    site: site.id,
    provider: connectorOf(ctx) ? 'http' : provider,
    ok,
    detail,
    reason: failed?.reason ?? null,
    params: failed?.params ?? null,
    chat: described ? chosen || described.model || null : null,
    remoteHost: described && chosen ? (findModel(models, chosen)?.remoteHost ?? null) : (described?.remoteHost ?? null),
    embedding,
    suggestedEmbedding: services.database.vectors ? suggestEmbedding(embedding, [locale]) : null,
    mayEmbed: services.database.vectors,
    mayFetch: outside.store !== undefined,
    models,
    pull: await findLatestPull(services.database.sql),
  }
}

/** A name without a tag means `latest`. */
const findModel = (models: readonly StoredModel[], chosen: string) =>
  models.find(({ name }) => name === chosen || name === `${chosen}:latest`)

/** Empty if the model server does not respond; `health` reports that. */
async function listModels({ services, log }: Context): Promise<StoredModel[]> {
  try {
    return await services.outside.models.list()
  } catch (error) {
    if (!isModelError(error)) throw error
    log.info({ reason: error.message }, 'could not list the models')
    return []
  }
}

/** The embedding model: the configured one, or the first that supports embeddings. */
function embeddingOf({ services: { database, config, outside } }: Context, models: readonly StoredModel[]) {
  if (!database.vectors || config.ai.provider === 'none') return null
  const used = outside.models.describe()?.knowledge
  const able = models.find(({ abilities }) => abilities.includes('embedding'))?.name
  return config.ai.embedModel ?? (used === 'keywords' ? undefined : used) ?? able ?? null
}

/**
 * Loads the site's model into memory for as long as the settings say, so that the next visitor does not wait. Failures
 * are returned with how to fix them.
 */
async function loadModel(ctx: Context): Promise<LoadedModel> {
  const { store } = ctx.services.outside.models
  try {
    const model = connectorOf(ctx) ? undefined : await ctx.services.outside.models.current()
    if (!model || !store) return notLoaded('Only Ollama models can be loaded, and none is in use.')
    const info = await model.info(modelOfSite(ctx))
    const { name } = info
    await store.load(info, ctx.site.settings.assistant.keepWarm, ctx.signal)
    return { ok: true, model: name, detail: `${name} is in memory.` }
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (!isModelError(error)) throw error
    return notLoaded(`${error.message.replace(/[^.!?]$/, '$&.')} ${adviceOn(error)}`)
  }
}

const adviceOn = ({ reason }: ModelError): string =>
  reason === 'model_absent' || reason === 'model_no_chat' || reason === 'model_none'
    ? 'Download it, or choose another model.'
    : 'Check that Ollama is running and has enough memory.'

const notLoaded = (detail: string): LoadedModel => ({ ok: false, model: '', detail })

export const modelOperations = {
  list: get('/models', {
    summary: 'Retrieve the models',
    description:
      "Returns the available models and the ones in use. The setting `assistant.model` selects the model that writes a site's replies; the " +
      'configuration of the deployment (`ai`) selects the model server and the embedding model.',
    scope: 'settings:read',
    input: z.object({}),
    output: Models,
    run: readModels,
  }),
  pull: post('/models/pull', {
    summary: 'Download a model with Ollama',
    description:
      'Downloads in the background; `GET /models` reports the progress. Only one download runs per deployment; requesting the same ' +
      'model returns the running download. A retry after a failure continues where it stopped. For signed-in people and the ' +
      'deployment’s admin key. Keys of a site get 400, because models use the disk of all sites.',
    scope: 'settings:write',
    on: 'deployment',
    status: 202,
    errors: [409],
    input: PullModel,
    output: PullStarted,
    run: startPull,
  }),
  cancel: post('/models/pulls/:id/cancel', {
    summary: 'Cancel a model download',
    description:
      '`cancelled` is false if the download had ended. Ollama keeps the part that was downloaded. Keys of a site get 400.',
    scope: 'settings:write',
    on: 'deployment',
    errors: [404],
    input: z.object({ id: exact(64, 1) }),
    output: z.object({ cancelled: z.boolean() }),
    run: cancelPull,
  }),
  load: post('/models/load', {
    summary: 'Load the site’s model into memory',
    description:
      "Loads the model so that the next visitor does not wait for it. It stays loaded for Ollama's usual time or, with the setting " +
      '`assistant.keepWarm`, until Ollama stops. Failures are returned with `ok` set to false and how to fix them.',
    scope: 'settings:write',
    input: z.object({}),
    output: LoadedModel,
    run: (ctx) => loadModel(ctx),
  }),
  check: post('/models/check', {
    summary: 'Check the site’s model',
    description:
      'Measures for up to two minutes whether the model is fast enough for replies, and whether everything works that the product needs ' +
      'of it: tools, structured output, the context window, simultaneous requests and embeddings. Only made-up text is sent. Replies to ' +
      'visitors are slower during this time. Each point is also published as the event `model.checked` over the live connection. The check ends ' +
      'if the caller disconnects. One check runs at a time per server. Keys of a site get 400.',
    scope: 'settings:write',
    errors: [409],
    input: z.object({}),
    output: ModelCheck,
    run: (ctx) => checkSiteModel(ctx),
  }),
}
