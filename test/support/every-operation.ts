import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client'
import type { Parts } from '../../server/core/context.ts'
import type { Operation } from '../../server/core/operation.ts'
import { pathNames } from '../../server/core/operation.ts'
import type { Sql } from '../../server/core/sql.ts'
import { operations } from '../../server/operations.ts'
import type { OperationName } from './examples.ts'
import type { Reply, World } from './world.ts'

export type Input = Record<string, unknown>
export type Named = { name: OperationName; operation: Operation }

/** All operations by their names. */
export const everyOperation: Named[] = Object.entries(operations).flatMap(([feature, list]) =>
  Object.entries(list as Record<string, Operation>).map(([name, operation]) => ({
    name: `${feature}.${name}` as OperationName,
    operation,
  })),
)

export const hasBody = ({ method }: Operation): boolean => method !== 'get' && method !== 'delete'

/** Fields of the input that the path does not name. */
export const ownFields = (operation: Operation): string[] =>
  Object.keys(operation.input.shape).filter((field) => !pathNames(operation.path).includes(field))

/** The path of an operation with these values in it, each as it is written in an address. */
export function pathWith({ path }: Operation, values: Input): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

type SendOptions = { key?: string | null; headers?: Record<string, string>; query?: Record<string, string> }

/** Calls an operation over REST: its path, query and body are taken from the one input. */
export function send(world: World, operation: Operation, input: Input, options: SendOptions = {}): Promise<Reply> {
  const { key, headers, query = {} } = options
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !pathNames(operation.path).includes(name)))
  const inQuery = hasBody(operation) ? query : { ...rest, ...query }
  const text = new URLSearchParams(Object.entries(inQuery).map(([name, value]) => [name, String(value)])).toString()
  return world.api(operation.method.toUpperCase(), `${pathWith(operation, input)}${text && `?${text}`}`, {
    ...(key === undefined ? {} : { key }),
    ...(headers ? { headers } : {}),
    ...(hasBody(operation) ? { body: rest } : {}),
  })
}

/** Calls an operation over tRPC. Rejects where it is refused. */
export function sendTrpc(world: World, { name, operation }: Named, input: Input, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const client = createTRPCUntypedClient({ links: [httpBatchLink({ url: `${world.url}/trpc`, headers })] })
  return operation.method === 'get' ? client.query(name, input) : client.mutation(name, input)
}

/** Tables of what a refusal may write, and of what a server writes by itself while it looks after the live chats. */
const ofTheServer = ['audit', 'idempotency', 'watch']

/** When a key or a session was last used is no change. */
const noChange = ['last_used_at', 'last_seen_at']

/** What stands in each table, as one line a table that any change of it changes; cheap, however full the tables are. */
export async function tableMarks({ parts }: World): Promise<string[]> {
  const { sql } = parts.database
  const asked = markings.get(parts) ?? (await marking(sql))
  markings.set(parts, asked)
  // Prepared: planning a look at every table takes much longer than the look itself.
  const rows = await sql.unsafe<{ mark: string }[]>(asked, [], { prepare: true })
  return rows.map(({ mark }) => mark)
}

const markings = new WeakMap<Parts, string>()

/** The query for the marks of all tables. */
async function marking(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string; used: boolean; kept: string }[]>`
    select table_name as name, bool_or(column_name = any(${noChange})) as used,
      string_agg(quote_ident(column_name), ', ') filter (where column_name <> all(${noChange})) as kept
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${ofTheServer})
    group by table_name`
  const marks = tables.map(({ name, used, kept }) => {
    // Each version of a row carries the transaction that wrote it, whose number is above all those before.
    const mark = used ? `sum(hashtextextended((${kept})::text, 0))` : 'max(xmin::text::bigint)'
    return `select '${name} ' || count(*) || ' ' || coalesce(${mark}, 0) as mark from ${name}`
  })
  return marks.join(' union all ')
}

/** The names of the tables in which a text stands somewhere. */
export async function tablesWith({ parts }: World, text: string): Promise<string[]> {
  const { sql } = parts.database
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${ofTheServer})`
  const found = tables.map(
    ({ name }) => `select '${name}' as name where exists (
    select from ${name} entry where strpos(entry::text, $1) > 0)`,
  )
  const rows = await sql.unsafe<{ name: string }[]>(found.join(' union all '), [text])
  return rows.map(({ name }) => name)
}

/** An answer without what differs between two calls of the same: ids, times, counts, secrets. */
export function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replace(
      /"(id|prefix|key|hash|secret|url|signInLink|email|traceId|passageId|actor|conversationId|leadId|messageId|runId|entryId|updatedBy|answeredBy)":"[^"]*"/g,
      '"$1":"…"',
    )
    .replace(/"ms":\{[^}]*\}/g, '"ms":"…"')
    .replace(/\d+(\.\d+)?/g, '0')
  return JSON.parse(text)
}

/** What no caller may set, whatever body it is put in. */
export const pretended = {
  id: 'smuggled_id',
  site_id: 'smuggled',
  siteId: 'other',
  createdBy: 'smuggled@example.com',
  created_by: 'smuggled@example.com',
  updatedBy: 'smuggled@example.com',
  createdAt: 1,
  role: 'admin',
  owner: true,
  status: 'live',
  scopes: ['keys:write'],
  secret_hash: 'smuggled',
  assigned_to: 'smuggled',
  channel: 'widget',
  lead_id: 'smuggled',
}
