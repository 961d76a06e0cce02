import { z } from 'zod'
import type { ToolDefinition } from '../../../outside/model.ts'
import { type ActionName, actions } from '../reply/actions.ts'

type Schema = Record<string, unknown>

const kept = new Set(['type', 'properties', 'required', 'items', 'enum', 'anyOf', 'description'])

/**
 * The parts of a JSON schema that guide a model. Bounds are omitted: servers compile the schema to a grammar, and a
 * length of a thousand makes it too large. The output is validated afterwards.
 */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([name]) => kept.has(name))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === 'properties' ? mapValues(value as Schema) : plainSchema(value)]),
  )
}

const mapValues = (properties: Schema): Schema =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plainSchema(value)]))

const schemas = new Map<ActionName, Schema>()

/** Created on first use: it takes milliseconds, which would delay the first token. */
function schemaOf(name: ActionName): Schema {
  const schema = schemas.get(name) ?? (plainSchema(z.toJSONSchema(actions[name].input, { io: 'input' })) as Schema)
  schemas.set(name, schema)
  return schema
}

/** The actions as tools, for models that support tools. */
export const toolDefinitions = (names: readonly ActionName[]): ToolDefinition[] =>
  names.map((name) => ({ name, description: actions[name].description, parameters: schemaOf(name) }))

/**
 * The input of a function as a model without tools reads it: `{title?: text, fields: [{name: text, required: true|false}]}`.
 */
export function signature(schema: Schema): string {
  const {
    type,
    enum: values,
    anyOf,
    items,
    properties = {},
    required = [],
  } = schema as {
    type?: string
    enum?: unknown[]
    anyOf?: Schema[]
    items?: Schema
    properties?: Record<string, Schema>
    required?: string[]
  }
  if (values) return values.map((value) => JSON.stringify(value)).join('|')
  if (anyOf) return anyOf.map(signature).join('|')
  if (items) return `[${signature(items)}]`
  if (type === 'boolean') return 'true|false'
  if (type !== 'object') return type === 'string' ? 'text' : (type ?? 'text')
  const entries = Object.entries(properties)
  const named = entries.map(([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${signature(one)}`)
  return `{${named.join(', ')}}`
}

/** More than any reply needs; further calls are ignored. */
export const maxCalls = 8
