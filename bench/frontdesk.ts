import postgres from 'postgres'
import { sqlOptions } from '../server/database/driver.ts'
import { type Server, startServer } from '../test/support/server.ts'
import { send, type Target } from './load.ts'

/** A Frontdesk in its own process, on the benchmark's Postgres. */
export type Frontdesk = {
  server: Server
  sql: postgres.Sql
  /** A request below /api/v1 with a key that has all scopes and no effective rate limit. */
  api(path: string, more?: Omit<Target, 'url'>): Target
  [Symbol.asyncDispose](): Promise<void>
}

const site = { id: 'bench', name: 'Bench' }
const noRate = 2_000_000_000
const limits = { messagesPerSession: 1000, messagesPerSitePerDay: 1_000_000, messagesPerIpPerMinute: 10_000 }
/** Settings of a site without a greeting and without limits on messages. */
export const quiet = { welcomeMessage: '', starterQuestions: [], security: { limits } }

/** Starts a server with the site `bench`, without a greeting or knowledge. `ai` is its model configuration. */
export async function startFrontdesk(
  ai: Record<string, unknown> = { provider: 'none' },
  env: Record<string, string> = {},
  outbound: { allow: string[] } = { allow: [] },
): Promise<Frontdesk> {
  const server = await startServer({
    runtime: 'node',
    database: 'server',
    config: { sites: [site], ai, outbound },
    env,
  })
  const sql = postgres(server.databaseUrl as string, { ...sqlOptions, max: 1 }) as unknown as postgres.Sql
  const authorization = await createKey(server, sql)
  const api = (path: string, { headers, ...more }: Omit<Target, 'url'> = {}) => ({
    url: `${server.url}/api/v1${path}`,
    headers: { authorization, ...headers },
    ...more,
  })
  await send(api('/settings', { method: 'PUT', body: { settings: quiet } }))
  return {
    server,
    sql,
    api,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** A key with a rate that the API would not allow, because requests are measured, not rejections. */
async function createKey(server: Server, sql: postgres.Sql): Promise<string> {
  const made = await send({
    url: `${server.url}/api/v1/keys`,
    method: 'POST',
    headers: { authorization: `Bearer ${server.adminKey}` },
    body: { name: 'bench', preset: 'full' },
  })
  const { id, key } = JSON.parse(made) as { id: string; key: string }
  await sql`update api_keys set rate_per_minute = ${noRate} where id = ${id}`
  return `Bearer ${key}`
}
