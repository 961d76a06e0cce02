import { describe, expect, test } from 'vitest'
import { authorOf, timeline } from '../../desktop/renderer/screens/inbox/conversation/timeline.ts'
import { choicesOf, formAnswers, pressed } from '../../desktop/renderer/ui/message/form-answers.ts'
import type { StoredMessage } from '../../shared/message.ts'
import type { Note } from '../../shared/note.ts'

const base = { payload: null, feedback: null, author: null, clientMessageId: null, deliveredAt: null, seenAt: null }

function text(id: string, ts: number, more: Partial<StoredMessage> = {}): StoredMessage {
  return { ...base, id, ts, role: 'user', type: 'text', text: id, ...more } as StoredMessage
}

const note = (id: string, createdAt: number): Note => {
  const who = { author: 'anna@shop.example', authorName: 'Anna', editedBy: null, editedName: null }
  return { id, createdAt, updatedAt: createdAt, conversationId: 'c', leadId: null, text: id, ...who }
}

const author = (id: string, name: string) => ({ kind: 'human' as const, id, name })
const minute = 60_000
const dayOf = (at: number) => String(Math.floor(at / (1440 * minute)))
const rows = (messages: StoredMessage[], notes: Note[] = []) => timeline({ messages, notes }, dayOf)
const kinds = (messages: StoredMessage[], notes: Note[] = []) =>
  rows(messages, notes).map((row) => (row.kind === 'group' ? row.messages.map(({ id }) => id).join('+') : row.kind))

describe('a conversation’s rows', () => {
  test('messages of one speaker within two minutes stand together, as long as each follows soon', () => {
    const said = [text('a', 0), text('b', 2 * minute), text('c', 4 * minute), text('d', 6 * minute + 1)]
    expect(kinds(said)).toEqual(['day', 'a+b+c', 'd'])
  })

  test('the visitor, the assistant and each person of the team speak for themselves', () => {
    const anna = { role: 'agent' as const, author: author('anna@shop.example', 'Anna') }
    const ben = { role: 'agent' as const, author: author('ben@shop.example', 'Ben') }
    const said = [
      text('a', 0),
      text('b', 1, { role: 'agent' }),
      text('c', 2, anna),
      text('d', 3, ben),
      text('e', 4, ben),
    ]
    expect(kinds(said)).toEqual(['day', 'a', 'b', 'c', 'd+e'])
    expect(said.map(authorOf)).toEqual([
      'visitor',
      'assistant',
      'person:anna@shop.example',
      'person:ben@shop.example',
      'person:ben@shop.example',
    ])
    expect(authorOf(text('x', 0, { role: 'agent', meta: { human: true, agentName: 'Till' } }))).toBe('person:Till')
  })

  test('a line stands before each day, and before none twice', () => {
    const day = 1440 * minute
    expect(kinds([text('a', 1), text('b', day + 1), text('c', 3 * day)])).toEqual(['day', 'a', 'day', 'b', 'day', 'c'])
    expect(rows([]).length).toBe(0)
  })

  test('notes and lines of the system stand where they were written and part what is around them', () => {
    const said = [text('a', 0), text('b', minute), text('s', minute + 1, { role: 'system' }), text('c', minute + 2)]
    expect(kinds(said, [note('later', 5 * minute), note('n', 30)])).toEqual([
      'day',
      'a',
      'note',
      'b',
      'system',
      'c',
      'note',
    ])
  })

  test('messages keep the order of the server, whatever their times say', () => {
    expect(kinds([text('a', 100), text('b', 50), text('c', 60)], [note('n', 55)])).toEqual(['day', 'note', 'a+b+c'])
  })

  test('keys of rows stay the same when more is added', () => {
    const keys = (messages: StoredMessage[]) => rows(messages).map(({ key }) => key)
    const before = [text('a', 0), text('b', minute)]
    expect(keys([...before, text('c', minute + 1)])).toEqual(keys(before))
  })
})

describe('what a visitor pressed or filled in', () => {
  const form = text('f', 0, {
    role: 'agent',
    type: 'form',
    fields: [
      { name: 'name', label: 'Your name', type: 'text', required: true },
      { name: 'size', label: 'Size', type: 'select', required: false, options: [{ label: 'Large', value: 'l' }] },
      { name: 'constructor', label: 'Odd', type: 'text', required: false },
    ],
  } as Partial<StoredMessage>)
  const find = (id: string) => (id === 'f' ? form : undefined)
  const sent = (payload: Record<string, unknown> | null) => ({ role: 'user' as const, payload })

  test('a form’s answers stand under the words that it asked with', () => {
    const value = JSON.stringify({ name: 'Ada', size: 'l' })
    const answers = [
      { label: 'Your name', answer: 'Ada' },
      { label: 'Size', answer: 'Large' },
    ]
    expect(formAnswers(sent({ action: { id: 'f', value } }), find)).toEqual(answers)
    expect(formAnswers(sent({ id: 'f', value }), find)).toEqual(answers)
  })

  test.each(['null', '7', '"Ada"', '{', ''])('a value that is no object answers no form: %s', (value) => {
    expect(formAnswers(sent({ id: 'f', value }), find) ?? []).toEqual([])
  })

  test('what answers no form, or is no object, is shown as its words', () => {
    for (const payload of [
      null,
      {},
      { action: 'f' },
      { action: { id: 'g', value: '{}' } },
      { action: { id: 'f', value: '[' } },
    ])
      expect(formAnswers(sent(payload), find)).toBeUndefined()
    expect(pressed({ role: 'agent', payload: { action: { id: 'f' } } })).toBeUndefined()
  })

  test('choices are known by the message that offered them', () => {
    const choices = choicesOf([sent({ action: { id: 'o', value: 'a\nb' } }), sent(null), sent({ id: 'o', value: 'c' })])
    expect([...(choices.get('o') ?? [])]).toEqual(['a', 'b', 'c'])
  })
})
