import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client'
import type { Services } from '../../server/core/context.ts'
import type { Operation } from '../../server/core/operation.ts'
import { pathNames } from '../../server/core/operation.ts'
import type { Sql } from '../../server/database/database.ts'
import { operations } from '../../server/operations.ts'
import type { OperationName } from './examples.ts'
import type { Reply, World } from './world.ts'

export type Input = Record<string, unknown>
export type Named = { name: OperationName; operation: Operation }

/** Needs a calendar, without which it is refused: see calendar-sync.test.ts. */
const testedApart: OperationName[] = ['appointments.sync']

/** All operations by name. */
export const everyOperation: Named[] = Object.entries(operations)
  .flatMap(([feature, list]) =>
    Object.entries(list as Record<string, Operation>).map(([name, operation]) => ({
      name: `${feature}.${name}` as OperationName,
      operation,
    })),
  )
  .filter(({ name }) => !testedApart.includes(name))

export const hasBody = ({ method }: Operation): boolean => method !== 'get' && method !== 'delete'

/** Fields of the input that are not in the path. */
export const ownFields = (operation: Operation): string[] =>
  Object.keys(operation.input.shape).filter((field) => !pathNames(operation.path).includes(field))

/** The path of an operation with these values, encoded for a URL. */
export function pathWith({ path }: Operation, values: Input): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

type SendOptions = { key?: string | null; headers?: Record<string, string>; query?: Record<string, string> }

/** Calls an operation over REST. Path, query and body are taken from one input. */
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

/** Calls an operation over tRPC. Rejects if it is refused. */
export function sendTrpc(world: World, { name, operation }: Named, input: Input, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const client = createTRPCUntypedClient({ links: [httpBatchLink({ url: `${world.url}/trpc`, headers })] })
  return operation.method === 'get' ? client.query(name, input) : client.mutation(name, input)
}

/** Tables that a refused call may write, and that a server writes by itself while it monitors live chats. */
const ofTheServer = ['audit', 'idempotency', 'leases', 'watch']

/** When a key or session was last used does not count as a change. */
const noChange = '{last_used_at,last_seen_at,heartbeat}'

/** The names of the tables whose rows changed since the last call; none the first time. */
export async function changedTables({ services }: World): Promise<string[]> {
  const { sql } = services.database
  if (!watched.has(services)) await watchTables(sql)
  watched.add(services)
  const rows = await sql<{ name: string }[]>`
    with noted as (delete from test.changes returning name) select distinct name from noted order by name`
  return rows.map(({ name }) => name)
}

const watched = new WeakSet<Services>()

/** Lets the database record changes. Comparing all tables before and after would take much longer. */
async function watchTables(sql: Sql): Promise<void> {
  const each = (await tables(sql)).map(
    (name) => `create trigger noted_by_test
    after insert or update or delete on ${name} for each row execute function test.note();`,
  )
  await sql.unsafe(`
    create schema test;
    create table test.changes (name text);
    create function test.note() returns trigger language plpgsql as $$
      begin
        -- What the server does over and over goes on by itself.
        if tg_table_name = 'queue' and coalesce(to_jsonb(new), to_jsonb(old)) ->> 'name' = 'every' then
          return null;
        end if;
        if tg_op <> 'UPDATE' or to_jsonb(old) - '${noChange}'::text[] <> to_jsonb(new) - '${noChange}'::text[] then
          insert into test.changes values (tg_table_name);
        end if;
        return null;
      end $$;
    ${each.join('')}`)
}

async function tables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${ofTheServer})`
  return rows.map(({ name }) => name)
}

/** The names of the tables that contain a text, among these or all. */
export async function tablesWith({ services }: World, text: string, among?: string[]): Promise<string[]> {
  const { sql } = services.database
  const found = (among ?? (await tables(sql))).map(
    (name) => `select '${name}' as name where exists (
    select from ${name} entry where strpos(entry::text, $1) > 0)`,
  )
  if (found.length === 0) return []
  const rows = await sql.unsafe<{ name: string }[]>(found.join(' union all '), [text])
  return rows.map(({ name }) => name)
}

/** A response without values that differ between two equal calls: ids, times, counts, secrets. */
export function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replace(
      /"(id|eventId|x-svc-delivery|x-svc-signature|prefix|key|hash|secret|url|signInLink|email|traceId|passageId|actor|conversationId|leadId|messageId|runId|entryId|updatedBy|answeredBy|undoes)":"[^"]*"/g,
      '"$1":"…"',
    )
    // The body of a request in an answer.
    .replace(/"body":"\{[^}]*\}\}?"/g, '"body":"…"')
    .replace(/"ms":\{[^}]*\}/g, '"ms":"…"')
    .replace(/\d+(\.\d+)?/g, '0')
  return JSON.parse(text)
}

/** Fields that no caller may set, in any body. */
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
