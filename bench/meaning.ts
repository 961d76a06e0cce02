/**
 * How well passages are found by words alone, by vectors alone and by both, with a real embedding model:
 * `node bench/meaning.ts <address of an OpenAI-compatible API> <model> [<faq.json> …]`, such as
 * `node bench/meaning.ts http://127.0.0.1:11434/v1 embeddinggemma` for Ollama. Even questions are for decisions; odd ones
 * are only reported.
 */
import { readFileSync } from 'node:fs'
import type { Database, Sql } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { passageFor, questionFor } from '../server/features/knowledge/embedding/passages.ts'
import type { SearchMethods } from '../server/features/knowledge/embedding/semantic-search.ts'
import { findNear, type Kind, keepVectors, readUnread } from '../server/features/knowledge/embedding/vectors.ts'
import { searchPassages } from '../server/features/knowledge/search.ts'
import { readDemoPages } from '../test/support/demo.ts'
import { createSpareDatabase } from '../test/support/spare-database.ts'
import { storePage, type Thread } from './knowledge.ts'

type Embed = (texts: string[]) => Promise<number[][]>
type Passage = { id: string; document: string; content: string }
type Page = { id: string; title: string; content: string; language: string }

/** Questions about a site, each with the passages that answer it and its half. */
type Asked = { question: string; answers(passage: Passage): boolean; half: number }
type Judged = { question: string; isAnswerable: boolean; half: number }
export type QuestionSet = { name: string; site: string; pages: Page[]; asked: Asked[]; judged: Judged[] }

type Camping = {
  texts: { title: string; content: string }[]
  questions: { question: string; text: number }[]
  others: string[]
}
type MeaningQuestions = { demo: { question: string; has: string }[]; campsite: Record<string, Camping> }
type GapQuestions = { answerable: string[]; unanswerable: string[] }

const readTest = (name: string) => JSON.parse(readFileSync(new URL(`../test/${name}`, import.meta.url), 'utf8'))

const judge = (questions: string[], isAnswerable: boolean): Judged[] =>
  questions.map((question, at) => ({ question, isAnswerable, half: at % 2 }))

function demoSet({ demo }: MeaningQuestions): QuestionSet {
  const { answerable, unanswerable }: GapQuestions = readTest('gap-questions.json')
  const pages = readDemoPages().map(({ name, title, markdown: content }) => ({
    ...{ id: name, title, content, language: 'english' },
  }))
  const asked = demo.map(({ question, has }, at) => ({
    ...{ question, half: at % 2, answers: ({ content }: Passage) => content.includes(has) },
  }))
  const judged = [...judge(answerable, true), ...judge(unanswerable, false)]
  return { name: 'demo, English', site: 'demo', pages, asked, judged }
}

/** Each language asked about its own texts, and about the English ones. */
function campsiteSets({ campsite }: MeaningQuestions): QuestionSet[] {
  const own = Object.entries(campsite).map(([language, { texts, questions, others }]): QuestionSet => {
    const pages = texts.map((text, at) => ({ ...text, id: `${language}_${at}`, language }))
    const asked = questions.map(({ question, text }, at) => ({
      ...{ question, half: at % 2, answers: ({ document }: Passage) => document.endsWith(`_${text}`) },
    }))
    const named = questions.map(({ question }) => question)
    const judged = [...judge(named, true), ...judge(others, false)]
    return { name: `campsite, ${language}`, site: language, pages, asked, judged }
  })
  const [english] = own.filter(({ site }) => site === 'english')
  const across = own
    .filter((set) => set !== english)
    .map((set) => ({ ...set, name: `campsite, ${set.site} about English texts`, site: 'english', pages: [] }))
  return [...own, ...across]
}

function faqSet(file: string): QuestionSet {
  const threads: Thread[] = JSON.parse(readFileSync(file, 'utf8'))
  const pages = threads.flatMap(({ answers }, at) =>
    answers.map((content, place) => ({ id: `faq_${at}_${place}`, title: '', content, language: 'english' })),
  )
  const asked = threads.flatMap(({ paraphrases }, at) =>
    paraphrases.map((question) => ({
      ...{ question, half: at % 2, answers: ({ document }: Passage) => document.startsWith(`faq_${at}_`) },
    })),
  )
  return { name: file.split('/').at(-1) ?? file, site: file, pages, asked, judged: [] }
}

/** All sets; those of one site together, the first with its pages. */
export function readSets(files: string[]): QuestionSet[] {
  const questions: MeaningQuestions = readTest('meaning-questions.json')
  return [demoSet(questions), ...campsiteSets(questions), ...files.map(faqSet)]
}

/** Stores the pages of a set and embeds their passages. */
export async function learnPages({ sql }: Database, { site, pages }: QuestionSet, model: string, embed: Embed) {
  for (const { id, title, content, language } of pages) await storePage(sql, site, id, content, title, language)
  const dimensions = (await embed(['dimensions']))[0]?.length ?? 0
  const kind: Kind = { site, model, dimensions }
  let after = 0
  for (;;) {
    const rows = await readUnread(sql, kind, after, 16)
    if (rows.length === 0) return
    const vectors = await embed(rows.map((row) => passageFor(model, row)))
    const embedded = rows.flatMap(({ number }, at) => (vectors[at]?.length ? [number] : []))
    await keepVectors(
      sql,
      kind,
      embedded,
      vectors.filter(({ length }) => length > 0),
    )
    after = rows.at(-1)?.number ?? after
  }
}

export const nearBy = ({ sql }: Database, site: string, model: string, embed: Embed): SearchMethods => ({
  async near(question) {
    const [vector = []] = await embed([questionFor(model, question)])
    return { ...(await findNear(sql, { site, model, dimensions: vector.length }, vector)), tokens: 0 }
  },
})

const k = 10
const methods = ['words', 'vectors', 'both'] as const
type Method = (typeof methods)[number]
/** Whether each of the first hits answers the question, and how many passages do. */
type Found = { right: boolean[]; all: number }

/** The hits of each method for each question of a half. */
async function askAll(one: Database, set: QuestionSet, by: SearchMethods, half: number) {
  const passages = await readPassages(one.sql, set.site)
  const found: Record<Method, Found[]> = { words: [], vectors: [], both: [] }
  for (const { question, answers } of set.asked.filter((asked) => asked.half === half)) {
    const right = new Set(passages.filter(answers).map(({ id }) => id))
    const searching = { sql: one.sql, site: { id: set.site } }
    const words = await searchPassages(searching, question, k)
    const both = await searchPassages(searching, question, k, by)
    const hits = { words: words.hits, vectors: both.trace.vector, both: both.hits }
    for (const method of methods)
      found[method].push({ right: hits[method].slice(0, k).map(({ id }) => right.has(id)), all: right.size })
  }
  return found
}

const readPassages = (sql: Sql, site: string) =>
  sql<Passage[]>`select id, document, heading_path || ' ' || content as content from passages where site = ${site}`

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const hitAt = (found: Found[], most: number) =>
  mean(found.map(({ right }) => Number(right.slice(0, most).includes(true))))

const gain = (right: boolean[]) => right.reduce((sum, is, at) => sum + (is ? 1 / Math.log2(at + 2) : 0), 0)
const ndcg = (found: Found[]) =>
  mean(found.map(({ right, all }) => gain(right) / gain(Array(Math.min(k, all)).fill(true))))

/** How well answerable questions are told from others: by relevance, by closeness, and by their sum. */
async function judgeAll(one: Database, set: QuestionSet, by: SearchMethods, half: number): Promise<string> {
  const seen = { true: [] as number[][], false: [] as number[][] }
  const covered = { true: 0, false: 0 }
  for (const { question, isAnswerable } of set.judged.filter((judged) => judged.half === half)) {
    const { hits, judgement } = await searchPassages({ sql: one.sql, site: { id: set.site } }, question, k, by)
    const relevance = Math.max(0, ...judgement.relevance)
    const closeness = Math.max(0, ...hits.map((hit) => hit.closeness))
    seen[`${isAnswerable}`].push([relevance, closeness, relevance + closeness])
    if (judgement.covered) covered[`${isAnswerable}`]++
  }
  const areas = [0, 1, 2].map((at) => {
    const [yes, no] = [seen.true, seen.false].map((values) => values.map((value) => value[at] ?? 0)) as [
      number[],
      number[],
    ]
    return mean(yes.map((value) => mean(no.map((other) => (value > other ? 1 : value === other ? 0.5 : 0)))))
  })
  const counts = `covered ${covered.true} of ${seen.true.length}, others ${covered.false} of ${seen.false.length}`
  return `${counts}; AUC of relevance, closeness, sum: ${areas.map((area) => area.toFixed(3)).join(' ')}`
}

/** Prints a line for each set and half. */
async function measure(one: Database, set: QuestionSet, by: SearchMethods): Promise<void> {
  for (const half of [0, 1]) {
    const found = await askAll(one, set, by, half)
    const figures = methods.map((method) =>
      [hitAt(found[method], 1), hitAt(found[method], 5), ndcg(found[method])]
        .map((value) => value.toFixed(3))
        .join(' '),
    )
    const name = `${set.name}, ${half === 0 ? 'for decisions' : 'held out'} (${found.both.length})`
    console.log(`| ${[name, ...figures].join(' | ')} |`)
    if (set.judged.length > 0) console.log(`    ${await judgeAll(one, set, by, half)}`)
  }
}

const short = 1_000

/** Embeds by an OpenAI-compatible API; Ollama has one, too. As in the product, a text that is too long is cut, then left out. */
export function embedBy(address: string, model: string): Embed {
  const headers = { 'Content-Type': 'application/json' }
  const known = new Map<string, number[]>()
  const ask = async (input: string[]): Promise<number[][]> => {
    const response = await fetch(`${address}/embeddings`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, input }),
    })
    if (response.ok) {
      const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] }
      return data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding)
    }
    const [text = ''] = input
    if (input.length > 1) return (await Promise.all(input.map((one) => ask([one])))).flat()
    if (text.length > short) return await ask([text.slice(0, short).toWellFormed()])
    if (response.status === 404) throw new Error(await response.text())
    return [[]]
  }
  return async (texts) => {
    const missing = texts.filter((text) => !known.has(text))
    const vectors = missing.length > 0 ? await ask(missing) : []
    for (const [at, text] of missing.entries()) known.set(text, vectors[at] ?? [])
    return texts.map((text) => known.get(text) ?? [])
  }
}

if (import.meta.main) {
  const [address, model, ...files] = process.argv.slice(2)
  if (!address || !model) throw new Error('Give the address of an API, such as http://127.0.0.1:11434/v1, and a model.')
  const embed = embedBy(address, model)
  const spare = await createSpareDatabase('embedded')
  try {
    await migrate(spare.sql, new URL('../migrations/', import.meta.url))
    console.log(`| ${model} | ${methods.join(' | ')} |`)
    for (const set of readSets(files)) {
      await learnPages(spare, set, model, embed)
      await measure(spare, set, nearBy(spare, set.site, model, embed))
    }
  } finally {
    await spare.drop()
  }
}
