import { z } from 'zod'
import { LoadedModel, Models, PullModel, PullStarted, type StoredModel } from '../../../shared/model.ts'
import { exact } from '../../../shared/text.ts'
import type { Context } from '../../core/context.ts'
import { get, post } from '../../core/operation.ts'
import { isModelError } from '../assistant/backend-fault.ts'
import { chooseBackend, connectorOf } from '../assistant/choose.ts'
import { cancelPull, findLatestPull, startPull } from './pulls.ts'

/** What writes the site's replies and finds its passages, and which models there are. */
async function readModels(ctx: Context): Promise<Models> {
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
async function loadModel(ctx: Context): Promise<LoadedModel> {
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

export const modelOperations = {
  list: get('/models', {
    summary: 'See which models are in use, and which there are',
    description:
      'Asks the model server. Which model writes the replies of a site is the setting `assistant.model`; where models come ' +
      'from, and which one embeds, is the configuration of the deployment (`ai`).',
    scope: 'settings:read',
    input: z.object({}),
    output: Models,
    run: readModels,
  }),
  pull: post('/models/pull', {
    summary: 'Fetch a model through Ollama',
    description:
      'In the background: `GET /models` tells how far it is. One at a time for the whole deployment; the same one again ' +
      'is the one at work. What was fetched before a failure is not fetched again. For a signed-in person or the ' +
      'deployment’s own key; a key of a site is refused with 400, as a model takes up the disk of all.',
    scope: 'settings:write',
    on: 'deployment',
    status: 202,
    errors: [409],
    input: PullModel,
    output: PullStarted,
    run: startPull,
  }),
  cancel: post('/models/pulls/:id/cancel', {
    summary: 'Stop fetching a model',
    description:
      '`cancelled` is false where it was over. Ollama keeps what it has of it. A key of a site is refused with 400.',
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
      'So that the next visitor does not wait for it. It stays for as long as Ollama keeps one or, with the setting ' +
      '`assistant.keepWarm`, until Ollama ends. What fails is answered with `ok` false and what to do about it.',
    scope: 'settings:write',
    input: z.object({}),
    output: LoadedModel,
    run: (ctx) => loadModel(ctx),
  }),
}
