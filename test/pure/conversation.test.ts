import { describe, expect, test } from 'vitest'
import { Attributes, AttributesPatch, mergeAttributes } from '../../shared/attribute.ts'
import { ConversationsQuery, SendMessage, StartConversation } from '../../shared/conversation.ts'

const many = (count: number, value: unknown = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`key ${place}`, value]))
const start = (body: unknown) => StartConversation.safeParse(body).success
const send = (body: unknown) => SendMessage.safeParse(body).success

describe('attributes', () => {
  const takes = (attributes: unknown) => Attributes.safeParse(attributes).success

  test('are at most 50 [R23]', () => {
    expect([50, 51].map((count) => takes(many(count)))).toEqual([true, false])
  })

  test('have names of 64 letters, digits, spaces and _ - . [R24]', () => {
    for (const name of ['a', 'Order no. 7_b-c', 'Größe', '電話', 'x'.repeat(64)])
      expect(takes({ [name]: '' }), name).toBe(true)
    for (const name of ['', 'x'.repeat(65), 'a/b', 'a\nb', 'a$', '<b>']) expect(takes({ [name]: '' }), name).toBe(false)
  })

  test('have text values of at most 1000 characters [R25]', () => {
    expect(takes({ a: 'x'.repeat(1000) })).toBe(true)
    expect(takes({ a: '😀'.repeat(1000) })).toBe(true)
    expect(takes({ a: 'x'.repeat(1001) })).toBe(false)
    expect(takes({ a: 1 })).toBe(false)
    expect(takes({ a: 'x\u0000' })).toBe(false)
  })

  test('are merged: others stay, null removes one, and 50 is the limit [R142, R144]', () => {
    expect(mergeAttributes({ a: '1', b: '2' }, AttributesPatch.parse({ b: null, c: '3' }))).toEqual({ a: '1', c: '3' })
    expect(() => mergeAttributes(many(50) as Attributes, { other: 'x' })).toThrow('at most 50')
    expect(Object.keys(mergeAttributes(many(50) as Attributes, { other: 'x', 'key 0': null }))).toHaveLength(50)
  })
})

describe('starting a conversation', () => {
  test('accepts an empty body [R110]', () => expect(start({})).toBe(true))

  test('accepts a first message of at most 4000 characters, but not an empty one [R112]', () => {
    const lengths = [1, 4000, 4001].map((length) => start({ message: 'x'.repeat(length) }))
    expect(lengths).toEqual([true, true, false])
    expect(start({ message: '  ' })).toBe(false)
  })

  test('accepts a contact of at most 20 texts [R113]', () => {
    expect([20, 21].map((count) => start({ contact: many(count) }))).toEqual([true, false])
    expect(start({ contact: { name: 'Ada', age: 36 } })).toBe(false)
    expect(start({ contact: { email: 'nobody' } })).toBe(false)
    expect(start({ contact: { email: '' } })).toBe(true)
    expect(StartConversation.parse({ contact: { email: ' Ada@Example.com ' } }).contact).toEqual({
      email: 'ada@example.com',
    })
  })

  test('accepts a user with an id and at most 20 more values [R114]', () => {
    expect([20, 21].map((count) => start({ user: { id: 'u1', ...many(count, true) } }))).toEqual([true, false])
    expect(start({ user: { plan: 'pro' } })).toBe(false)
    expect(start({ user: { id: 'u1', nested: {} } })).toBe(false)
  })

  test('accepts at most 20 texts of metadata and an externalId of 128 characters [R116, R117]', () => {
    expect([20, 21].map((count) => start({ metadata: many(count) }))).toEqual([true, false])
    expect(start({ metadata: { a: 1 } })).toBe(false)
    expect([128, 129].map((length) => start({ externalId: 'x'.repeat(length) }))).toEqual([true, false])
  })

  test('truncates what the page reports about itself, and drops invalid URLs', () => {
    const context = {
      pageUrl: 'javascript:alert(1)',
      pageTitle: `a\u0000${'é'.repeat(400)}`,
      referrer: 'https://example.com/',
    }
    expect(StartConversation.parse({ context }).context).toEqual({
      pageUrl: '',
      pageTitle: `a${'é'.repeat(299)}`,
      referrer: 'https://example.com/',
    })
  })
})

describe('sending a message', () => {
  test('accepts either text or action [R128]', () => {
    const action = { id: 'msg_1', value: 'a' }
    expect([{ text: 'Hi' }, { action }, {}, { text: 'Hi', action }].map(send)).toEqual([true, true, false, false])
    expect(send({ action: { id: 'person' } })).toBe(true)
    expect(send({ action: { value: 'a' } })).toBe(false)
  })

  test('refuses empty text, NUL and lone surrogates [R131]', () => {
    for (const text of ['', ' \n ', 'a\u0000', '\ud800']) expect(send({ text }), JSON.stringify(text)).toBe(false)
  })
})

test('the list accepts the contract’s filters, and clamps nothing [R135, R136, R137, R140, U67]', () => {
  const takes = (query: unknown) => ConversationsQuery.safeParse(query).success
  expect(ConversationsQuery.parse({})).toEqual({ filter: 'all', status: 'all', sort: 'date', limit: 30 })
  expect(['0', '1', '100', '101', 'x', '1.5'].map((limit) => takes({ limit }))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
  for (const filter of ['all', 'leads', 'unsummarized', 'callbacks', 'waiting']) expect(takes({ filter })).toBe(true)
  for (const status of ['all', 'bot', 'live', 'closed']) expect(takes({ status })).toBe(true)
  expect(takes({ filter: 'mine' })).toBe(false)
  expect(takes({ status: 'open' })).toBe(false)
  expect([48, 49].map((length) => takes({ q: 'x'.repeat(length) }))).toEqual([true, false])
})
