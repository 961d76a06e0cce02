import { type AnyRouter, callTRPCProcedure, getErrorShape, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import { AppError } from '../core/error.ts'
import type { Message, RequestMessage } from './messages.ts'
import type { Caller } from './trpc.ts'

type To = Pick<Message, 'id' | 'jsonrpc'>

/** The response to a message. `isUnknown` if the requested procedure does not exist. */
export type Answered = { text: string; isUnknown: boolean; fault: unknown }

/** Executes the call in a message. Never rejects. */
export async function answerCall(
  router: AnyRouter,
  message: RequestMessage,
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

/** The response to a rejected message in tRPC's format. */
export function refusedText(router: AnyRouter, message: RequestMessage, cause: unknown): Answered {
  const { id, jsonrpc, method: type, params } = message
  const error = getTRPCErrorFromUnknown(cause)
  const { path, input } = params
  const shape = getErrorShape({ config: router._def._config, error, type, path, input, ctx: undefined })
  // A NOT_FOUND of an operation is its own refusal; otherwise the procedure does not exist.
  const isUnknown = error.code === 'NOT_FOUND' && !(error.cause instanceof AppError)
  const fault = error.code === 'INTERNAL_SERVER_ERROR' ? error : undefined
  return { text: JSON.stringify({ id, jsonrpc, error: shape }), isUnknown, fault }
}

export const resultText = ({ id, jsonrpc }: To, result: object): string => JSON.stringify({ id, jsonrpc, result })

export const duplicateId = (id: number | string) =>
  new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` })
export const tooManySubscriptions = () =>
  new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'A socket can have at most 20 subscriptions.' })
