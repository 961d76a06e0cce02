import { maxFirstTokenSeconds } from '../../../shared/model.ts'
import type { CheckPoint, CheckPointName, ModelCheck } from '../../../shared/model-check.ts'
import { checkResults } from '../../../shared/model-check-words.ts'
import type { Context, Services, Site } from '../../core/context.ts'
import { badRequest, taken } from '../../core/error.ts'
import type { ChatModel, ModelError } from '../../outside/model.ts'
import { isModelError } from '../assistant/reply/failure.ts'
import {
  failureResult,
  isMissingModel,
  ok,
  problem,
  type Result,
  smallerThan,
  type Target,
  unmeasured,
  warning,
} from './check-calls.ts'
import { type Earlier, type Step, steps } from './check-points.ts'

/** The hard limit on a whole check. */
const maxSeconds = 120

/** The servers of this process that check a model. Requests of two checks would disturb each other's times. */
const checking = new WeakSet<Services>()

/** Checks the site's model for a person, and publishes each point as it is measured. Ends when the caller leaves. */
export async function checkSiteModel(ctx: Context): Promise<ModelCheck> {
  const { services, site, signal } = ctx
  if (ctx.actor.kind === 'key')
    throw badRequest('The model server belongs to the whole deployment. Sign in to check it.', 'person_only')
  const publish = (point: CheckPoint) => services.ephemeral.publish(site.id, 'model.checked', { point })
  return await checkModel(services, site, signal, publish)
}

/**
 * Measures whether the model is good enough for replies, within two minutes.
 * @param site whose model is checked; undefined means the deployment's
 * @throws a 409 while another check runs on this server, and the signal's reason
 */
export async function checkModel(
  services: Services,
  site: Site | undefined,
  signal: AbortSignal,
  onPoint: (point: CheckPoint) => void,
): Promise<ModelCheck> {
  if (checking.has(services))
    throw taken(undefined, 'A model is already being checked. Try again in two minutes.', 'model_check_running')
  checking.add(services)
  const points: CheckPoint[] = []
  const note = (name: CheckPointName, result: Result) => {
    points.push({ point: name, ...result, ...textOf(result) })
    onPoint(points.at(-1) as CheckPoint)
  }
  const limit = timeLimit(services, maxSeconds, AbortSignal.any([signal, services.stopping]))
  try {
    const target = await findTarget(services, site, limit.signal, (result) => note('server', result))
    if (target) await measureAll(services, target, limit.signal, note)
    signal.throwIfAborted()
    return { model: target?.info.name ?? null, points, verdict: verdictOf(points, target) }
  } finally {
    limit.end()
    checking.delete(services)
  }
}

function timeLimit({ clock }: Services, seconds: number, signal: AbortSignal) {
  const over = new AbortController()
  const end = clock.after(seconds * 1000, () => over.abort())
  return { signal: AbortSignal.any([signal, over.signal]), isOver: () => over.signal.aborted, end }
}

async function findTarget(
  services: Services,
  site: Site | undefined,
  signal: AbortSignal,
  note: (result: Result) => void,
): Promise<Target | undefined> {
  const { outside, database } = services
  const { ai } = services.config
  const model = outside.models.unguarded
  const isOwn = site !== undefined && site.connector !== 'assistant'
  if (isOwn || !model) {
    note(isOwn ? problem('own_backend', {}) : problem('no_model', {}))
    return undefined
  }
  const { model: chosen = '', keepWarm = false } = site?.settings.assistant ?? {}
  const named = { ...(chosen === '' ? {} : { model: chosen }), ...(keepWarm && { keepWarm }) }
  const name = chosen || ai.model || ''
  try {
    const server = await serverOf(model, ai.model !== undefined)
    const info = await model.info(named.model)
    const known = { server, model: info.name, window: info.contextTokens }
    note(
      info.remoteHost === null
        ? ok('server_local', known)
        : warning('server_cloud', { ...known, host: info.remoteHost }),
    )
    const { firstTokenSeconds = maxFirstTokenSeconds, concurrency } = ai
    const locales = await readLocales(services, site)
    return { model, info, named, firstTokenSeconds, concurrency, locales, vectors: database.vectors, signal }
  } catch (error) {
    if (!isModelError(error)) throw error
    note(failureResult(error, name))
    return undefined
  }
}

/** The locale of the site, or those of all sites. */
async function readLocales({ sites }: Services, site: Site | undefined): Promise<string[]> {
  const all = site ? [site] : await Promise.all(sites.ids().map((id) => sites.find(id)))
  return all.flatMap((one) => one?.settings.assistant.locale ?? [])
}

/** What the server is. A site's model may work although the deployment's is missing. Throws ModelErrors. */
async function serverOf(model: ChatModel, isConfigured: boolean): Promise<string> {
  const { fault, server } = await model.status()
  const mayWork =
    fault?.kind === 'absent' && fault.reason !== 'model_unreachable' && !isForeign(model, fault, isConfigured)
  if (fault && !mayWork) throw fault
  return server ?? (model.provider === 'ollama' ? 'Ollama' : 'OpenAI-compatible')
}

/** Whether the path itself is missing. Not every OpenAI-compatible server lists its models. */
const isForeign = ({ provider }: ChatModel, fault: ModelError, isConfigured: boolean) =>
  fault.reason === 'model_absent' && !isMissingModel(fault) && !(provider === 'openai' && isConfigured)

async function measureAll(
  services: Services,
  target: Target,
  signal: AbortSignal,
  note: (name: CheckPointName, result: Result) => void,
): Promise<void> {
  const earlier: Earlier = {}
  for (const step of steps) {
    const results = await measure(services, { ...target, signal }, step, earlier)
    for (const [at, name] of step.points.entries()) note(name, results[at] ?? unmeasured('no_time', {}))
    // Without a loaded model, nothing else can be measured.
    if (step.points[0] === 'load' && results[0]?.level === 'problem') return
  }
}

async function measure(services: Services, target: Target, step: Step, earlier: Earlier): Promise<Result[]> {
  if (target.signal.aborted) return []
  const { signal, isOver, end } = timeLimit(services, step.seconds, target.signal)
  try {
    return await step.measure({ ...target, signal }, earlier)
  } catch (error) {
    if (target.signal.aborted) return []
    if (isOver()) return step.late?.(target, step.seconds) ?? []
    if (!isModelError(error)) throw error
    return [failureResult(error, target.info.name)]
  } finally {
    end()
  }
}

type Values = Record<string, string | number>

/** A result in English. */
function textOf({ reason, params }: Pick<Result, 'reason' | 'params'>): Pick<CheckPoint, 'message' | 'advice'> {
  const [message, advice] = (checkResults[reason] as (values: typeof params) => [string, string?])(params)
  return { message, advice: advice ?? null }
}

function verdictOf(points: readonly CheckPoint[], target: Target | undefined): ModelCheck['verdict'] {
  const { level, reason, params } = judge(points, target)
  return { level, reason, params, ...textOf({ reason, params }) }
}

type Judgement = { level: ModelCheck['verdict']['level'] } & Pick<Result, 'reason' | 'params'>

/** Decides from what was measured in this run alone. */
function judge(points: readonly CheckPoint[], target: Target | undefined): Judgement {
  const find = (wanted: CheckPointName) => points.find(({ point }) => point === wanted)
  const isProblem = (wanted: CheckPointName) => find(wanted)?.level === 'problem'
  const [reading, writing] = [find('reading'), find('writing')]
  if (!target || isProblem('load')) return { level: 'unusable', reason: 'unusable', params: {} }
  const smaller = smallerThan(target.info.name)
  const { seconds, limit } = (reading?.params ?? {}) as Values
  const speed = { seconds: seconds ?? 0, limit: limit ?? 0, perSecond: (writing?.params as Values)?.perSecond ?? 0 }
  if (reading?.reason === 'begins_never')
    return { level: 'unusable', reason: 'too_late', params: { seconds: speed.seconds, limit: speed.limit, smaller } }
  if (reading?.reason === 'call_failed') return { level: 'unusable', reason: 'unusable', params: {} }
  if (seconds === undefined || writing?.level === 'unmeasured' || !writing)
    return { level: 'unknown', reason: 'unknown', params: {} }
  if (isProblem('reading') || isProblem('writing'))
    return { level: 'unusable', reason: 'too_slow', params: { ...speed, smaller } }
  if (reading?.level === 'warning' || writing.level === 'warning')
    return { level: 'slow', reason: 'slow', params: { ...speed, smaller } }
  return { level: 'good', reason: 'good', params: speed }
}
