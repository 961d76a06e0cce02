import { z } from 'zod'
import { type EventEnvelope, events, type PublicEventType } from '../../../shared/event.ts'
import type { Context } from '../../core/context.ts'
import { eventId } from '../../core/events.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
}

/** Values that say more than their type, by the name of the field. */
const known: Record<string, unknown> = {
  conversationId: 'conv_0VbqAUOE3B4pCp73zjZV',
  leadId: 'lead_0VbqAUOHmvuTBh7Y9pbn',
  callbackId: 'cb_0VbqAUOgYd1XkFq2nH7w',
  messageId: 'msg_0VbqAUPoySIhZz5rTGQr',
  name: 'Ada Gray',
  email: 'ada@example.com',
  phone: '+44 1632 960111',
  url: 'https://www.example.com/repairs',
  title: 'Repairs',
  locale: 'en',
  text: 'When do you open on Saturday?',
  question: 'Do you rent out tandems?',
  firstMessage: 'When do you open on Saturday?',
  message: 'Please call me about my order.',
  reason: 'The visitor asks for a person.',
  summary: 'The visitor asked when the shop opens on Saturdays and got the answer.',
  by: 'anna@example.com',
  assignedTo: 'anna@example.com',
}

/** An event of a type with made-up data, for a site that has none yet. */
export function exampleEvent({ site, now }: Pick<Context, 'site' | 'now'>, type: PublicEventType): EventEnvelope {
  const schema = z.toJSONSchema(events[type].data, { io: 'output', unrepresentable: 'any' }) as Schema
  const data = sampleOf(schema, schema.$defs ?? {}, now()) as EventEnvelope['data']
  return { id: eventId(1), type, createdAt: new Date(now()).toISOString(), site: site.id, data }
}

function sampleOf(schema: Schema, defs: Record<string, Schema>, now: number, name = ''): unknown {
  const target = schema.$ref ? defs[schema.$ref.replace('#/$defs/', '')] : schema.anyOf?.[0]
  if (target) return sampleOf(target, defs, now, name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object' && schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, sampleOf(inner, defs, now, key)]),
    )
  if (schema.type === 'string' && schema.format === 'date-time') return new Date(now).toISOString()
  const simple: Record<string, unknown> = { object: {}, array: [], boolean: true, null: null, string: 'text' }
  if (schema.type === 'string') return known[name] ?? 'text'
  if (schema.type === 'integer' || schema.type === 'number') return /At$|^start$|^end$/.test(name) ? now : 1
  return simple[schema.type ?? 'null'] ?? null
}
