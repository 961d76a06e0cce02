import { Buffer } from 'node:buffer'

/** Limits of a JSON text. Every list element and property counts as a value, including lists and objects. */
export type JsonLimits = { maxDepth?: number; maxValues?: number }

const maxDepthOfInput = 64
const maxValuesOfInput = 50_000

/**
 * A JSON text is nested too deeply or contains too many values. A SyntaxError, so callers treat it as malformed JSON.
 */
export class JsonLimitError extends SyntaxError {
  override readonly name = 'JsonLimitError'
  readonly kind: 'depth' | 'values'
  readonly limit: number

  constructor(kind: 'depth' | 'values', limit: number) {
    super(kind === 'depth' ? `has more than ${limit} levels of nesting` : `has more than ${limit} values`)
    this.kind = kind
    this.limit = limit
  }
}

/**
 * Parses JSON from outside. Depth and number of values are checked in the text first: one megabyte of brackets becomes
 * tens of megabytes of objects, and recursive functions would overflow the stack.
 */
export function parseJson(source: string | Uint8Array, limits: JsonLimits = {}): unknown {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  checkJson(bytes, limits)
  return JSON.parse(
    typeof source === 'string' ? source : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
  )
}

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from(
  '"\\,{}[]',
) as unknown as number[]

/**
 * Throws a JsonLimitError if a JSON text exceeds the limits. One pass over the bytes, with constant memory and no
 * recursion.
 */
export function checkJson(bytes: Uint8Array, limits: JsonLimits = {}): void {
  const { maxDepth = maxDepthOfInput, maxValues = maxValuesOfInput } = limits
  let depth = 0
  let values = 1
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === comma) values++
    else if (byte === closeBrace || byte === closeBracket) depth--
    else if (byte === openBrace || byte === openBracket) {
      values++
      if (++depth > maxDepth) throw new JsonLimitError('depth', maxDepth)
    }
    if (values > maxValues) throw new JsonLimitError('values', maxValues)
  }
}

/** The value of a JSON text from outside; undefined if it is not JSON. */
export function jsonIn(source: string): unknown {
  try {
    return parseJson(source)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** The same value without what Postgres cannot store: NUL characters and lone surrogates. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), storable(inner)]))
}
