import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure, tracked } from '@trpc/server'
import { z } from 'zod'
import type { ErrorBody } from '../../shared/error.ts'
import { WindowId } from '../../shared/presence.ts'
import type { Actor } from '../core/actor.ts'
import { asAppError, auditRefused, call } from '../core/call.ts'
import type { Services } from '../core/context.ts'
import { AppError, badRequest, invalid } from '../core/error.ts'
import type { Answer } from '../core/idempotency.ts'
import type { Operation, Operations } from '../core/operation.ts'
import { admitCaller } from '../door/caller.ts'
import type { Rates } from '../door/rate-limit.ts'
import { itemsOf } from './items.ts'
import type { SubscriptionInput, Subscriptions } from './subscriptions.ts'

/** The caller of a tRPC call: its token and address. `known` is called once the token was identified. */
export type Caller = { token: string; address: string; known?(): void }

type Fields<I extends z.ZodObject> = z.input<I> extends Record<string, never> ? unknown : z.input<I>
type Input<O> = O extends Operation<infer I, z.ZodType> ? Fields<I> & { site?: string } & Repeatable<O> : never
/** Like the REST header: a caller that does not know whether a call arrived repeats it with the same key. */
type Repeatable<O> = O extends { method: 'post' } ? { idempotencyKey?: string } : unknown
type Output<O> = O extends Operation<z.ZodObject, infer Out> ? z.output<Out> : never
type Procedure<O> = O extends { method: 'get' }
  ? TRPCQueryProcedure<{ input: Input<O>; output: Output<O>; meta: unknown }>
  : TRPCMutationProcedure<{ input: Input<O>; output: Output<O>; meta: unknown }>

/** The procedures for a map of operations, by name. */
export type Procedures<Map> = {
  [Feature in keyof Map]: { [Name in keyof Map[Feature]]: Procedure<Map[Feature][Name]> }
}

const t = initTRPC.context<Caller>().create({
  // Otherwise errors contain the stack unless NODE_ENV is set.
  isDev: false,
  errorFormatter: ({ shape, error }) =>
    error.cause instanceof AppError ? { ...shape, data: { ...shape.data, refusal: error.cause.body() } } : shape,
})

/**
 * A router with a procedure per operation, handled like a REST call, and the subscription `events`. Reads are queries,
 * all others mutations.
 */
export function createRouter<Map extends Operations>(
  services: Services,
  rates: Rates,
  operations: Map,
  subscriptions: Subscriptions,
) {
  const features = Object.entries(operations).map(([feature, list]) => {
    const procedures = Object.entries(list).map(([name, operation]) => [name, procedureOf(services, rates, operation)])
    return [feature, t.router(Object.fromEntries(procedures))]
  })
  const derived = Object.fromEntries(features) as Procedures<Map>
  return t.router({ ...derived, events: eventsProcedure(services, rates, subscriptions) })
}

function procedureOf(services: Services, rates: Rates, operation: Operation) {
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
      const refused = (actor: Actor) => auditRefused(services, { operation, actor }, 429)
      const actor = await knownCaller(services, rates, ctx, refused)
      const { address } = ctx
      const route = `${operation.method} ${operation.path}`
      const { idempotencyKey, ...fields } = input
      const given = { operation, actor, address, route, signal: signal ?? never, input: async () => fields }
      return answerOf(await call(services, { ...given, idempotencyKey: repeatableAs(idempotencyKey) }))
    } catch (error) {
      throw asTrpcError(asAppError(services, error))
    }
  }
  return operation.method === 'get' ? procedure.query(run) : procedure.mutation(run)
}

const never = new AbortController().signal

function repeatableAs(key: unknown): string | undefined {
  if (key === undefined || (typeof key === 'string' && key !== '' && key.length <= 255)) return key
  throw badRequest('idempotencyKey: must have 1 to 255 characters.', 'invalid_idempotency_key', { max: 255 })
}

/** The result of a call. A stored error is thrown again. */
function answerOf({ status, body }: Answer): unknown {
  if (status < 400) return body
  const { error, ...extra } = body as ErrorBody
  throw new AppError(status, error.code, error.message, { ...error, extra })
}

function asFields(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw asTrpcError(badRequest('The input must be an object.', 'invalid_body'))
}

/**
 * Identifies the caller and counts its rate. Throws an AppError.
 * @param overRate called for the first request of a minute that exceeds the rate, as for REST
 */
export const knownCaller = (
  services: Services,
  rates: Rates,
  { token, address, known }: Caller,
  overRate?: (actor: Actor) => Promise<void>,
): Promise<Actor> =>
  admitCaller(services, rates, { token: () => token, address, known: () => known?.(), ...(overRate && { overRate }) })

/** The subscription as an event stream over HTTP. Sockets use Connection instead. */
function eventsProcedure(services: Services, rates: Rates, subscriptions: Subscriptions) {
  const input = (value: unknown) => asSubscription(value)
  return t.procedure.input(input).subscription(async function* ({ ctx, input, signal = never }) {
    try {
      const admit = () => knownCaller(services, rates, ctx)
      const ending = AbortSignal.any([signal, services.stopping])
      for await (const item of itemsOf((subscriber) => subscriptions.open(ctx, input, subscriber, admit), ending))
        yield item.id === null ? item.event : tracked(item.id, item.event)
    } catch (error) {
      throw asTrpcError(asAppError(services, error))
    }
  })
}

const Subscribe = z.object({
  site: z.string('is required.'),
  lastEventId: z.string('must be a string.').nullish(),
  window: WindowId.optional(),
  available: z.boolean('must be true or false.').optional(),
})

/** @param lastEventId sent by tRPC's client beside the input after a reconnect */
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
  // tRPC has no code for 410. The refusal beside it has the code `gone`.
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
}

export const asTrpcError = (error: AppError) =>
  new TRPCError({ code: codes[error.status] ?? 'INTERNAL_SERVER_ERROR', message: error.message, cause: error })
