/**
 * How vectors change the hits, and how long a combined search takes. The vectors are a deterministic substitute that
 * knows words and parts of words, but no meaning: it shows what a weak model spoils, not what a good one finds.
 */

import type { Database } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import type { SearchMethods } from '../server/features/knowledge/embedding/semantic-search.ts'
import {
  findNear,
  type Kind,
  keepVectors,
  prepareIndex,
  readUnread,
} from '../server/features/knowledge/embedding/vectors.ts'
import { searchPassages } from '../server/features/knowledge/search.ts'
import { createSpareDatabase } from '../test/support/spare-database.ts'
import { aQuestion, learn, readFaq, storePage, type Thread } from './knowledge.ts'
import { interleave, type Line, quantile, type Row } from './row.ts'
import { passagesOf } from './texts.ts'

const database = 'embedded'
const dimensions = 384
const k = 10
const many = 20_000

export const vectors: Row[] = [
  {
    name: 'fusion',
    lacking: () => (process.env.BENCH_DATA ? undefined : 'BENCH_DATA names no folder with faq.json'),
    measure: () => onEmbedded((one) => fusionBench(one, readFaq(process.env.BENCH_DATA ?? ''))),
  },
  { name: 'vectors', measure: () => onEmbedded(latencyBench) },
]

async function onEmbedded(work: (database: Database) => Promise<Line[]>): Promise<Line[]> {
  const spare = await createSpareDatabase('embedded')
  try {
    await migrate(spare.sql, new URL('../migrations/', import.meta.url))
    return await work(spare)
  } finally {
    await spare.drop()
  }
}

/** Words and their letter trigrams, hashed to dimensions of a vector of length 1. */
function embed(text: string): number[] {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []) {
    const runs = Array.from({ length: word.length }, (_, at) => `^${word}$`.slice(at, at + 3))
    for (const piece of [word, ...runs]) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  const vector = new Array<number>(dimensions).fill(0)
  for (const [piece, count] of counts) {
    const place = hash(piece)
    vector[place % dimensions] = (vector[place % dimensions] ?? 0) + (place & 65_536 ? 1 : -1) * Math.sqrt(count)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function hash(text: string): number {
  let sum = 2166136261
  for (const character of text) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  return sum
}

/** Embeds each passage of the site, like the background task. */
async function embedAll(one: Database, site: string): Promise<SearchMethods> {
  const kind: Kind = { site, model: 'stand-in', dimensions }
  await prepareIndex(one, kind)
  let after = 0
  for (;;) {
    const rows = await readUnread(one.sql, kind, after, 100)
    if (rows.length === 0) break
    const texts = rows.map(({ title, heading_path, content }) => `${title}\n${heading_path}\n${content}`)
    await keepVectors(
      one.sql,
      kind,
      rows.map(({ number }) => number),
      texts.map(embed),
    )
    after = rows.at(-1)?.number ?? after
  }
  await one.sql`vacuum analyze`
  return { near: async (question) => ({ ...(await findNear(one.sql, kind, embed(question))), tokens: 0 }) }
}

/** The index of the first answer of its thread among the hits of each question; Infinity if there is none. */
async function placesOf({ sql }: Database, threads: Thread[], means: SearchMethods): Promise<number[]> {
  const places: number[] = []
  for (const [at, { paraphrases }] of threads.entries()) {
    for (const question of paraphrases) {
      const { hits } = await searchPassages({ sql, site: { id: 'faq' } }, question, k, means)
      const place = hits.findIndex(({ document }) => document.startsWith(`page_faq_${at}_`))
      places.push(place < 0 ? Number.POSITIVE_INFINITY : place)
    }
  }
  return places
}

async function fusionBench(one: Database, threads: Thread[]): Promise<Line[]> {
  for (const [at, { answers }] of threads.entries()) {
    for (const [place, answer] of answers.entries()) await storePage(one.sql, 'faq', `page_faq_${at}_${place}`, answer)
  }
  const means = await embedAll(one, 'faq')
  const [words, fused] = [await placesOf(one, threads, {}), await placesOf(one, threads, means)]
  const share = (places: number[], max: number) => places.filter((place) => place < max).length / places.length
  // One answer is enough: the gain is that of the first one found, relative to being the first hit.
  const gain = (places: number[]) => places.reduce((sum, place) => sum + 1 / Math.log2(place + 2), 0) / places.length
  const line = (what: string, value: (places: number[]) => number): Line => ({
    what: `${what}, words and stand-in vectors against words alone`,
    database,
    unit: '',
    floor: [value(words)],
    ours: [value(fused)],
    goal: { of: 'more', bound: 'least', value: -0.01 },
  })
  return [
    line('hit@5', (places) => share(places, 5)),
    line('hit@1', (places) => share(places, 1)),
    line('nDCG@10 of the first answer', gain),
  ]
}

/** Times combined searches against keyword searches over the same passages. */
async function latencyBench(one: Database): Promise<Line[]> {
  const passages = [...passagesOf(many, [])]
  await learn(one.sql, 'many', passages)
  const means = await embedAll(one, 'many')
  const questions = passages.map(aQuestion).filter((_, at) => at % (many / 100) === 0)
  const p50 = async (by: SearchMethods) => {
    const times: number[] = []
    for (const question of questions) {
      const begun = performance.now()
      await searchPassages({ sql: one.sql, site: { id: 'many' } }, question, 6, by)
      times.push(performance.now() - begun)
    }
    return quantile(times, 0.5)
  }
  const kept = await interleave(
    () => p50({}),
    () => p50(means),
  )
  const what = `search by words and vectors against words alone, ${many.toLocaleString('en')} passages, p50`
  return [{ what, database, unit: 'ms', ...kept, goal: { of: 'more', bound: 'most', value: 50 } }]
}
