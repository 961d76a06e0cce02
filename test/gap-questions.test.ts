import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDraft } from '../server/features/assistant/reply/draft.ts'
import { retrieve } from '../server/features/assistant/reply/retrieve.ts'
import { readUnanswered } from '../server/features/assistant/reply/unanswered.ts'
import { createDesk, type Desk, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { learnDemoPages } from './support/demo.ts'

/**
 * Questions about the demo's business, written from its pages before gap detection existed, and messages that are not
 * questions about it. Every second one of each list was not used during development.
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
  test('records most of what its pages do not answer as gaps', () => {
    const { unanswerable } = messages
    expect(unanswerable.length).toBe(100)
    expect(countGaps(unanswerable)).toBeGreaterThanOrEqual(70)
    expect(countGaps(unseen(unanswerable))).toBeGreaterThanOrEqual(35)
  })

  test('records little of what they answer as a gap', () => {
    const { answerable } = messages
    expect(answerable.length).toBe(100)
    expect(countGaps(answerable)).toBeLessThanOrEqual(5)
    expect(countGaps(unseen(answerable))).toBeLessThanOrEqual(4)
  })

  test('records no small talk, insult, command to the assistant or request for a person', () => {
    expect(messages.noQuestions.filter((message) => gaps.has(message))).toEqual([])
  })
})
