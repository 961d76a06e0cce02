/** The quality and speed of keyword search. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { lockKnowledge, type NewDocument, storeDocument } from '../server/features/knowledge/documents.ts'
import { rankPassages } from '../server/features/knowledge/ranking.ts'
import { readSize, readTerms, searchPassages } from '../server/features/knowledge/search.ts'
import { createSpareDatabase } from '../test/support/spare-database.ts'
import { type Memory, readMemory } from './bm25.ts'
import { interleave, type Line, quantile, type Row } from './row.ts'
import { passagesOf } from './texts.ts'

type Log = (message: string) => void
export type Thread = { paraphrases: string[]; answers: string[] }

const database = 'Postgres'
const k = 10
/** The interval of questions that are timed. */
const step = 10

export const knowledge: Row[] = [
  { name: 'search', measure: () => onDatabase((sql) => searchBench(sql, console.error)) },
  {
    name: 'hit@5',
    lacking: () => (process.env.BENCH_DATA ? undefined : 'BENCH_DATA names no folder with faq.json'),
    measure: () => onDatabase((sql) => hitBench(sql, process.env.BENCH_DATA ?? '', console.error)),
  },
]

async function onDatabase(work: (sql: Sql) => Promise<Line[]>): Promise<Line[]> {
  const spare = await createSpareDatabase('server')
  try {
    await migrate(spare.sql, new URL('../migrations/', import.meta.url))
    return await work(spare.sql)
  } finally {
    await spare.drop()
  }
}

export const readFaq = (folder: string): Thread[] => JSON.parse(readFileSync(join(folder, 'faq.json'), 'utf8'))

/** Times searches over 10,000 and 100,000 passages against BM25 in memory, which must return the same hits. */
export async function searchBench(sql: Sql, log: Log, sizes = [10_000, 100_000]): Promise<Line[]> {
  const threads = process.env.BENCH_DATA ? readFaq(process.env.BENCH_DATA) : []
  const texts = threads.flatMap((thread) => thread.answers)
  const lines: Line[] = []
  for (const size of sizes) {
    const site = `bench-${size}`
    log(`learning ${size} passages`)
    const passages = [...passagesOf(size, texts)]
    await learn(sql, site, passages)
    const asked = threads.length > 0 ? threads.flatMap((thread) => thread.paraphrases) : passages.map(aQuestion)
    const questions = asked.filter((_, at) => at % step === 0).slice(0, 150)
    lines.push(await timeSearches(sql, site, questions, size === 10_000 ? 5 : 20))
  }
  return lines
}

/** Eight consecutive words of a passage. */
export const aQuestion = (text: string, at: number): string =>
  text
    .split(' ')
    .slice(at % 80, (at % 80) + 8)
    .join(' ')

export async function learn(sql: Sql, site: string, passages: string[]): Promise<void> {
  const pages = Math.ceil(passages.length / 100)
  for (let page = 0; page < pages; page++) {
    const content = passages
      .slice(page * 100, page * 100 + 100)
      .map((text, at) => `# ${site} ${at}\n\n## ${at}\n\n${text}`)
    await storePage(sql, site, `page_${site}_${page}`, content.join('\n\n'))
  }
  await sql`vacuum analyze`
}

export function storePage(sql: Sql, site: string, id: string, content: string, title = '', language = 'english') {
  const page: NewDocument = { id, kind: 'page', title, url: id, category: null, language, content, updatedBy: null }
  return sql.begin(async (transaction) => {
    const tx = { sql: transaction as unknown as Sql, site: { id: site }, now: () => 0, enqueue: async () => {} }
    await lockKnowledge(tx)
    return await storeDocument(tx, page)
  })
}

async function timeSearches(sql: Sql, site: string, questions: string[], max: number): Promise<Line> {
  const { size, languages } = await readSize({ sql, site })
  const terms = await Promise.all(questions.map((question) => readTerms({ sql, site }, languages, question, size)))
  const memory = await readMemory(
    sql,
    terms.flat().flatMap((term) => term.lists.map((list) => list.number)),
  )
  for (const one of terms) compare(memory.rank(one, size.average, k), await rankPassages(sql, one, size, k))
  const kept = await interleave(
    async () =>
      quantile(
        terms.map((one) => timed(() => memory.rank(one, size.average, k))),
        0.5,
      ),
    async () => {
      const times: number[] = []
      for (const question of questions) {
        const begun = performance.now()
        await searchPassages({ sql, site: { id: site } }, question, k)
        times.push(performance.now() - begun)
      }
      return quantile(times, 0.5)
    },
  )
  const what = `keyword search, ${size.passages.toLocaleString('en')} passages, p50`
  return { what, database, unit: 'ms', ...kept, goal: { of: 'ours', bound: 'most', value: max } }
}

function timed(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

type Ranked = ReturnType<Memory['rank']>

/** Both must have the same scores, and the same passages except for equal scores. Throws if not. */
function compare(expected: Ranked, ranked: Ranked): void {
  const wrong = expected.some(({ number, score }, at) => {
    const other = ranked[at]
    const isTied = expected.some((one) => one.number !== number && Math.abs(one.score - score) < 1e-9)
    const isLast = Math.abs(score - (expected.at(-1)?.score ?? 0)) < 1e-9
    return !other || Math.abs(other.score - score) > 1e-9 || (other.number !== number && !isTied && !isLast)
  })
  if (wrong || expected.length !== ranked.length) throw new Error('the search and BM25 in memory differ')
}

/**
 * The share of the FAQ's paraphrases that find an answer of their thread among the first five hits, if only answers are
 * learned.
 */
export async function hitBench(sql: Sql, folder: string, log: Log): Promise<Line[]> {
  const threads = readFaq(folder)
  log(`learning ${threads.flatMap((thread) => thread.answers).length} answers`)
  for (const [at, { answers }] of threads.entries()) {
    for (const [place, answer] of answers.entries()) await storePage(sql, 'faq', `page_faq_${at}_${place}`, answer)
  }
  let [asked, found] = [0, 0]
  for (const [at, { paraphrases }] of threads.entries()) {
    for (const question of paraphrases) {
      const { hits } = await searchPassages({ sql, site: { id: 'faq' } }, question, 5)
      asked++
      if (hits.some(({ document }) => document.startsWith(`page_faq_${at}_`))) found++
    }
  }
  const what = `hit@5, ${asked.toLocaleString('en')} questions, keywords alone`
  return [
    { what, database, unit: '', floor: [], ours: [found / asked], goal: { of: 'ours', bound: 'least', value: 0.85 } },
  ]
}
