import { expect } from 'vitest'
import type { Sql } from '../../server/database/database.ts'
import { comesToRest } from './idle.ts'

/** What the database did for one statement. */
export type Explained = {
  sql: string
  /**
   * The rows of each table that were scanned, including those that were filtered out. Infinity if the plan reads all.
   */
  rows: Record<string, number>
  /** The conditions that are checked for each scanned row. */
  filters: string[]
}

type Node = Record<string, unknown> & { Plans?: Node[] }
type Statement = { sql: string; parameters: unknown[] }

/**
 * Runs `work`, then repeats all its statements with EXPLAIN in transactions that are rolled back. Statements with
 * changes are only planned.
 */
export async function explain(sql: Sql, work: () => Promise<unknown>): Promise<Explained[]> {
  const statements = await record(sql, work)
  const asked = statements.filter((statement) => /^\s*(with|select|insert|update|delete)\b/i.test(statement.sql))
  const explained: Explained[] = []
  for (const statement of asked) explained.push(await explainOne(sql, statement))
  return explained
}

/** The package reports each statement that it sends. */
async function record(sql: Sql, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const options = sql.options as { debug: unknown }
  options.debug = (_: number, sql: string, parameters: unknown[]) =>
    statements.push({ sql, parameters: [...parameters] })
  try {
    await work()
  } finally {
    options.debug = false
  }
  return statements
}

/** Waits until nobody else sends statements, such as what follows the events of rows that were just inserted. */
export async function untilQuiet(sql: Sql): Promise<void> {
  const others: string[] = []
  const asked = 'select 1 as quiet'
  const options = sql.options as { debug: unknown }
  options.debug = (_: number, text: string) => text !== asked && others.push(text)
  try {
    await comesToRest(async () => {
      // An embedded database answers it after everything before.
      await sql.unsafe(asked)
      return others.splice(0).join('; ')
    })
  } finally {
    options.debug = false
  }
}

async function explainOne(sql: Sql, { sql: text, parameters }: Statement): Promise<Explained> {
  const changes = /\b(insert into|update \w+ set|delete from|append_events|for update)\b/i.test(text)
  const options = changes ? 'format json' : 'analyze, timing off, format json'
  const explained: Explained = { sql: text.replace(/\s+/g, ' ').trim(), rows: {}, filters: [] }
  const undo = new Error('rolled back')
  const explaining = sql.begin(async (tx) => {
    const [row] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(
      `explain (${options}) ${text}`,
      parameters as [],
    )
    if (row) addNode(row['QUERY PLAN'][0].Plan, explained)
    throw undo
  })
  await explaining.catch((error) => {
    if (error !== undo) throw new Error(`${explained.sql}: ${(error as Error).message}`, { cause: error })
  })
  return explained
}

function addNode(node: Node, explained: Explained): void {
  const table = node['Relation Name'] as string | undefined
  if (table !== undefined) explained.rows[table] = (explained.rows[table] ?? 0) + rowsOf(node)
  if (typeof node.Filter === 'string') explained.filters.push(node.Filter)
  for (const child of node.Plans ?? []) addNode(child, explained)
}

function rowsOf(node: Node): number {
  if (node['Actual Loops'] === undefined) return node['Node Type'] === 'Seq Scan' ? Number.POSITIVE_INFINITY : 0
  const fields = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
  return fields.reduce((sum, field) => sum + Number(node[field] ?? 0), 0) * Number(node['Actual Loops'])
}

/**
 * Expects that no statement reads more rows of these tables than it may.
 * @param allowed the maximum, or that of a statement
 */
export async function expectFrugal(
  sql: Sql,
  tables: readonly string[],
  allowed: number | ((statement: Explained) => number),
  work: () => Promise<unknown>,
): Promise<void> {
  const explained = await explain(sql, work)
  expect(explained.length).toBeGreaterThan(0)
  const rowsIn = ({ rows }: Explained) => tables.reduce((sum, table) => sum + (rows[table] ?? 0), 0)
  const most = typeof allowed === 'number' ? () => allowed : allowed
  expect(explained.filter((one) => rowsIn(one) > most(one))).toEqual([])
}
