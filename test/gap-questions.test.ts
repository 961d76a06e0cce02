import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDraft } from '../server/features/assistant/draft.ts'
import { retrieve } from '../server/features/assistant/retrieve.ts'
import { readUnanswered } from '../server/features/assistant/unanswered.ts'
import { createDesk, type Desk, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { learnDemoPages } from './support/demo.ts'

/**
 * Questions about the demo's business that were written from its pages before anything told gaps from the rest, and
 * messages that are no questions about it. Of each list, every second
 * one was not looked at while that was made.
 */
type Messages = { answerable: string[]; unanswerable: string[]; noQuestions: string[] }

const messages: Messages = JSON.parse(readFileSync(new URL('gap-questions.json', import.meta.url), 'utf8'))

let database: TestDatabase
let desk: Desk
const gaps = new Set<string>()

beforeAll(async () => {
  database = await createDatabase()
  desk = createDesk(database, { ai: { provider: 'none' } })
  const ctx = await desk.context()
  await learnDemoPages(ctx)
  for (const message of Object.values(messages).flat()) {
    const turn = turnOf(message)
    if (await readUnanswered(ctx, turn, emptyDraft('none'), await retrieve(ctx, turn), 'en')) gaps.add(message)
  }
})
afterAll(async () => {
  desk.close()
  await database.drop()
})

const unseen = (list: string[]) => list.filter((_, at) => at % 2 === 1)
const countGaps = (list: string[]) => list.filter((message) => gaps.has(message)).length

describe('the demo without a model', () => {
  test('takes most of what its pages do not answer down as gaps', () => {
    const { unanswerable } = messages
    expect(unanswerable.length).toBe(100)
    expect(countGaps(unanswerable)).toBeGreaterThanOrEqual(70)
    expect(countGaps(unseen(unanswerable))).toBeGreaterThanOrEqual(35)
  })

  test('takes little of what they answer for a gap', () => {
    const { answerable } = messages
    expect(answerable.length).toBe(100)
    expect(countGaps(answerable)).toBeLessThanOrEqual(5)
    expect(countGaps(unseen(answerable))).toBeLessThanOrEqual(4)
  })

  test('takes no small talk, insult, order to the assistant or wish for a person for one', () => {
    expect(messages.noQuestions.filter((message) => gaps.has(message))).toEqual([])
  })
})
