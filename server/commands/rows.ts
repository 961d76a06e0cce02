import { createHash } from 'node:crypto'
import type { Sql } from '../database/database.ts'
import type { Table } from './tables.ts'

/** How many rows a table has, and a sum over what is in them that does not depend on their order. */
export type Sum = { rows: number; sum: string }

const batchBytes = 4_000_000
const mostRows = 2_000

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A row as one JSON array of texts and nulls. */
const lineOf = ({ columns }: Table) =>
  `array_to_json(array[${columns.map(({ name }) => `t.${quoted(name)}::text`).join(', ')}])::text`

/**
 * Reads a table in batches of a few megabytes at most, each row as its line; no line holds a line break. `sql` is a
 * transaction: of level `repeatable read` where all tables are to be of the same moment.
 */
export async function* readRows(sql: Sql, table: Table): AsyncGenerator<string[]> {
  const lines = `select ${lineOf(table)} as line from ${quoted(table.name)} t`
  const [{ longest }] = await sql.unsafe<[{ longest: number }]>(
    `select coalesce(max(octet_length(line)), 1) as longest from (${lines}) as lines`,
  )
  const count = Math.min(mostRows, Math.max(1, Math.floor(batchBytes / longest)))
  await sql.unsafe(`declare copied_rows no scroll cursor for ${lines}`)
  for (;;) {
    const rows = await sql.unsafe<{ line: string }[]>(`fetch ${count} from copied_rows`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < count) break
  }
  await sql.unsafe('close copied_rows')
}

/** Sums up lines as `sumInDatabase` does. */
export function createSum(): { add(lines: string[]): void; sum(): Sum } {
  let rows = 0
  let sum = 0n
  return {
    add(lines) {
      rows += lines.length
      for (const line of lines)
        sum += BigInt(Number.parseInt(createHash('sha256').update(line).digest('hex').slice(0, 13), 16))
    },
    sum: () => ({ rows, sum: String(sum) }),
  }
}

/** The sum over what the table holds now: of each line the first 52 bits of its SHA-256, added up. */
export async function sumInDatabase(sql: Sql, table: Table): Promise<Sum> {
  const [found] = await sql.unsafe<[Sum]>(
    `select count(*) as rows, coalesce(sum(('x' || left(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 13))::bit(52)::bigint), 0)::text as sum
     from (select ${lineOf(table)} as line from ${quoted(table.name)} t) as lines`,
  )
  return found
}
