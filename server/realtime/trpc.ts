import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure, tracked } from '@trpc/server'
import { z } from 'zod'
import type { ErrorBody } from '../../shared/error.ts'
import { WindowId } from '../../shared/presence.ts'
import type { Actor } from '../core/actor.ts'
import { asRefusal, auditRefusal, call } from '../core/call.ts'
import type { Parts } from '../core/context.ts'
import { badRequest, invalid, Refusal } from '../core/error.ts'
import type { Answer } from '../core/idempotency.ts'
import type { Operation, Operations } from '../core/operation.ts'
import { admitCaller } from '../door/caller.ts'
import type { Rates } from '../door/rate-limit.ts'
import { itemsOf } from './items.ts'
import type { SubscriptionInput, Subscriptions } from './subscriptions.ts'

/** What a tRPC call knows of its caller: the token, and where it came from. `known` is called once the token was. */
export type Caller = { token: string; address: string; known?(): void }

type Fields<I extends z.ZodObject> = z.input<I> extends Record<string, never> ? unknown : z.input<I>
type Input<O> = O extends Operation<infer I, z.ZodType> ? Fields<I> & { site?: string } & Repeatable<O> : never
/** As the header of its name over REST: whoever does not know whether a call arrived sends it again under the same key. */
type Repeatable<O> = O extends { method: 'post' } ? { idempotencyKey?: string } : unknown
type Output<O> = O extends Operation<z.ZodObject, infer Out> ? z.output<Out> : never
type Procedure<O> = O extends { method: 'get' }
  ? TRPCQueryProcedure<{ input: Input<O>; output: Output<O>; meta: unknown }>
  : TRPCMutationProcedure<{ input: Input<O>; output: Output<O>; meta: unknown }>

/** The procedures of a map of operations, by their names. */
export type Procedures<Map> = {
  [Feature in keyof Map]: { [Name in keyof Map[Feature]]: Procedure<Map[Feature][Name]> }
}

const t = initTRPC.context<Caller>().create({
  // Otherwise errors carry the stack, wherever NODE_ENV is not set.
  isDev: false,
  errorFormatter: ({ shape, error }) =>
    error.cause instanceof Refusal ? { ...shape, data: { ...shape.data, refusal: error.cause.body() } } : shape,
})

/**
 * A router with a procedure for each operation, which goes the way of a REST call, and the subscription `events`.
 * Reading ones are queries, the others mutations.
 */
export function createRouter<Map extends Operations>(
  parts: Parts,
  rates: Rates,
  operations: Map,
  subscriptions: Subscriptions,
) {
  const features = Object.entries(operations).map(([feature, list]) => {
    const procedures = Object.entries(list).map(([name, operation]) => [name, procedureOf(parts, rates, operation)])
    return [feature, t.router(Object.fromEntries(procedures))]
  })
  const derived = Object.fromEntries(features) as Procedures<Map>
  return t.router({ ...derived, events: eventsProcedure(parts, rates, subscriptions) })
}

function procedureOf(parts: Parts, rates: Rates, operation: Operation) {
  const procedure = t.procedure.input(asFields)
  const run = async ({
    ctx,
    input,
    signal,
  }: {
    ctx: Caller
    input: Record<string, unknown>
    signal?: AbortSignal | undefined
  }) => {
    try {
      const refused = (actor: Actor) => auditRefusal(parts, { operation, actor }, 429)
      const actor = await knownCaller(parts, rates, ctx, refused)
      const { address } = ctx
      const route = `${operation.method} ${operation.path}`
      const { idempotencyKey, ...fields } = input
      const given = { operation, actor, address, route, signal: signal ?? never, input: async () => fields }
      return answerOf(await call(parts, { ...given, idempotencyKey: repeatableAs(idempotencyKey) }))
    } catch (error) {
      throw asTrpcError(asRefusal(parts, error))
    }
  }
  return operation.method === 'get' ? procedure.query(run) : procedure.mutation(run)
}

const never = new AbortController().signal

function repeatableAs(key: unknown): string | undefined {
  if (key === undefined || (typeof key === 'string' && key !== '' && key.length <= 255)) return key
  throw badRequest('idempotencyKey: must have 1 to 255 characters.', 'invalid_idempotency_key', { max: 255 })
}

/** What a call gave. A refusal that was kept for its key is one again. */
function answerOf({ status, body }: Answer): unknown {
  if (status < 400) return body
  const { error, ...extra } = body as ErrorBody
  throw new Refusal(status, error.code, error.message, { ...error, extra })
}

function asFields(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw asTrpcError(badRequest('The input must be an object.', 'invalid_body'))
}

/**
 * Who asks, counted against its rate; throws a Refusal.
 * @param overRate called with the first request of a minute that is over the rate, as over REST
 */
export const knownCaller = (
  parts: Parts,
  rates: Rates,
  { token, address, known }: Caller,
  overRate?: (actor: Actor) => Promise<void>,
): Promise<Actor> =>
  admitCaller(parts, rates, { token: () => token, address, known: () => known?.(), ...(overRate && { overRate }) })

/** The subscription as an event stream over HTTP has it; a socket goes its own way, see Connection. */
function eventsProcedure(parts: Parts, rates: Rates, subscriptions: Subscriptions) {
  const input = (value: unknown) => asSubscription(value)
  return t.procedure.input(input).subscription(async function* ({ ctx, input, signal = never }) {
    try {
      const admit = () => knownCaller(parts, rates, ctx)
      const ending = AbortSignal.any([signal, parts.stopping])
      for await (const item of itemsOf((subscriber) => subscriptions.open(ctx, input, subscriber, admit), ending))
        yield item.id === null ? item.event : tracked(item.id, item.event)
    } catch (error) {
      throw asTrpcError(asRefusal(parts, error))
    }
  })
}

const Subscribe = z.object({
  site: z.string('name the site.'),
  lastEventId: z.string('must be a string.').nullish(),
  window: WindowId.optional(),
  available: z.boolean('must be true or false.').optional(),
})

/** @param lastEventId what tRPC's client sends beside the input after a reconnect */
export function asSubscription(value: unknown, lastEventId?: string): SubscriptionInput {
  const parsed = Subscribe.safeParse({ ...asFields(value), ...(lastEventId === undefined ? {} : { lastEventId }) })
  if (!parsed.success) throw asTrpcError(invalid(parsed.error))
  return { ...parsed.data, lastEventId: parsed.data.lastEventId ?? undefined }
}

const codes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  // tRPC has no name for it; the refusal beside it says `gone`.
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
}

export const asTrpcError = (refusal: Refusal) =>
  new TRPCError({ code: codes[refusal.status] ?? 'INTERNAL_SERVER_ERROR', message: refusal.message, cause: refusal })
