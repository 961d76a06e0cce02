import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure, tracked } from '@trpc/server'
import type { z } from 'zod'
import { asRefusal, call } from '../core/call.ts'
import type { Actor, Parts } from '../core/context.ts'
import { badRequest, Refusal } from '../core/error.ts'
import type { Operation } from '../core/operation.ts'
import { authenticate, countAddress, countCaller, refuseOverRate } from '../http/authenticate.ts'
import type { Rates } from '../http/rate.ts'
import type { Operations } from '../http/rest.ts'
import { subscribe } from './subscription.ts'

/** What a tRPC call knows of its caller: the token, and where it came from. */
export type Caller = { token: string; address: string }

type Fields<I extends z.ZodObject> = z.input<I> extends Record<string, never> ? unknown : z.input<I>
type Input<O> = O extends Operation<infer I, z.ZodType> ? Fields<I> & { site?: string } : never
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
export function createRouter<Map extends Operations>(parts: Parts, rates: Rates, operations: Map) {
  const features = Object.entries(operations).map(([feature, list]) => {
    const procedures = Object.entries(list).map(([name, operation]) => [name, procedureOf(parts, rates, operation)])
    return [feature, t.router(Object.fromEntries(procedures))]
  })
  const derived = Object.fromEntries(features) as Procedures<Map>
  return t.router({ ...derived, events: eventsProcedure(parts, rates) })
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
      const actor = await knownCaller(parts, rates, ctx)
      const { address } = ctx
      const route = `${operation.method} ${operation.path}`
      const given = { operation, actor, address, route, signal: signal ?? never, input: async () => input }
      return (await call(parts, given)).body
    } catch (error) {
      throw asTrpcError(asRefusal(parts, error))
    }
  }
  return operation.method === 'get' ? procedure.query(run) : procedure.mutation(run)
}

const never = new AbortController().signal

function asFields(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw asTrpcError(badRequest('The input must be an object.'))
}

async function knownCaller(parts: Parts, rates: Rates, caller: Caller): Promise<Actor> {
  const actor = await authenticate(parts, caller.token).catch((error) => {
    // Whoever guesses is slowed down by address, as over REST.
    if (error instanceof Refusal && error.status === 401) refuseOverRate(countAddress(rates, caller.address))
    throw error
  })
  refuseOverRate(await countCaller(parts, rates, actor))
  return actor
}

function eventsProcedure(parts: Parts, rates: Rates) {
  return t.procedure.input(asSubscription).subscription(async function* ({ ctx, input, signal = never }) {
    try {
      const admit = () => knownCaller(parts, rates, ctx)
      for await (const item of subscribe(parts, { ...input, ...ctx, signal, admit }))
        yield item.id === null ? item.event : tracked(item.id, item.event)
    } catch (error) {
      throw asTrpcError(asRefusal(parts, error))
    }
  })
}

function asSubscription(value: unknown): { site: string; lastEventId?: string } {
  const { site, lastEventId } = asFields(value)
  if (typeof site !== 'string') throw asTrpcError(badRequest('site: name the site.'))
  if (lastEventId === undefined || lastEventId === null) return { site }
  if (typeof lastEventId !== 'string') throw asTrpcError(badRequest('lastEventId: must be a text.'))
  return { site, lastEventId }
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

const asTrpcError = (refusal: Refusal) =>
  new TRPCError({ code: codes[refusal.status] ?? 'INTERNAL_SERVER_ERROR', message: refusal.message, cause: refusal })
