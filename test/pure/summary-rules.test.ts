import { describe, expect, test } from 'vitest'
import type { MessageRow } from '../../server/features/conversations/messages.ts'
import { type Material, newestWithin } from '../../server/features/conversations/summaries/material.ts'
import { summaryByRules } from '../../server/features/conversations/summaries/rules.ts'
import { languageFor } from '../../server/language/languages.ts'

const said = (role: MessageRow['role'], text: string, more: Partial<MessageRow> = {}) =>
  ({ role, text, author: null, feedback: null, sources: null, ts: 1, ...more }) as MessageRow

const anna = { kind: 'human' as const, id: 'anna@example.com', name: 'Anna' }

type Given = Partial<Omit<Material, 'conversation'>> & { conversation?: Partial<Material['conversation']> }

function materialOf({ conversation = {}, ...more }: Given = {}): Material {
  return {
    conversation: {
      id: 'conv_1',
      visitor_count: 1,
      first_message: 'Do you mend bikes?',
      handover_at: null,
      waiting_since: null,
      visitor: null,
      ...conversation,
    } as Material['conversation'],
    messages: [said('user', 'Do you mend bikes?'), said('agent', 'Yes.')],
    lead: null,
    callback: null,
    unanswered: [],
    ...more,
  }
}

const lead = { name: 'Ann', email: 'ann@example.com', phone: null } as Material['lead']
const made = { lead_proof: 'created' as const }
const outcome = (given: Given) => summaryByRules(materialOf(given), languageFor('en').summary).outcome

describe('the outcome of a conversation, according to its records', () => {
  test.each<[string, Given, string]>([
    ['nothing written', { conversation: { visitor_count: 0, first_message: null }, messages: [] }, 'abandoned'],
    ['a reply', {}, 'answered'],
    ['no reply', { messages: [said('user', 'Hello?')] }, 'unanswered'],
    ['a question that nothing covers', { unanswered: ['Do you mend bikes?'] }, 'unanswered'],
    ['a wish to be called', { callback: { name: null, phone: '1', status: 'done' }, lead }, 'callback_requested'],
    ['details left', { lead, conversation: made }, 'lead_captured'],
    ['details left elsewhere before', { lead, conversation: { lead_proof: 'team' } }, 'answered'],
    ['a signed-in visitor', { lead, conversation: { ...made, visitor: { email: 'ann@example.com' } } }, 'answered'],
    ['a person asked for, and nobody there', { conversation: { handover_at: 1 } }, 'pending'],
    ['a visitor who waits again', { conversation: { waiting_since: 1, handover_at: 1 } }, 'pending'],
    [
      'a person who answered',
      { conversation: { handover_at: 1 }, messages: [said('agent', 'Hi', { author: anna })] },
      'answered',
    ],
  ])('%s', (_, given, expected) => {
    expect(outcome(given)).toBe(expected)
  })
})

test('all of it names question, details and next step, in the language of the team [R58, R59, R61]', () => {
  const callback = { name: 'Ann', phone: '01632 960417', status: 'open' }
  const sources = [{ title: 'Workshop', url: 'https://demo.example/w' }] as unknown as MessageRow['sources']
  const messages = [said('user', 'Do you mend bikes?'), said('agent', 'Yes.', { sources, feedback: -1 })]
  const material = materialOf({ callback, lead, messages })
  expect(summaryByRules(material, languageFor('en').summary)).toEqual({
    summary: 'The visitor asked: “Do you mend bikes?” Contact: Ann, ann@example.com. They asked to be called.',
    intent: 'Do you mend bikes?',
    sentiment: 'negative',
    leadQuality: 'hot',
    outcome: 'callback_requested',
    topics: ['Workshop'],
    unanswered: [],
    followUp: 'Call back: Ann, 01632 960417',
    lead: { name: 'Ann', phone: '01632 960417' },
  })
  expect(summaryByRules(material, languageFor('de-AT').summary).followUp).toBe('Zurückrufen: Ann, 01632 960417')
  const done = summaryByRules({ ...material, callback: { ...callback, status: 'done' } }, languageFor('fr').summary)
  expect([done.followUp, done.summary]).toEqual(['', expect.stringContaining('Il a demandé à être rappelé.')])
})

test('long texts are cut, without splitting a character', () => {
  const { summary, intent } = summaryByRules(
    materialOf({ conversation: { first_message: `${'a'.repeat(78)}😀 ${'b'.repeat(1000)}` } }),
    languageFor('es').summary,
  )
  expect([intent.length, intent.isWellFormed(), summary.isWellFormed()]).toEqual([80, true, true])
  expect(summary.length).toBeLessThan(300)
})

test('of the messages, the newest that fit are kept', () => {
  const all = ['one', 'two', 'three'].map((text) => ({ role: 'visitor' as const, text, at: 1 }))
  const kept = (most: number) => newestWithin(all, most).map(({ text }) => text)
  expect([kept(100), kept(8), kept(7), kept(4)]).toEqual([['one', 'two', 'three'], ['two', 'three'], ['three'], []])
})
