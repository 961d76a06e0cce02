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
 * The response format for models without tools. The text comes first, so that it can be streamed, also from a server
 * that sorts the keys of a format.
 */
export const answerFormat = (names: readonly ActionName[], tools: readonly ToolDefinition[] = []): Schema => ({
  type: 'object',
  properties: {
    reply: { type: 'string' },
    steps: {
      type: 'array',
      maxItems: maxSteps,
      items: {
        anyOf: [...names.map((name) => ({ name, parameters: schemaOf(name) })), ...tools].map((one) => ({
          type: 'object',
          properties: { action: { type: 'string', enum: [one.name] }, arguments: one.parameters },
          required: ['action', 'arguments'],
        })),
      },
    },
  },
  required: ['reply', 'steps'],
})

const Called = z.object({ action: z.string(), arguments: z.record(z.string(), z.unknown()).catch({}) })

/** The actions in a response of that format; invalid ones are dropped. */
export function parseActions(answer: Record<string, unknown>): { name: string; arguments: Record<string, unknown> }[] {
  const list = Array.isArray(answer.steps) ? answer.steps.slice(0, maxCalls) : []
  return list.flatMap((one) => {
    const called = Called.safeParse(one)
    return called.success ? [{ name: called.data.action, arguments: called.data.arguments }] : []
  })
}

/** As many as the instructions allow. */
const maxSteps = 2

/** More than any reply needs; further calls are ignored. */
export const maxCalls = 8
