import type { AnyRouter } from '@trpc/server'
import { parseTRPCMessage } from '@trpc/server/rpc'
import { JsonLimitError, parseJson } from '../core/json.ts'

export type Message = Exclude<ReturnType<typeof parseTRPCMessage>, { id: null }> & { id: number | string }
/** A message that requests something. */
export type RequestMessage = Extract<Message, { params: unknown }>

/** The depth of an operation's input, plus tRPC's envelope. */
const maxDepth = 70

/** Parses a client's text as messages, or returns why it is not valid tRPC. */
export function readMessages(data: Buffer, router: AnyRouter): Message[] | Closing {
  const value = readJson(data)
  if (typeof value === 'string') return value
  const list = Array.isArray(value.json) ? value.json : [value.json]
  if (list.length === 0) return 'notTrpc'
  try {
    const messages = list.map((raw) => parseTRPCMessage(raw, router._def._config.transformer))
    return messages.every(({ id }) => id !== null) ? (messages as Message[]) : 'notTrpc'
  } catch {
    return 'notTrpc'
  }
}

/** The token in the first message of a socket that announced one; null if it contains none. */
export function readToken(data: Buffer): { token: string | null } | Closing {
  const value = readJson(data)
  if (typeof value === 'string') return value
  const { data: params } = (value.json ?? {}) as { data?: unknown }
  if (params === null) return { token: null }
  if (typeof params !== 'object' || Array.isArray(params)) return 'noParams'
  const { token } = params as { token?: unknown }
  if (token === undefined || token === null) return { token: null }
  return typeof token === 'string' ? { token } : 'noParams'
}

function readJson(data: Buffer): { json: unknown } | Closing {
  try {
    return { json: parseJson(data, { maxDepth }) }
  } catch (error) {
    if (!(error instanceof JsonLimitError)) return 'notJson'
    return error.kind === 'depth' ? 'tooDeep' : 'tooManyValues'
  }
}

/**
 * Why the server closes a socket: the code of RFC 6455 (7.4.1) and the reason. Protocol errors close only their own
 * socket.
 */
export const closing = {
  binary: [1003, 'messages are text'],
  noParams: [1008, 'the first message must be the connectionParams'],
  notJson: [1008, 'not JSON'],
  notTrpc: [1008, 'not a message of tRPC'],
  tooDeep: [1008, 'nested too deeply'],
  tooManyValues: [1008, 'too many values'],
  tooMany: [1008, 'too many messages'],
  tooMuch: [1008, 'too many bytes'],
  unknownProcedure: [1008, 'no such procedure'],
  noToken: [1008, 'no token within ten seconds'],
  restarting: [1012, 'restarting'],
} as const satisfies Record<string, readonly [code: number, reason: string]>

export type Closing = keyof typeof closing
