import type { Database, Sql } from '../../server/database/database.ts'

export type TestDatabase = Database & { drop(): Promise<void> }

/** A database with all migrations. */
type Options = { database: Database; close(): Promise<void> }

/** `schema` is the original one; `seeds` are the rows that the migrations inserted, by table. */
type Lent = Options & { schema: string; seeds: Seed[] }

type Written = { name: string; small: boolean }

type Seed = { table: string; rows: unknown }

/** In bytes. Larger tables are truncated, because deleted rows are still scanned. */
const maxDeleted = 262_144

/** The maximum number kept for reuse, because each takes memory. */
const most = 2

const free: Record<string, Lent[]> = { embedded: [], server: [] }

/**
 * Returns a database as the migrations leave it: a returned one that was emptied, or a new one. Creating one takes ten
 * times as long as emptying it, and its open connections have prepared the statements.
 */
export async function lend(kind: 'embedded' | 'server', make: () => Promise<Options>): Promise<TestDatabase> {
  const kept = free[kind] as Lent[]
  for (let lent = kept.pop(); lent; lent = kept.pop()) {
    if (await isAsNew(lent)) return give(lent, kept)
    await lent.close()
  }
  const ground = await make()
  const { sql } = ground.database
  return give({ ...ground, schema: await schemaOf(sql), seeds: await seedsOf(sql) }, kept)
}

function give(lent: Lent, kept: Lent[]): TestDatabase {
  // A query after the database was returned must not reach the rows of its next user.
  const { proxy: sql, revoke } = Proxy.revocable(lent.database.sql, {})
  return {
    ...lent.database,
    sql,
    close: () => lent.close(),
    async drop() {
      revoke()
      if (kept.length < most) kept.push(lent)
      else await lent.close()
    },
  }
}

/** Empties it. False if it cannot be reused: its schema was changed, somebody is still using it, or it died. */
async function isAsNew({ database, schema, seeds }: Lent): Promise<boolean> {
  try {
    if (!(await isQuiet(database))) return false
    await empty(database.sql, seeds)
    return (await schemaOf(database.sql)) === schema
  } catch {
    // A test did something that prevents emptying it, so a new one is created.
    return false
  }
}

/** Whether no other query is running. Waits for those that began a moment ago. */
async function isQuiet({ kind, sql }: Database): Promise<boolean> {
  if (kind === 'embedded') return true
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await sql`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and state <> 'idle'`
    if (row?.others === 0) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

async function empty(sql: Sql, seeds: Seed[]): Promise<void> {
  const written = Object.groupBy(await writtenTables(sql), ({ small }) => (small ? 'small' : 'large'))
  const named = (tables: Written[] = []) => tables.map(({ name }) => name)
  if (written.large) await sql.unsafe(`truncate ${named(written.large).join(', ')} cascade`)
  // Takes a tenth of the time of truncating, and the connections keep their plans.
  const deletions = named(written.small).map((name) => `delete from ${name};`)
  await sql.begin((tx) => tx.unsafe(`set local session_replication_role = replica; ${deletions.join(' ')}`))
  await sql`
    select setval(quote_ident(schemaname) || '.' || quote_ident(sequencename), start_value, false)
    from pg_sequences where last_value is not null`
  // Statistics of deleted rows would make the planner choose differently than anywhere else.
  await sql`delete from pg_statistic where starelid >= 16384`
  for (const { table, rows } of seeds)
    await sql.unsafe(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [rows as never])
}

/** Tables that were written or analysed since it was created or emptied, without the list of migrations. */
const writtenTables = async (sql: Sql) =>
  await sql<Written[]>`
    select relname as name, pg_relation_size(oid) <= ${maxDeleted} and reltuples < 0 as small from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'
      and (pg_relation_size(oid) > 0 or reltuples >= 0)`

async function seedsOf(sql: Sql): Promise<Seed[]> {
  const seeds: Seed[] = []
  for (const { name: table } of await writtenTables(sql)) {
    const [row] = await sql.unsafe(`select json_agg(entry) as rows from ${table} entry`)
    seeds.push({ table, rows: row?.rows })
  }
  return seeds
}

/**
 * A text that changes with every change of the schema, even one that was reverted, and with each setting or lock left
 * on the embedded database's only connection. Rows do not change it.
 */
async function schemaOf(sql: Sql): Promise<string> {
  const [row] = await sql<[{ schema: string }]>`
    with entries as (
      select 'class' as of, oid, relname::text as version from pg_class where relkind <> 't'
      union all select 'column', attrelid, attnum || ' ' || xmin from pg_attribute where attnum > 0
      union all select 'index', indexrelid, xmin::text from pg_index
      union all select 'sequence', seqrelid, xmin::text from pg_sequence
      union all select 'type', oid, xmin::text from pg_type
      union all select 'function', oid, xmin::text from pg_proc
      union all select 'constraint', oid, xmin::text from pg_constraint
      union all select 'trigger', oid, xmin::text from pg_trigger
      union all select 'extension', oid, xmin::text from pg_extension
      union all select 'namespace', oid, xmin::text from pg_namespace
      union all select 'setting', 16384, name || ' ' || setting from pg_settings where source = 'session'
      union all select 'lock', 16384, objid::text from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    )
    select bit_xor(hashtextextended(of || oid || ' ' || version, 0))::text as schema
    from entries where oid >= 16384`
  return row.schema
}
