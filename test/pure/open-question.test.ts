import { describe, expect, test } from 'vitest'
import { answersLatest } from '../../server/features/assistant/reply/retrieve.ts'
import { isLeftOpen } from '../../server/features/assistant/reply/unanswered.ts'
import type { StoredMessage } from '../../shared/message.ts'

const said = (role: string, text: string) => ({ role, text }) as StoredMessage

describe('a question that no model reported', () => {
  const turn = { history: [said('user', 'Do you sell pianos?')] }
  const draft = { sources: [] }
  const found = { isCovered: false, isEmpty: false, weighed: [] }

  test('is open if nothing was found for it, and no source was named', () => {
    expect(isLeftOpen(turn, draft, found)).toBe(true)
  })

  test.each<[string, object]>([
    ['the knowledge covers it', { found: { ...found, isCovered: true } }],
    ['the site has no knowledge', { found: { ...found, isEmpty: true } }],
    ['the visitor left details', { draft: { ...draft, lead: { email: 'eva@example.com' } } }],
    ['a person was asked for', { draft: { ...draft, handover: { reason: 'asked' } } }],
    ['it answers a question', { turn: { history: [said('agent', 'Which size?'), said('user', 'Medium, please')] } }],
  ])('is not open if %s', (_, changed) => {
    const given = { turn, draft, found, ...changed }
    expect(isLeftOpen(given.turn, given.draft, given.found)).toBe(false)
  })
})

describe('the results for two messages together', () => {
  const found = (id: string, relevance = 1) => ({
    judgement: { isAbout: true, good: [0] },
    hits: [{ id, relevance }],
  })

  test('answer the latest if they answer it by itself', () => {
    expect(answersLatest(found('pianos'), found('pianos'), 'Do you sell pianos?')).toBe(true)
    expect(answersLatest(found('hours'), found('pianos'), 'Do you sell pianos?')).toBe(false)
    expect(answersLatest(found('pianos'), found('pianos', 0.1), 'Do you sell pianos?')).toBe(false)
  })

  test('answer a latest that continues, or has no subject', () => {
    expect(answersLatest(found('hours'), found('pianos'), 'And on Sundays?')).toBe(true)
    const nothing = { judgement: { isAbout: false, good: [] }, hits: [] }
    expect(answersLatest(found('hours'), nothing, 'How much is it?')).toBe(true)
  })

  test('are not used if only the latest was searched', () => {
    const only = found('hours', 0.1)
    expect(answersLatest(only, only, 'Do you sell pianos?')).toBe(true)
  })
})
