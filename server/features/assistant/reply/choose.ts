import type { Context, Services } from '../../../core/context.ts'
import type { ConnectorTarget } from '../../../outside/connector.ts'
import type { ChatModel, ChatRequest, ModelInfo } from '../../../outside/model.ts'
import { isModelError } from './failure.ts'

/** Who writes a reply: the owner's own backend, a model, or nobody, in which case passages are quoted. */
export type Backend =
  | { kind: 'connector'; target: ConnectorTarget }
  | { kind: 'model'; model: ChatModel; info: ModelInfo }
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
    return { kind: 'model', model, info: await model.info(name) }
  } catch (error) {
    if (mayQuoteInstead(ctx, error)) return { kind: 'quote' }
    if (isOutage(error)) return { kind: 'quote', outage: true }
    throw error
  }
}

/** The site's own AI backend, if it has one. */
export function connectorOf(ctx: Context): ConnectorTarget | undefined {
  const { connector } = ctx.site
  if (connector === 'assistant') return undefined
  return { url: connector.url, headers: connector.headers, secret: connectorSecret(ctx.services, ctx.site.id) }
}

/** The model that the site's settings name; undefined means the deployment's. */
export const modelOfSite = (ctx: Context): string | undefined => ctx.site.settings.assistant.model || undefined

/** The parameters of each model call from the site's settings. */
export function modelRequestOf(ctx: Context): Pick<ChatRequest, 'model' | 'keepWarm'> {
  const model = modelOfSite(ctx)
  const { keepWarm } = ctx.site.settings.assistant
  return { ...(model === undefined ? {} : { model }), ...(keepWarm ? { keepWarm } : {}) }
}

/** Whether the model server is silent or currently not called. Visitors then get passages and the reason. */
export const isOutage = (error: unknown): boolean =>
  isModelError(error) && (error.kind === 'out' || error.kind === 'silent')

/** Whether a missing model is not an error: none is configured, so the best passages are quoted. */
export const mayQuoteInstead = (ctx: Context, error: unknown): boolean =>
  ctx.services.config.ai.provider === 'auto' &&
  modelOfSite(ctx) === undefined &&
  isModelError(error) &&
  error.kind === 'absent'

/** The secret that signs requests to a site's own AI backend. Derived from the deployment's secret and not stored. */
export const connectorSecret = (services: Pick<Services, 'seal'>, site: string): string =>
  `whsec_${services.seal.hash('connector', site)}`
