import type { AnyRouter } from '@trpc/server'
import { parseTRPCMessage } from '@trpc/server/rpc'
import { JsonLimitError, parseJson } from '../core/json.ts'
import type { Closing } from './closing.ts'

export type Message = Exclude<ReturnType<typeof parseTRPCMessage>, { id: null }> & { id: number | string }
/** A message that asks for something. */
export type Asked = Extract<Message, { params: unknown }>

/** The depth of an operation's input, and what tRPC puts around it. */
const maxDepth = 70

/** What a client says in one text: the messages, or why it is none of tRPC's. */
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

/** The token in the first message of a socket that said it would bring one; null where it brings none. */
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
