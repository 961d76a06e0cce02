import type { Context } from '../../core/context.ts'
import type { ConnectorTarget } from '../../outside/connector.ts'
import type { ChatModel, ChatRequest, ModelInfo } from '../../outside/model.ts'
import { isModelError } from './backend-fault.ts'
import { connectorSecret } from './connector-secret.ts'

/** Who writes a reply: a backend of the owner's own, a model, or nobody, so that passages are quoted. */
export type Backend =
  | { kind: 'connector'; target: ConnectorTarget }
  | { kind: 'model'; model: ChatModel; info: ModelInfo }
  /** Because of an outage, or because there is no model. */
  | { kind: 'quote'; outage?: boolean }

/** Chooses the backend of a site as its configuration and the model server stand now. Throws a ModelError. */
export async function chooseBackend(ctx: Context): Promise<Backend> {
  const target = connectorOf(ctx)
  if (target) return { kind: 'connector', target }
  const model = await ctx.parts.outside.models.current()
  if (!model) return { kind: 'quote' }
  try {
    return { kind: 'model', model, info: await model.info(modelOfSite(ctx)) }
  } catch (error) {
    if (mayQuoteInstead(ctx, error)) return { kind: 'quote' }
    if (isOutage(error)) return { kind: 'quote', outage: true }
    throw error
  }
}

/** The site's own AI backend, where it has one. */
export function connectorOf(ctx: Context): ConnectorTarget | undefined {
  const { connector } = ctx.site
  if (connector === 'assistant') return undefined
  return { url: connector.url, headers: connector.headers, secret: connectorSecret(ctx.parts, ctx.site.id) }
}

/** The model that the site's settings name; undefined: the deployment's. */
export const modelOfSite = (ctx: Context): string | undefined => ctx.site.settings.assistant.model || undefined

/** What a site's settings say of each call to its model. */
export function modelRequestOf(ctx: Context): Pick<ChatRequest, 'model' | 'keepWarm'> {
  const model = modelOfSite(ctx)
  const { keepWarm } = ctx.site.settings.assistant
  return { ...(model === undefined ? {} : { model }), ...(keepWarm ? { keepWarm } : {}) }
}

/** Whether the model server is silent or not asked for now: visitors get the passages, and are told why. */
export const isOutage = (error: unknown): boolean =>
  isModelError(error) && (error.kind === 'out' || error.kind === 'silent')

/** Whether a model that is not there is no fault: nobody named one, so that the best passages do as well. */
export const mayQuoteInstead = (ctx: Context, error: unknown): boolean =>
  ctx.parts.config.ai.provider === 'auto' &&
  modelOfSite(ctx) === undefined &&
  isModelError(error) &&
  error.kind === 'absent'
