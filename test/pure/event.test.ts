import { describe, expect, test } from 'vitest'
import { audience, EventEnvelope, events, eventTypes, forVisitor, publicEvents } from '../../shared/event.ts'
import { allScopes } from '../../shared/scope.ts'

const conversations = 'conversations:read'
/** All public types, with the scope for reading them. */
const contract = {
  'conversation.started': conversations,
  'message.received': conversations,
  'message.sent': conversations,
  'lead.captured': 'leads:read',
  'callback.requested': 'callbacks:read',
  'callback.updated': 'callbacks:read',
  'lead.updated': 'leads:read',
  'feedback.received': conversations,
  'conversation.completed': conversations,
  'handover.requested': conversations,
  'handover.missed': conversations,
  'handover.ended': conversations,
  'conversation.assigned': conversations,
  'conversation.closed': conversations,
  'conversation.unsnoozed': conversations,
  'conversation.summarized': conversations,
  'conversation.ended': conversations,
  'job.created': 'jobs:read',
  'job.updated': 'jobs:read',
  'job.stage_changed': 'jobs:read',
  'job.won': 'jobs:read',
  'job.lost': 'jobs:read',
  'appointment.created': 'jobs:read',
  'appointment.updated': 'jobs:read',
  'appointment.cancelled': 'jobs:read',
  'appointment.reminder': 'jobs:read',
  'budget.warning': 'analytics:read',
  'budget.exhausted': 'analytics:read',
  'knowledge.crawl.finished': 'knowledge:read',
  'knowledge.file.processed': 'knowledge:read',
  'knowledge.gap': 'knowledge:read',
  'test.ping': conversations,
} as const

const momentary = [
  ...[
    'bulk-change.changed',
    'crawl.changed',
    'model.checked',
    'place.changed',
    'presence.changed',
    'pull.changed',
    'queue.changed',
    'reply.stopped',
    'reply.writing',
  ],
  ...['typing.changed', 'viewers.changed', 'visitor.changed'],
]
const page = { url: 'https://example.com/', title: null, referrer: null, utm: null }

describe('event types', () => {
  test('that are public are the 31 of the contract, and the end of a snooze', () => {
    expect(Object.keys(contract)).toHaveLength(32)
    expect(publicEvents.toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  test.each(Object.entries(contract))('%s needs %s', (type, scope) => {
    expect(audience(type as keyof typeof contract).scope).toBe(scope)
  })

  test('that are ephemeral are not stored, all others are', () => {
    expect(eventTypes.filter((type) => !events[type].stored).toSorted()).toEqual(momentary)
    for (const type of momentary) expect(publicEvents).not.toContain(type)
  })

  test('have an existing scope, a sentence and a name of the form noun.verb', () => {
    for (const type of eventTypes) {
      expect(allScopes, type).toContain(events[type].scope)
      expect(events[type].description, type).toMatch(/^[A-Z0-9].+\.$/)
      expect(type).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z_]+)+$/)
    }
  })
})

describe('what a visitor may see', () => {
  test('belongs to the own conversation, without names and emails of the team', () => {
    const visible = eventTypes.filter((type) => audience(type).visitor)
    for (const type of visible) {
      expect(Object.keys(events[type].data.shape), type).toEqual(expect.arrayContaining([...events[type].visitor]))
      expect(events[type].visitor, type).toContain('conversationId')
      for (const field of ['author', 'by', 'assignedTo', 'name', 'email'])
        expect(events[type].visitor, type).not.toContain(field)
    }
  })

  test('of a reply is the messages, not which team member wrote them', () => {
    const author = { kind: 'human', id: 'anna@example.com', name: 'Anna Berg' }
    expect(forVisitor('message.sent', { conversationId: 'conv_1', text: 'Hi', messages: [], author })).toEqual({
      conversationId: 'conv_1',
      messages: [],
    })
    expect(forVisitor('conversation.assigned', { conversationId: 'conv_1', assignedTo: 'anna@example.com' })).toEqual({
      conversationId: 'conv_1',
    })
  })

  test('is nothing of notes, contacts, callbacks and viewers [R39]', () => {
    for (const type of ['note.changed', 'lead.captured', 'callback.requested', 'viewers.changed'] as const) {
      expect(audience(type).visitor).toBe(false)
      expect(forVisitor(type, { conversationId: 'conv_1', id: 'note_1' })).toBeUndefined()
    }
  })
})

describe('event data', () => {
  const takes = (type: keyof typeof events, data: unknown) => events[type].data.safeParse(data).success

  test('names the author only for a person [R426]', () => {
    const reply = { conversationId: 'conv_1', text: 'Hi', messages: [] }
    expect(takes('message.sent', reply)).toBe(true)
    expect(takes('message.sent', { ...reply, author: { kind: 'human', id: 'anna@example.com', name: 'Anna' } })).toBe(
      true,
    )
    expect(takes('message.sent', { ...reply, author: { kind: 'ai', id: 'x', name: 'x' } })).toBe(false)
  })

  test('of lead.captured has fields as an object and one of four sources [R427, U94]', () => {
    const who = { name: 'Ada', email: null, phone: null, message: null, verified: true }
    const lead = { leadId: 'lead_1', conversationId: null, ...who }
    for (const source of ['form', 'chat', 'ai', 'api'])
      expect(takes('lead.captured', { ...lead, source, fields: {} })).toBe(true)
    expect(takes('lead.captured', { ...lead, source: 'api', fields: '{}' })).toBe(false)
    expect(takes('lead.captured', { ...lead, source: 'import', fields: {} })).toBe(false)
  })

  test('of callback.requested has an ISO time, of callback.updated milliseconds [R428, R429]', () => {
    const who = { conversationId: 'conv_1', name: null, email: null, phone: '1', message: null }
    expect(takes('callback.requested', { ...who, callbackId: 'cb_1', requestedAt: '2026-01-01T10:00:00.000Z' })).toBe(
      true,
    )
    expect(takes('callback.requested', { ...who, callbackId: 'cb_1', requestedAt: 1 })).toBe(false)
    const closed = { closedAt: null, closedBy: null, pageUrl: null, note: null, reason: null, leadId: null }
    const callback = { ...who, ...closed, id: 'cb_1', status: 'open', requestedAt: 1 }
    expect(takes('callback.updated', { callback, previousStatus: 'done' })).toBe(true)
    expect(takes('callback.updated', { callback })).toBe(false)
  })

  test('of feedback.received rates up, down or cleared [R431]', () => {
    const rated = { conversationId: 'conv_1', messageId: 'msg_1' }
    for (const rating of ['up', 'down', 'cleared']) expect(takes('feedback.received', { ...rated, rating })).toBe(true)
    expect(takes('feedback.received', { ...rated, rating: 'meh' })).toBe(false)
  })

  test('of conversation.completed is complete, with a transcript of three roles [R432, R433]', () => {
    const completed = {
      conversationId: 'conv_1',
      startedAt: 1,
      lastMessageAt: 2,
      messageCount: 1,
      page,
      country: null,
      summary: null,
      labels: { intent: null, sentiment: null, leadQuality: null, outcome: null, topics: [] },
      tags: [{ id: 'lbl_1', name: 'Order', color: '#3b82f6' }],
      attributes: {},
      assignedTo: null,
      unanswered: [],
      followUp: null,
      lead: null,
      data: {},
      user: null,
      transcript: ['visitor', 'assistant', 'team'].map((role) => ({ role, text: 'x', at: 1 })),
    }
    expect(events['conversation.completed'].data.parse(completed)).toEqual(completed)
    for (const name of Object.keys(completed)) {
      expect(takes('conversation.completed', { ...completed, [name]: undefined }), name).toBe(false)
    }
    expect(takes('conversation.completed', { ...completed, transcript: [{ role: 'agent', text: 'x', at: 1 }] })).toBe(
      false,
    )
  })

  test('of a close says why and whether it was live [R436]; of a hand-back how it ended [U64]', () => {
    const closed = { conversationId: 'conv_1', by: 'system', wasLive: true }
    for (const reason of ['team', 'idle']) expect(takes('conversation.closed', { ...closed, reason })).toBe(true)
    expect(takes('conversation.closed', { ...closed, reason: 'bored' })).toBe(false)
    expect(takes('handover.ended', { conversationId: 'conv_1', by: 'key:1', outcome: 'handback' })).toBe(true)
  })
})

test('the envelope has id, type, an ISO time, site and data [R411]', () => {
  const event = {
    id: 'evt_1',
    type: 'test.ping',
    createdAt: '2026-01-01T00:00:00.000Z',
    site: 'demo',
    data: { message: 'x' },
  }
  expect(EventEnvelope.parse(event)).toEqual(event)
  expect(EventEnvelope.safeParse({ ...event, type: 'test.pong' }).success).toBe(false)
  expect(EventEnvelope.safeParse({ ...event, createdAt: 1 }).success).toBe(false)
})
