import { describe, expect, test } from 'vitest'
import { hintOf } from '../../desktop/renderer/screens/inbox/composer/hint.ts'
import { conversationState, stateWords } from '../../desktop/renderer/screens/inbox/conversation/conversation-state.ts'
import { nameOfVisitor, titleOf } from '../../desktop/renderer/screens/inbox/conversation/names.ts'
import {
  passageOutcome,
  traceFigures,
  traceLine,
  traceSentences,
} from '../../desktop/renderer/ui/message/trace-words.ts'
import { de } from '../../desktop/renderer/words/de.ts'
import { en } from '../../desktop/renderer/words/en.ts'
import type { ConversationAnswer } from '../../shared/conversation.ts'
import type { Trace, TracePassage } from '../../shared/trace.ts'

const passage = (used: boolean, reason: TracePassage['reason'] = null): TracePassage => {
  const place = { passageId: 'p', title: 'Opening hours', url: null, headingPath: '' }
  return { ...place, score: 0.5, used, reason }
}

const trace: Trace = {
  id: 'trace_1',
  messageId: 'msg_1',
  conversationId: 'conv_1',
  at: 0,
  provider: 'ollama',
  model: 'qwen3',
  options: {},
  outcome: 'finished',
  error: null,
  promptVersion: 14,
  query: 'opening hours',
  foundNothing: false,
  passages: [passage(true), passage(true), passage(false, 'duplicate')],
  calls: [],
  dropped: [],
  leftOut: [],
  tokens: { prompt: 1200, completion: 80, embedding: 0, window: 8192 },
  neurons: 12.8,
  ms: { total: 1234, search: 20, queued: 0, firstToken: 300, model: 1100 },
}
const times = { lasted: (ms: number) => `${ms} ms`, number: String }
const words = en.conversation.trace

describe('why an answer was given, in words', () => {
  test('first in one line: what was found and used, the prompt, the time', () => {
    expect(traceLine(trace, words, times)).toBe('Found 3 passages, used 2 · prompt v14 · 1234 ms')
    expect(traceLine({ ...trace, passages: [], promptVersion: null }, words, times)).toBe(
      'Found nothing · no prompt of its own · 1234 ms',
    )
    expect(traceLine(trace, de.conversation.trace, times)).toBe(
      '3 Stellen gefunden, 2 verwendet · Prompt v14 · 1234 ms',
    )
    expect(traceLine({ ...trace, provider: 'http' }, words, times)).toBe('1234 ms')
  })

  test('then in sentences: what went wrong, what was searched, called, held back and left out', () => {
    expect(traceSentences(trace, words)).toEqual(['It searched the knowledge for “opening hours”.'])
    const call = {
      name: 'find_order',
      kind: 'tool' as const,
      arguments: {},
      ok: false,
      result: null,
      error: 'down',
      ms: 5,
    }
    const failed: Trace = {
      ...trace,
      outcome: 'failed',
      error: 'no model',
      foundNothing: true,
      calls: [call, { ...call, ok: true, error: null }],
      dropped: [{ sentence: 'It costs £99.', claim: '£99', kind: 'price', askedAgain: false }],
      leftOut: [{ part: 'history', count: 3, tokens: 900 }],
    }
    expect(traceSentences(failed, words)).toEqual([
      'It failed: no model',
      'It searched the knowledge for “opening hours”.',
      'No passage matched well enough.',
      'It tried find_order, which failed: down',
      'It used find_order.',
      'Removed, because no source confirms “£99”: “It costs £99.”',
      '3 of the earlier messages did not fit and were left out.',
    ])
    expect(traceSentences({ ...trace, provider: 'none', query: '' }, words)).toEqual([
      'There was no model, so the best passages were quoted.',
    ])
  })

  test('each passage says what became of it, and figures that there are none of are left out', () => {
    expect(trace.passages.map((one) => passageOutcome(one, words))).toEqual([
      'used',
      'used',
      'says the same as another',
    ])
    const names = (given: Trace) => traceFigures(given, words, times).map(([name]) => name)
    expect(names(trace)).toEqual(['Model', 'Time', 'Search', 'First word after', 'Writing', 'Tokens', 'Neurons'])
    const quoted = {
      ...trace,
      model: null,
      tokens: { ...trace.tokens, prompt: 0 },
      ms: { ...trace.ms, firstToken: null, model: 0 },
    }
    expect(names(quoted)).toEqual(['Model', 'Time', 'Search', 'Neurons'])
  })
})

type Conversation = ConversationAnswer['conversation']
const conversation = (more: Partial<Conversation>) =>
  ({
    status: 'live',
    assigned_to: null,
    assigned_name: null,
    waiting_since: null,
    ended_at: null,
    user: null,
    first_message: null,
    ...more,
  }) as Conversation

describe('how a conversation stands', () => {
  const me = 'anna@shop.example'
  const said = (more: Partial<Conversation>) =>
    stateWords(conversation(more), me, en.conversation.status, (at) => `${at}`)

  test('is told in words for each state', () => {
    expect(said({ status: 'bot' })).toBe('The assistant answers')
    expect(said({ waiting_since: 5 })).toBe('Waiting for a person since 5')
    expect(said({})).toBe('Unassigned')
    expect(said({ assigned_to: me })).toBe('Assigned to you')
    expect(said({ assigned_to: 'ben@shop.example', assigned_name: 'Ben' })).toBe('Assigned to Ben')
    expect(said({ status: 'closed', assigned_to: me })).toBe('Closed')
    expect(conversationState(conversation({ assigned_to: me, waiting_since: 1 }), me)).toBe('mine')
  })

  test('[R62] [R63] a reply that takes over or reopens says so beforehand', () => {
    const hint = (more: Partial<Conversation>, live = true, isAway = false) =>
      hintOf({ conversation: conversation(more) }, { me, live, isAway }, en.composer)
    expect(hint({ status: 'bot' })).toBe(en.composer.takesOver)
    expect(hint({ status: 'closed' })).toBe(en.composer.takesOverClosed)
    expect(hint({ waiting_since: 1 })).toBe(en.composer.takesOverQueue)
    expect(hint({ assigned_to: me })).toBeUndefined()
    expect(hint({ assigned_to: 'ben@shop.example', assigned_name: 'Ben' })).toBe(en.composer.ofOther('Ben'))
    expect(hint({ assigned_to: me }, false)).toBe(en.composer.liveOff)
  })

  test('a reply to a visitor who left says where it goes', () => {
    const hint = (email_replies: Conversation['email_replies'], more: Partial<Conversation> = { assigned_to: me }) =>
      hintOf({ conversation: conversation({ ...more, email_replies }) }, { me, live: true, isAway: true }, en.composer)
    const refusal = { reason: 'bounced', message: 'no such user', at: 1 } as const
    expect(hint({ to: 'zoe@example.com', refusal: null })).toBe(en.composer.awayEmailed('zoe@example.com'))
    expect(hint({ to: 'zoe@example.com', refusal })).toBe(en.composer.awayRefused('zoe@example.com'))
    expect(hint(null)).toBe(en.composer.away)
    expect(hint(null, { status: 'bot' })).toBe(en.composer.takesOver)
  })
})

test('a conversation is called by its visitor, else by its first words', () => {
  const answer = (lead: object | null, more: Partial<Conversation> = {}) =>
    ({ lead, conversation: conversation(more) }) as Pick<ConversationAnswer, 'lead' | 'conversation'>
  expect(titleOf(answer({ name: 'Ada', email: 'ada@example.com' }), 'Visitor')).toBe('Ada')
  expect(titleOf(answer({ name: null, email: 'ada@example.com' }), 'Visitor')).toBe('ada@example.com')
  expect(titleOf(answer(null, { user: { id: 1, name: 'Grace' } }), 'Visitor')).toBe('Grace')
  expect(titleOf(answer(null, { first_message: ' Where\n is it? ' }), 'Visitor')).toBe('Where is it?')
  expect([...titleOf(answer(null, { first_message: '🙂'.repeat(500) }), 'Visitor')]).toHaveLength(61)
  expect(titleOf(answer(null), 'Visitor')).toBe('Visitor')
  expect(nameOfVisitor(answer(null, { first_message: 'Hi' }), 'Visitor')).toBe('Visitor')
})
