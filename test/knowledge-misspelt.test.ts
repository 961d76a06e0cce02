import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchPassages } from '../server/features/knowledge/search.ts'
import { createDesk, type Desk } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { learnDemoPages } from './support/demo.ts'
import { createShelf } from './support/knowledge.ts'

type Question = { question: string; page: string }
const read = (name: string): Question[] => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

let database: TestDatabase
let desk: Desk
beforeAll(async () => {
  database = await createDatabase()
  desk = createDesk(database, { ai: { provider: 'none' } })
  await learnDemoPages(await desk.context())
})
afterAll(async () => {
  desk.close()
  await database.drop()
})

describe('misspelt questions about the demo', () => {
  test('find the right page, and the trace shows the corrections', async () => {
    const found: boolean[] = []
    for (const { question, page } of read('misspelt-questions.json')) {
      const { hits, trace } = await searchPassages(await desk.context(), question, 5)
      found.push(hits[0]?.url?.endsWith(page) ?? false)
      for (const { from, to } of trace.corrected)
        expect([question.toLowerCase().includes(from), to === from]).toEqual([true, false])
    }
    expect(found.length).toBe(20)
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(18)
  })

  test('correctly spelt words are not corrected', async () => {
    const { trace } = await searchPassages(await desk.context(), 'How much is a puncture repair at the workshop?', 5)
    expect(trace.corrected).toEqual([])
  })
})

describe('accents', () => {
  test.each([
    [
      'french',
      'Nous servons le café crème, la bière et les gâteaux.',
      ['cafe creme', 'café crème', 'biere', 'gateaux'],
    ],
    ['french', 'Cafe creme, biere et gateaux a toute heure.', ['café crème', 'bière', 'gâteaux']],
    ['spanish', 'El jamón y el menú del mediodía con habitación.', ['jamon', 'menu', 'mediodia', 'habitacion']],
    ['german', 'Brötchen und Käse zum Frühstück.', ['Brotchen', 'Broetchen', 'kase', 'Fruhstuck']],
    ['portuguese', 'Pão de açúcar e informações.', ['pao', 'acucar', 'informacoes']],
    ['simple', 'Příjem hostů a účtenka.', ['prijem', 'uctenka', 'příjem']],
    ['english', 'Our entrée is the crème brûlée.', ['entree', 'creme brulee']],
  ])('in a text in %s do not matter, in the text or in the question', async (language, text, questions) => {
    const shelf = createShelf(database.sql, `accents-${language}-${text.length}`)
    await shelf.store(`page_${shelf.site.id}`, 'A page', text, language)
    for (const question of questions) {
      const { hits } = await searchPassages(shelf, question, 5)
      expect([question, hits.length]).toEqual([question, 1])
    }
  })
})
