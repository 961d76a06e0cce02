import type { Context, Services } from '../../../core/context.ts'
import { failureOf } from '../../../core/failure.ts'
import type { ConnectorTarget } from '../../../outside/connector.ts'
import type { ChatModel, ChatRequest, ModelFault, ModelInfo } from '../../../outside/model.ts'
import { isModelError } from './failure.ts'
import { assistantState } from './state.ts'

/** Who writes a reply: the owner's own backend, a model, or nobody, in which case passages are quoted. */
export type Backend =
  | { kind: 'connector'; target: ConnectorTarget }
  /** `named` is the model to call; undefined means the deployment's. */
  | { kind: 'model'; model: ChatModel; info: ModelInfo; named: string | undefined }
  /** Whether the reason is an outage, not a missing model. */
  | { kind: 'quote'; outage?: boolean }

/**
 * Chooses the backend of a site from its configuration and the state of the model server. Throws a ModelError.
 * @param name the model; undefined means the deployment's
 */
export async function chooseBackend(ctx: Context, name = modelOfSite(ctx)): Promise<Backend> {
  const target = connectorOf(ctx)
  if (target) return { kind: 'connector', target }
  const model = await ctx.services.outside.models.current()
  if (!model) return { kind: 'quote' }
  try {
    return await withModel(ctx, model, name)
  } catch (error) {
    if (mayQuoteInstead(ctx, error)) return { kind: 'quote' }
    if (isOutage(error)) return { kind: 'quote', outage: true }
    throw error
  }
}

/**
 * The deployment's model replaces one that the site's settings name and that is not there, misspelt, or cannot chat. The
 * state of the server shows it until the settings are right.
 */
async function withModel(ctx: Context, model: ChatModel, named: string | undefined): Promise<Backend> {
  try {
    return { kind: 'model', model, info: await model.info(named), named }
  } catch (error) {
    if (named === undefined || !isModelMissing(error)) throw error
    const info = await model.info()
    // Nobody chose that this site's chats leave the machine.
    if (info.remoteHost !== null) throw error
    assistantState(ctx.services).faults.set(ctx.site.id, failureOf(error))
    ctx.log.warn({ err: error, site: ctx.site.id }, 'the model of the site is missing; using the one of the deployment')
    return { kind: 'model', model, info, named: undefined }
  }
}

const isModelMissing = (error: unknown): boolean =>
  isModelError(error) && (error.kind === 'refused' || (error.kind === 'absent' && error.reason !== 'model_unreachable'))

/** The site's own AI backend, if it has one. */
export function connectorOf(ctx: Context): ConnectorTarget | undefined {
  const { connector } = ctx.site
  if (connector === 'assistant') return undefined
  return { url: connector.url, headers: connector.headers, secret: connectorSecret(ctx.services, ctx.site.id) }
}

/** The model that the site's settings name; undefined means the deployment's. */
export const modelOfSite = (ctx: Context): string | undefined => ctx.site.settings.assistant.model || undefined

/** The parameters of each call to the chosen model. */
export function modelRequestOf(ctx: Context, named: string | undefined): Pick<ChatRequest, 'model' | 'keepWarm'> {
  const { keepWarm } = ctx.site.settings.assistant
  return { ...(named === undefined ? {} : { model: named }), ...(keepWarm ? { keepWarm } : {}) }
}

const outages: ReadonlySet<ModelFault> = new Set(['out', 'silent', 'loading'])

/** Whether the model server is silent, loading or currently not called. Visitors then get passages and the reason. */
export const isOutage = (error: unknown): boolean => isModelError(error) && outages.has(error.kind)

/** Whether a missing model is not an error: none is configured, so the best passages are quoted. */
export const mayQuoteInstead = (ctx: Context, error: unknown): boolean =>
  ctx.services.config.ai.provider === 'auto' &&
  modelOfSite(ctx) === undefined &&
  isModelError(error) &&
  error.kind === 'absent'

/** The secret that signs requests to a site's own AI backend. Derived from the deployment's secret and not stored. */
export const connectorSecret = (services: Pick<Services, 'seal'>, site: string): string =>
  `whsec_${services.seal.hash('connector', site)}`
