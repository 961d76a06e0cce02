import { createHash } from 'node:crypto'
import type { Database, Sql } from '../../../database/database.ts'

/** A site's vectors of one model and number of dimensions. Others cannot be compared with them. */
export type Kind = { site: string; model: string; dimensions: number }

export type Unread = { number: number; title: string; heading_path: string; content: string }

export type Near = {
  /** Nearest first, with cosine similarity. */
  found: { number: number; similarity: number }[]
  /** The average similarity of passages of the site to the question. */
  background: number
}

/** The index's search depth, which limits how many it finds. */
export const maxNearest = 40
/** Number of passages sampled for the average similarity. */
const sample = 50
/** Indexes support at most this many dimensions; above it, every vector is compared. */
const maxIndexed = 2_000
/** Building an index over more vectors blocks the embedded database for too long. */
const maxBatch = 2_000

/** Whether the site has any vectors. */
export async function hasVectors(sql: Sql, site: string): Promise<boolean> {
  const [row] = await sql<[{ has: boolean }]>`select exists (select from vectors where site = ${site}) as has`
  return row.has
}

/** The kind of the site's vectors of this model, if it has any. */
export async function findKind(sql: Sql, site: string, model: string): Promise<Kind | undefined> {
  const [row] = await sql<{ dimensions: number }[]>`
    select dimensions from vectors where site = ${site} and model = ${model} limit 1`
  return row && { site, model, dimensions: row.dimensions }
}

/** Passages without a vector of this kind, in order, after a given number. */
export const readUnread = (sql: Sql, { site, model, dimensions }: Kind, after: number, max: number) =>
  sql<Unread[]>`
    select passages.number, title, heading_path, passages.content
    from passages join documents on documents.id = passages.document
    where passages.site = ${site} and passages.number > ${after} and not exists (
      select from vectors where passage = passages.number and model = ${model} and dimensions = ${dimensions})
    order by passages.number limit ${max}`

/** Stores vectors of passages that still exist, replacing older ones. */
export const keepVectors = (sql: Sql, { site, model, dimensions }: Kind, numbers: number[], vectors: number[][]) => sql`
  insert into vectors (passage, site, model, dimensions, embedding)
  select passages.number, ${site}, ${model}, ${dimensions}::integer, given.embedding::real[]
  from unnest(${numbers}::integer[], ${vectors.map(toText('{}'))}::text[]) as given (number, embedding)
    join passages on passages.number = given.number and passages.site = ${site}
  order by passages.number for key share of passages
  on conflict (passage) do update
  set model = excluded.model, dimensions = excluded.dimensions, embedding = excluded.embedding`

const toText = (signs: string) => (vector: number[]) =>
  `${signs[0]}${vector.map((value) => Math.fround(value).toPrecision(8)).join(',')}${signs[1]}`

/** The passages nearest to a vector. */
export async function findNear(sql: Sql, kind: Kind, vector: number[]): Promise<Near> {
  const distance = `embedding::vector(${kind.dimensions}) <=> $1::vector(${kind.dimensions})`
  const rows = await sql.unsafe<{ number: number | null; similarity: number | null }[]>(
    `(select passage as number, 1 - (${distance}) as similarity from vectors where ${conditionOf(kind)}
        order by ${distance} limit ${maxNearest})
     union all
     select null, avg(1 - (${distance})) from (select embedding from vectors where ${conditionOf(kind)} limit ${sample}) as sample`,
    [toText('[]')(vector)],
  )
  const found = rows.flatMap(({ number, similarity }) =>
    number === null ? [] : [{ number, similarity: similarity ?? 0 }],
  )
  const background = rows.find(({ number }) => number === null)?.similarity ?? 0
  return { found: found.toSorted((one, other) => other.similarity - one.similarity), background }
}

/** Inlined, because a partial index is used only if the query states its condition literally. */
const conditionOf = ({ site, model, dimensions }: Kind) =>
  `site = ${quoted(site)} and model = ${quoted(model)} and dimensions = ${dimensions}`

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const indexesOf = (site: string) => `vectors_near_${short(site)}_`
const indexOf = ({ site, model, dimensions }: Kind) => `${indexesOf(site)}${short(`${dimensions} ${model}`)}`

/** Creates the index of a kind, ideally before its first vector, so that it grows with them. */
export async function prepareIndex({ sql, kind: database }: Database, kind: Kind): Promise<void> {
  const name = indexOf(kind)
  const [known] = await sql`select from pg_class where relname = ${name}`
  if (known || kind.dimensions > maxIndexed) return
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from vectors
    where site = ${kind.site} and model = ${kind.model} and dimensions = ${kind.dimensions}`
  if (database === 'embedded' && count > maxBatch) return
  await sql.begin(async (tx) => {
    // Indexing many vectors, as after a restore, takes longer than the statement timeout.
    await tx`set local statement_timeout = 0`
    await tx.unsafe(
      `create index if not exists ${name} on vectors
       using hnsw ((embedding::vector(${kind.dimensions})) vector_cosine_ops) where ${conditionOf(kind)}`,
    )
  })
}

/** Deletes the site's vectors of other kinds and their indexes. */
export async function forgetOthers(sql: Sql, kind: Kind): Promise<void> {
  await sql`
    delete from vectors where site = ${kind.site} and (model, dimensions) <> (${kind.model}, ${kind.dimensions}::integer)`
  const others = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where starts_with(relname, ${indexesOf(kind.site)}) and relname <> ${indexOf(kind)} and relkind = 'i'`
  for (const { name } of others) await sql.unsafe(`drop index if exists ${name}`)
}

/** The number of passages, and of those with a vector. */
export async function countVectors(sql: Sql): Promise<{ passages: number; vectors: number }> {
  const [counts] = await sql<[{ passages: number; vectors: number }]>`
    select (select coalesce(sum(passages), 0)::int from knowledge_sizes) as passages,
      (select count(*)::int from vectors) as vectors`
  return counts
}
