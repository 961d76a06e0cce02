import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesk, type Desk, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { learnDemoPages } from './support/demo.ts'

/** Real questions about the demo's business. The answer to a covered one must contain one of the facts in `must`. */
type Question = { question: string } & ({ covered: true; must: string[] } | { covered: false })

const questions: Question[] = JSON.parse(readFileSync(new URL('demo-questions.json', import.meta.url), 'utf8'))

let database: TestDatabase
let desk: Desk
const answers = new Map<string, { text: string; foundNothing: boolean }>()

beforeAll(async () => {
  database = await createDatabase()
  desk = createDesk(database, { ai: { provider: 'none' } })
  await learnDemoPages(await desk.context())
  for (const { question } of questions) {
    const { text, trace } = await replyTo(await desk.context(), turnOf(question))
    answers.set(question, { text, foundNothing: trace.foundNothing })
  }
})
afterAll(async () => {
  desk.close()
  await database.drop()
})

const answerTo = ({ question }: Question) => answers.get(question) as { text: string; foundNothing: boolean }
const covered = questions.filter((one) => one.covered)
const uncovered = questions.filter((one) => !one.covered)

describe('the demo without a model', () => {
  test('twenty questions are covered by its pages, and twenty are not', () => {
    expect([covered.length, uncovered.length]).toEqual([20, 20])
  })

  test('most of what the pages cover is answered with the requested fact', () => {
    const answered = covered.filter((one) => !answerTo(one).foundNothing)
    const withFact = answered.filter((one) => one.must.some((fact) => answerTo(one).text.includes(fact)))
    expect(answered.length, 'answered').toBeGreaterThanOrEqual(19)
    expect(withFact.length, 'with the fact').toBeGreaterThanOrEqual(14)
  })

  test('most of what they do not cover is reported as not found, without quotes', () => {
    const refused = uncovered.filter((one) => answerTo(one).foundNothing)
    expect(refused.length).toBeGreaterThanOrEqual(17)
    for (const one of refused) expect(answerTo(one).text).not.toMatch(/^From our page/)
  })
})
