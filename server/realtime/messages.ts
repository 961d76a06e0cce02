import type { AnyRouter } from '@trpc/server'
import { parseTRPCMessage } from '@trpc/server/rpc'
import type { Closing } from './closing.ts'

export type Message = Exclude<ReturnType<typeof parseTRPCMessage>, { id: null }> & { id: number | string }
/** A message that asks for something. */
export type Asked = Extract<Message, { params: unknown }>

/** As deep as an operation's input may be, and what tRPC puts around it. */
const deepest = 70

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from(
  '"\\{}[]',
) as unknown as number[]

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
  if (isDeep(data)) return 'tooDeep'
  try {
    return { json: JSON.parse(data.toString('utf8')) }
  } catch {
    return 'notJson'
  }
}

/** Whether JSON nests deeper than anything we take; looked at before it is parsed, and without stack. */
function isDeep(data: Buffer): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < data.length; at++) {
    const sign = data[at]
    if (inText) {
      if (sign === backslash) at++
      else if (sign === quote) inText = false
    } else if (sign === quote) inText = true
    else if (sign === openBrace || sign === openBracket) {
      if (++depth > deepest) return true
    } else if (sign === closeBrace || sign === closeBracket) depth--
  }
  return false
}
