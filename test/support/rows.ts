import type { World } from './world.ts'

/** Rows as JSON, by their identity: `labels label_*`. */
export type Rows = Map<string, { table: string; row: Record<string, unknown> }>

/** Tables that servers write all the time, and those derived from other tables. */
const left = [
  'migrations',
  'servers',
  'leases',
  'watch',
  'write_probe',
  'consumers',
  'lexemes',
  'installation',
  'event_floor',
  'sessions',
]

/** All rows of all tables. */
export async function rowsOf({ services }: Pick<World, 'services'>): Promise<Rows> {
  const { sql } = services.database
  const tables = await sql<{ name: string; key: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key
    from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where c.relnamespace = 'public'::regnamespace and c.relname <> all(${left})
    group by 1 order by 1`
  const parts_ = tables.map(({ name }) => `select '${name}' as table, to_jsonb(entry) as row from ${name} entry`)
  const rows = await sql.unsafe<{ table: string; row: Record<string, unknown> }[]>(parts_.join(' union all '))
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  return new Map(
    rows.map(({ table, row }) => [
      `${table} ${keys
        .get(table)
        ?.map((name) => row[name])
        .join(' ')}`,
      { table, row },
    ]),
  )
}

/** The differences: rows that were inserted or deleted, and changed columns of others. */
export function changesOf(before: Rows, after: Rows): string[] {
  const changes: string[] = []
  for (const [key, { table, row }] of after) {
    const old = before.get(key)?.row
    if (!old) changes.push(`+ ${table} ${textOf(filled(row))}`)
    else {
      const columns = Object.keys(row).filter((name) => differs(row[name], old[name]) && !isTouch(name))
      if (columns.length > 0)
        changes.push(
          `~ ${table} ${columns.map((name) => `${name}: ${textOf(old[name])} → ${textOf(row[name])}`).join(', ')}`,
        )
    }
  }
  for (const [key, { table }] of before) if (!after.has(key)) changes.push(`- ${table}`)
  return changes.sort()
}

/** Most values are equal as they are, so few need to be prepared for the comparison. */
const differs = (value: unknown, old: unknown) =>
  JSON.stringify(value) !== JSON.stringify(old) && textOf(value) !== textOf(old)

/** Whether a column only records activity. */
const isTouch = (name: string) => /^(last_used_at|last_seen_at|heartbeat)$/.test(name)

export const textOf = (value: unknown): string => fixed(JSON.stringify(value) ?? 'nothing')

const filled = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''))

/** Replaces what differs between runs: generated names, times within a minute, durations and hashes. */
export const fixed = (text: string): string =>
  text
    .replaceAll('\r', '\\r')
    .replaceAll(/(127\.0\.0\.1|localhost)(:|%3A)\d+/g, 'server')
    .replaceAll(/[A-Za-z0-9+/_-]{40,}={0,2}(\.[A-Za-z0-9_-]+)*/g, 'secret')
    .replaceAll(/"(applied|expected)":( ?)\d+/g, '"$1":$2"*"')
    .replaceAll(/\b(evt|seq)_\d+/g, '$1_*')
    .replaceAll(/\b((?:cb_)?[a-z]{1,12})_[0-9A-Za-z]{20,}\b/g, '$1_*')
    .replaceAll(
      /"(seq|doc|window_id|server|claimed_by|traceId|linkCode|link_code|hook)":( ?)("[^"]*"|\d+)/g,
      '"$1":$2"*"',
    )
    .replaceAll(/"x-svc-timestamp":( ?)"\d+"/g, '"x-svc-timestamp":$1"*"')
    // Stored after the response, once a minute.
    .replaceAll(/"lastUsedAt":( ?)\d+/g, '"lastUsedAt":$1"*"')
    .replaceAll(/"(ms|\w+Ms|times)":( ?)\{[^}]*\}/g, '"$1":$2"*"')
    .replaceAll(/"(ms|took\w*|\w+Ms|duration\w*|uptime\w*)":( ?)[\d.]+/g, '"$1":$2"*"')
    .replaceAll(/\bkey:[0-9A-Za-z]{12}\b/g, 'key:*')
    .replaceAll(/"(id|prefix|target)":( ?)"(svc_live_)?[0-9A-Za-z]{12}"/g, '"$1":$2"*"')
    .replaceAll(/"id":( ?)\d+/g, '"id":$1"*"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    // The last digits of a sum depend on the order of its parts.
    .replaceAll(/(\d\.\d{4})\d+/g, '$1')
    .replaceAll(/(\\\\x)?\b[0-9a-f]{16,}\b/g, 'hex')
    .replaceAll(/#[A-Za-z0-9_-]{20,}/g, '#secret')
    .replaceAll(/"(next|before|nextBefore)":( ?)"[^"]+"/g, '"$1":$2"*"')
    .replaceAll(/svc_live_[0-9A-Za-z]+/g, 'svc_live_*')
    .replaceAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d(\.\d+)?(Z|\+00:00)/g, '$1')
    .replaceAll(/\b1[89]\d{11}(\.\d+)?\b/g, (time) => new Date(Number(time)).toISOString().slice(0, 16))
