import { cut } from '../../../shared/text.ts'
import { maxResult } from '../../../shared/tool.ts'
import type { Context } from '../../core/context.ts'
import { type Failure, failure, failureOf } from '../../core/failure.ts'
import { jsonIn, storable } from '../../core/json.ts'
import { SecretError } from '../../core/secret-headers.ts'
import { bodyKind, fillBody, fillUrl, TemplateError, valueAt, valuesOf } from '../../core/template.ts'
import { type ToolDefinition, toolHeaders } from './tools.ts'

/** The values of the placeholders, by their first word. Each root is set by the product alone. */
export type ToolValues = {
  args?: Record<string, unknown>
  prechat?: Record<string, unknown> | null
  data?: Record<string, unknown>
  user?: Record<string, unknown> | null
  lead?: Record<string, unknown> | null
  conversation?: { id: string }
} & Record<string, unknown>

/** What a call of a tool returned. */
export type ToolOutcome = {
  ok: boolean
  status: number | null
  ms: number
  /** Without secrets. */
  request: { method: string; url: string; body: string }
  /** The beginning of the response; null if there is none. */
  response: string | null
  /** The response after `pick`. Null if the call failed. */
  result: unknown
  truncated: boolean
  failed: Failure | undefined
}

/** The bytes of a response that are read, so that `pick` sees all of it. */
const maxRead = 1_000_000
const maxKeys = 50

/**
 * Calls a tool. A status other than 2xx, a timeout and an unreachable host are failures of the tool; it never throws for
 * them, only if `signal` aborts.
 */
export async function callTool(
  { services }: Context,
  tool: ToolDefinition,
  values: ToolValues,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const started = performance.now()
  const headers = toolHeaders(services)
  let request = { method: tool.method as string, url: tool.url, body: '' }
  const outcome = (part: Partial<ToolOutcome>): ToolOutcome => ({
    ...{ ok: false, status: null, response: null, result: null, truncated: false, failed: undefined, ...part },
    ms: Math.round(performance.now() - started),
    request: { ...request, body: cut(request.body, maxResult) },
  })
  try {
    request = requestFor(tool, values)
    const hasBody = request.method !== 'GET' && request.body !== ''
    const answer = await services.outside.requests.send({
      ...request,
      purpose: 'tool',
      headers: {
        accept: 'application/json',
        'user-agent': 'Service-Tools/1',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers.open(tool.headers),
      },
      maxBytes: maxRead,
      timeoutMs: tool.timeoutMs,
      signal,
    })
    if (answer.kind === 'failed') return outcome({ failed: answer.failure })
    const { status, isCut } = answer
    const text = headers.redact(answer.text, tool.headers)
    const response = cut(text, maxResult)
    if (status < 200 || status > 299) return outcome({ status, response, failed: badStatus(status) })
    if (isCut) return outcome({ status, response, failed: tooLarge })
    return outcome({ ok: true, status, response, ...resultOf(text, tool.pick) })
  } catch (error) {
    if (error instanceof TemplateError) return outcome({ failed: failure('values_refused', error.message) })
    if (error instanceof SecretError) return outcome({ failed: failureOf(error) })
    throw error
  }
}

const badStatus = (status: number) =>
  failure('answer_status', `The tool answers with the status ${status}.`, { status })
const tooLarge = failure('answer_too_large', `The answer is larger than ${maxRead} bytes.`, { bytes: maxRead })

/** The request of a tool. Values are escaped for where they go, and are never filled in again. */
function requestFor(tool: ToolDefinition, values: ToolValues) {
  const given = valuesOf(values)
  const type = tool.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'application/json'
  return {
    method: tool.method as string,
    url: fillUrl(tool.url, given),
    body: tool.method === 'GET' ? '' : fillBody(tool.body, given, bodyKind(type)),
  }
}

/** The picked part of a response: JSON, or text if it is not JSON. What is too long becomes text that is cut off. */
export function resultOf(text: string, pick: readonly string[]): Pick<ToolOutcome, 'result' | 'truncated'> {
  const value = jsonIn(text)
  const whole = storable(pickFrom(value === undefined ? text : value, pick))
  const json = JSON.stringify(whole) ?? 'null'
  if (Buffer.byteLength(json) <= maxResult) return { result: whole, truncated: false }
  const long = typeof whole === 'string' ? whole : json
  return {
    result: Buffer.from(long)
      .subarray(0, maxResult)
      .toString('utf8')
      .replace(/\ufffd$/, ''),
    truncated: true,
  }
}

/** Only these paths, in the same nesting. */
function pickFrom(whole: unknown, pick: readonly string[]): unknown {
  if (pick.length === 0) return whole
  const picked: Record<string, unknown> = {}
  for (const path of pick) {
    const value = valueAt(whole, path)
    if (value === undefined) continue
    const names = path.split('.')
    let at = picked
    for (const name of names.slice(0, -1)) {
      const inner = Object.hasOwn(at, name) ? at[name] : undefined
      const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
      Object.defineProperty(at, name, { value: next, enumerable: true, configurable: true, writable: true })
      at = next
    }
    Object.defineProperty(at, names.at(-1) as string, { value, enumerable: true, configurable: true, writable: true })
  }
  return picked
}

/** The paths of the values in a result, as the prompt can name them. */
export function keysOf(result: unknown, before = ''): string[] {
  if (typeof result !== 'object' || result === null) return before === '' ? [] : [before]
  const names = Object.entries(result).filter(([name]) => /^[\w-]+$/.test(name))
  return names.flatMap(([name, value]) => keysOf(value, before ? `${before}.${name}` : name)).slice(0, maxKeys)
}

const day = 86_400_000

/** Records the last call of a tool, for its owner. */
export async function noteOutcome(ctx: Context, id: string, { status, failed }: ToolOutcome): Promise<void> {
  const { sql } = ctx
  await ctx.tx(async (tx) => {
    const [before] = await tx.sql<{ last_error: string | null; notified_at: number | null }[]>`
      select last_error, notified_at from tools where id = ${id} for update`
    const fails = failed !== undefined && before?.last_error === null
    // A tool that fails now and then is reported once a day.
    const isNews = fails && (before.notified_at ?? 0) <= tx.now() - day
    await tx.sql`
      update tools set ${tx.sql({
        ...{ last_status: status, last_error: failed?.message ?? null, reason: failed?.reason ?? null },
        ...{ params: failed?.params ? sql.json(failed.params) : null, last_at: tx.now() },
        ...(isNews && { notified_at: tx.now() }),
      } as never)} where id = ${id}`
    // A row of a list for each call would be too much for the screens.
    if (before && (before.last_error === null) !== (failed === undefined))
      tx.emit('tool.changed', { id, ...(isNews && { failing: true }) })
  })
}
