import { type AnyRouter, callTRPCProcedure, getErrorShape, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import { Refusal } from '../core/error.ts'
import type { Asked, Message } from './messages.ts'
import type { Caller } from './trpc.ts'

type To = Pick<Message, 'id' | 'jsonrpc'>

/** An answer on its way. `isUnknown` where the message asked for what does not exist. */
export type Answered = { text: string; isUnknown: boolean; fault: unknown }

/** Carries out what a message asks for; never rejects. */
export async function answerCall(
  router: AnyRouter,
  message: Asked,
  caller: Caller,
  signal: AbortSignal,
  batchIndex: number,
): Promise<Answered> {
  const { method: type, params } = message
  const { path, input } = params
  try {
    const getRawInput = async () => input
    const data = await callTRPCProcedure({ router, path, getRawInput, ctx: caller, type, signal, batchIndex })
    return { text: resultText(message, { type: 'data', data }), isUnknown: false, fault: undefined }
  } catch (error) {
    return refusedText(router, message, error)
  }
}

/** The answer to a message that is refused, as tRPC words it. */
export function refusedText(router: AnyRouter, message: Asked, cause: unknown): Answered {
  const { id, jsonrpc, method: type, params } = message
  const error = getTRPCErrorFromUnknown(cause)
  const { path, input } = params
  const shape = getErrorShape({ config: router._def._config, error, type, path, input, ctx: undefined })
  // What an operation does not find is its refusal; what there is no procedure for is nobody's.
  const isUnknown = error.code === 'NOT_FOUND' && !(error.cause instanceof Refusal)
  const fault = error.code === 'INTERNAL_SERVER_ERROR' ? error : undefined
  return { text: JSON.stringify({ id, jsonrpc, error: shape }), isUnknown, fault }
}

export const resultText = ({ id, jsonrpc }: To, result: object): string => JSON.stringify({ id, jsonrpc, result })

export const duplicateId = (id: number | string) =>
  new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` })
export const tooManySubscriptions = () =>
  new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'A socket has 20 subscriptions at most.' })
