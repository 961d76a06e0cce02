import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyEvents, type Refetch } from '../../desktop/renderer/live/apply.ts'
import type { Cache } from '../../desktop/renderer/live/cache.ts'
import { keys } from '../../desktop/renderer/live/keys.ts'
import type { LogEvent } from '../../desktop/renderer/live/row-events.ts'
import { flatten, type ListData, type Row } from '../../desktop/renderer/live/rows.ts'
import type { StoredEventType } from '../../shared/event.ts'
import { rowNamed } from '../support/inbox-rows.ts'

const me = 'anna@shop.example'
const page = { url: 'https://shop.example/', title: null, referrer: null, utm: null }
let cache: Cache
let asked: string[]
let refetch: Refetch

beforeEach(() => {
  cache = { client: new QueryClient(), site: 'shop', me }
  asked = []
  refetch = {
    row: (id) => asked.push(`row ${id}`),
    changed() {},
    conversation: (id) => asked.push(`conversation ${id}`),
    counts: () => asked.push('counts'),
    query: (key) => asked.push(key.join(' ')),
  }
})

const keep = (list: 'all' | 'mine' | 'waiting', ...items: Row[]) =>
  cache.client.setQueryData<ListData>(keys.list('shop', list), {
    pages: [{ items, next: null }],
    pageParams: [undefined],
  })
const shown = (list: 'all' | 'mine' | 'waiting') => flatten(cache.client.getQueryData(keys.list('shop', list)))
const tell = (type: StoredEventType, data: object, at = 1_000, id = 'evt_0000000000000010') =>
  applyEvents(cache, refetch, [{ type, data, at, id } as LogEvent])
const text = (id: string, words: string, role = 'agent') => ({ id, ts: 1_000, role, type: 'text', text: words })

describe('an event shows in the lists without a request', () => {
  test('a conversation begins', () => {
    keep('all', rowNamed('old'))
    const data = {
      conversationId: 'new',
      page,
      locale: null,
      country: 'GB',
      form: null,
      firstMessage: 'Hi',
      data: null,
    }
    tell('conversation.started', data)
    expect(shown('all').map(({ id }) => id)).toEqual(['new', 'old'])
    expect(shown('all')[0]).toMatchObject({
      site: 'shop',
      status: 'bot',
      lastMessage: 'Hi',
      unread: true,
      country: 'GB',
    })
    expect(asked).toEqual(['counts'])
    const contact = { name: 'Maria', email: null, phone: null, fields: {}, message: null, verified: true }
    tell('lead.captured', { leadId: 'lead_1', conversationId: 'new', source: 'form', ...contact })
    expect(shown('all')[0]).toMatchObject({ leadName: 'Maria', leadVerified: true })
    const claim = { ...contact, name: 'Mallory', verified: false }
    tell('lead.captured', { leadId: 'lead_1', conversationId: 'new', source: 'form', ...claim })
    expect(shown('all')[0]).toMatchObject({ leadName: 'Maria' })
    expect(asked).not.toContain('row new')
  })

  test('a visitor writes: on top, unread, with the words', () => {
    keep('all', rowNamed('b', { lastAt: 500 }), rowNamed('a', { lastAt: 100 }))
    tell('message.received', {
      conversationId: 'a',
      messageId: 'msg_1',
      kind: 'text',
      text: 'Still there?',
      action: null,
    })
    expect(shown('all')[0]).toMatchObject({ id: 'a', unread: true, lastMessage: 'Still there?', lastRole: 'user' })
  })

  test('[U102] a visitor asks for a person and waits; whoever answers ends the wait, and has it', () => {
    keep('all', rowNamed('a'))
    keep('waiting')
    keep('mine')
    tell('handover.requested', { conversationId: 'a', reason: null, page }, 2_000)
    expect(shown('waiting')).toMatchObject([{ id: 'a', status: 'live', waitingSince: 2_000 }])
    const author = { kind: 'human', id: me, name: 'Anna' }
    tell('message.sent', { conversationId: 'a', text: 'Hello', messages: [text('msg_2', 'Hello')], author }, 3_000)
    expect(shown('waiting')).toEqual([])
    expect(shown('mine')).toMatchObject([{ id: 'a', assignedTo: me, assignedName: 'Anna', unread: false }])
  })

  test('a line that says what happened is nobody’s message', () => {
    keep('all', rowNamed('a', { lastMessage: 'Help', lastRole: 'user', unread: true }))
    tell('message.sent', {
      conversationId: 'a',
      text: 'Anna joined.',
      messages: [text('msg_2', 'Anna joined.', 'system')],
    })
    expect(shown('all')).toMatchObject([{ lastMessage: 'Help', lastRole: 'user', unread: true, lastAt: 1_000 }])
  })

  test('several messages at once: the last one that is not by the system, as after a reload', () => {
    keep('all', rowNamed('a'))
    const form = { id: 'msg_3', ts: 1_000, role: 'agent', type: 'form', title: 'Call', fields: [] }
    const line = text('msg_4', 'Nobody came.', 'system')
    const sent = (...messages: object[]) =>
      tell('message.sent', { conversationId: 'a', text: 'Sorry.\n\nCall\n- Phone', messages })
    sent(text('msg_2', 'Hello'), text('msg_3', 'Sorry.'), line)
    expect(shown('all')).toMatchObject([{ lastMessage: 'Sorry.' }])
    sent(text('msg_2', 'Sorry.'), form)
    expect(shown('all')).toMatchObject([{ lastMessage: 'Call\n- Phone' }])
  })

  test('read in another window, also where this one never opened it; not where the visitor wrote more than was read', () => {
    keep('all', rowNamed('a', { unread: true }), rowNamed('b', { unread: true }))
    const read = { messageId: 'msg_1', email: me }
    const stillUnread = () =>
      shown('all')
        .flatMap(({ id, unread }) => (unread ? [id] : []))
        .sort()
    tell('read.changed', { ...read, conversationId: 'a', unread: true })
    expect(stillUnread()).toEqual(['a', 'b'])
    tell('read.changed', { ...read, conversationId: 'a', unread: false })
    expect(stillUnread()).toEqual(['b'])
    expect(asked).toEqual([])
  })

  test('taken by another, given back, closed', () => {
    keep('all', rowNamed('a', { status: 'live', waitingSince: 5 }))
    tell('conversation.assigned', {
      conversationId: 'a',
      assignedTo: 'bert@x.example',
      name: 'Bert',
      by: 'bert@x.example',
    })
    expect(shown('all')).toMatchObject([{ assignedName: 'Bert', waitingSince: null }])
    tell('handover.ended', { conversationId: 'a', by: 'bert@x.example', outcome: 'handback' })
    expect(shown('all')).toMatchObject([{ status: 'bot', assignedTo: null }])
    tell('conversation.closed', { conversationId: 'a', by: me, reason: 'team', wasLive: false })
    expect(shown('all')).toMatchObject([{ status: 'closed' }])
    expect(asked.filter((what) => what.startsWith('row'))).toEqual([])
  })
})

test('a note that mentions this person changes the list of mentions, any other does not', () => {
  tell('note.changed', { id: 'note_1', conversationId: 'a', leadId: null, mentions: ['bert@x.example'] })
  expect(asked).not.toContain('counts')
  tell('note.changed', { id: 'note_1', conversationId: 'a', leadId: null, mentions: [me] })
  expect(asked).toEqual(expect.arrayContaining(['counts', 'site shop list mentions  date']))
})

describe('the counts are read again after', () => {
  const message = { conversationId: 'a', messageId: 'msg_1', kind: 'text', text: 'x', action: null }
  const reply = { conversationId: 'a', text: 'Hi', messages: [text('msg_2', 'Hi')] }
  const begins = {
    conversationId: 'new',
    page,
    locale: null,
    country: null,
    form: null,
    firstMessage: 'Hi',
    data: null,
  }
  const author = { kind: 'human', id: me, name: 'Anna' }
  const label = [{ id: 'lbl_1', name: 'Rental', color: '#000000' }]

  test.each<[what: string, row: Partial<Row>, type: StoredEventType, data: object, isRead: boolean]>([
    ['a conversation that begins', {}, 'conversation.started', begins, true],
    ['a question to the assistant', {}, 'message.received', message, false],
    ['its answer', {}, 'message.sent', reply, false],
    ['a message for nobody, which makes its visitor wait', { status: 'live' }, 'message.received', message, true],
    ['a message in a chat of somebody', { status: 'live', assignedTo: me }, 'message.received', message, false],
    ['a reply that takes a chat', {}, 'message.sent', { ...reply, author }, true],
    ['a reply in a chat of somebody', { status: 'live', assignedTo: me }, 'message.sent', { ...reply, author }, true],
    ['a message for nobody, who waits already', { status: 'live', waitingSince: 5 }, 'message.received', message, true],
    ['an assignment', {}, 'conversation.assigned', { conversationId: 'a', assignedTo: me, name: 'Anna', by: me }, true],
    ['an end', {}, 'conversation.closed', { conversationId: 'a', by: me, reason: 'team', wasLive: false }, true],
    ['a label or spam, of which no more is said', { labels: label }, 'conversation.changed', { id: 'a' }, true],
    ['a note', {}, 'note.changed', { id: 'note_1', conversationId: 'a', leadId: null }, false],
  ])('%s: %o', (_, row, type, data, isRead) => {
    keep('all', rowNamed('a', row))
    tell(type, data)
    expect(asked.includes('counts')).toBe(isRead)
  })
})

describe('what an event does not tell is asked for', () => {
  test('a conversation that no list has', () => {
    keep('all')
    tell('message.received', { conversationId: 'a', messageId: 'msg_1', kind: 'text', text: 'x', action: null })
    expect(asked).toEqual(['counts', 'row a'])
  })

  test('a conversation of which only is said that it changed; one that was given to somebody who may not be there', () => {
    keep('all', rowNamed('a', { status: 'live' }))
    tell('conversation.changed', { id: 'a' })
    tell('conversation.assigned', { conversationId: 'a', assignedTo: 'bert@x.example', name: 'Bert', by: me })
    expect(asked.filter((what) => what === 'row a')).toHaveLength(2)
  })

  test.each([
    ['canned-reply.changed', { id: 'can_1' }, ['site shop canned']],
    ['label.changed', { id: 'lbl_1' }, ['site shop labels', 'site shop counts']],
    [
      'settings.changed',
      { version: 2 },
      ['site shop settings', 'site shop bookings', 'site shop telegram', 'site shop status', 'me'],
    ],
    ['account.changed', { email: me }, ['site shop status', 'accounts', 'me']],
    ['key.changed', { id: 'k' }, ['site shop keys']],
    ['note.changed', { id: 'note_1', conversationId: 'a', leadId: null }, ['site shop lead', 'conversation a']],
    ['note.changed', { id: 'note_1', conversationId: null, leadId: 'lead_1' }, ['site shop lead']],
  ] as const)('%s %j', (type, data, expected) => {
    tell(type, data)
    expect(asked).toEqual(expected)
  })
})

describe('the conversation that is open', () => {
  const open = () => cache.client.getQueryData<{ messages: { id: string }[] }>(keys.conversation('shop', 'a'))

  test('gets what was said once, however often it is told', () => {
    cache.client.setQueryData(keys.conversation('shop', 'a'), { conversation: {}, messages: [text('msg_1', 'Hi')] })
    tell('message.sent', { conversationId: 'a', text: 'Hi', messages: [text('msg_1', 'Hi'), text('msg_2', 'There')] })
    tell('message.received', { conversationId: 'a', messageId: 'msg_3', kind: 'text', text: 'Yes', action: null })
    tell('message.received', { conversationId: 'a', messageId: 'msg_3', kind: 'text', text: 'Yes', action: null })
    expect(open()?.messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_2', 'msg_3'])
  })

  test('that was never opened is not begun by an event', () => {
    tell('message.received', { conversationId: 'a', messageId: 'msg_3', kind: 'text', text: 'Yes', action: null })
    expect(open()).toBeUndefined()
  })
})

test('fifty events over ten thousand rows write the list once, and leave every other row as it is', () => {
  cache.client.setQueryDefaults(keys.list('shop', 'all'), { structuralSharing: false })
  keep('all', ...Array.from({ length: 10_000 }, (_, at) => rowNamed(`c${at}`, { lastAt: 10_000 - at })))
  const before = new Set(shown('all'))
  const events = Array.from({ length: 50 }, (_, at): LogEvent => {
    const data = { conversationId: `c${at * 200}`, messageId: `m${at}`, kind: 'text' as const, text: 'x', action: null }
    return { type: 'message.received', data, at: 20_000 + at, id: `evt_${at}` }
  })
  let written = 0
  cache.client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && `${query.queryKey}` === `${keys.list('shop', 'all')}`) written++
  })
  applyEvents(cache, refetch, events)
  expect(written).toBe(1)
  expect(shown('all')[0]?.id).toBe('c9800')
  expect(shown('all').filter((row) => !before.has(row))).toHaveLength(50)
})
