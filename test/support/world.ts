import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from '../../server/app.ts'
import { type Config, readConfig } from '../../server/config.ts'
import type { Actor } from '../../server/core/actor.ts'
import type { Context, Services } from '../../server/core/context.ts'
import { silentLog } from '../../server/core/log.ts'
import { createContext } from '../../server/core/transaction.ts'
import { ensureOwner } from '../../server/features/accounts/accounts.ts'
import { stopListening } from '../../server/listen.ts'
import { createOutside } from '../../server/outside/outside.ts'
import { createServices } from '../../server/services.ts'
import { allScopes, type Scope } from '../../shared/scope.ts'
import { ask } from './ask.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { createValidator } from './validate.ts'

export type WorldOptions = {
  /** The configuration file; by default with the sites `demo` and `other`. */
  file?: Record<string, unknown>
  environment?: Record<string, string>
  database?: TestDatabase
  clock?: TestClock
  /** The port to listen on; default: any free one. */
  port?: number
}

/** A response of the API whose body was read. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
export type Reply = { status: number; headers: Headers; body: any }

/**
 * A whole server in this process, on a real port and a real database, with a clock that only advances as it is read.
 */
export type World = {
  url: string
  services: Services
  config: Config
  clock: TestClock
  adminKey: string
  /**
   * Sends JSON to a path below /api/v1, by default with the admin key (null: none). Throws if the response does not
   * match test/openapi.json.
   */
  api(method: string, path: string, options?: ApiOptions): Promise<Reply>
  /** Creates a key of this site with these scopes (default: all), and returns its text. */
  key(scopes?: Scope[], options?: { site?: string } & Record<string, unknown>): Promise<string>
  /** A context like an operation's, to call a feature's function directly. */
  context(site?: string, actor?: Partial<Actor>): Promise<Context>
  close(): Promise<void>
}

export type ApiOptions = { key?: string | null; body?: unknown; headers?: Record<string, string> }

const adminKey = 'admin-key-of-the-tests-0123456789'
const twoSites = [
  { id: 'demo', name: 'Demo', website: 'https://demo.example', allowedOrigins: ['https://demo.example'] },
  { id: 'other', name: 'Other', website: 'https://other.example', allowedOrigins: ['https://other.example'] },
]

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clock = options.clock ?? createTestClock()
  const database = options.database ?? (await createDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-world-'))
  const config = configOf(folder, options)
  const outside = createOutside(config, clock.ticking, silentLog)
  const services = createServices({
    config,
    database,
    clock: clock.ticking,
    log: silentLog,
    secret: 'the secret of the tests',
    outside,
  })
  const app = createApp(services)
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: 75_000 } })
  server.on('upgrade', app.upgrade)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  config.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await ensureOwner(services)
  await app.start()
  validator ??= createValidator(keptDocument())
  const api = caller(config.baseUrl, validator)
  return {
    url: config.baseUrl,
    services,
    config,
    clock,
    adminKey,
    api,
    async key(scopes = allScopes, { site = 'demo', ...more } = {}) {
      const reply = await api('POST', '/keys', { body: { name: 'test', scopes, site, ...more } })
      if (reply.status !== 201) throw new Error(`no key: ${JSON.stringify(reply.body)}`)
      return reply.body.key
    },
    async context(site = 'demo', actor = {}) {
      const found = await services.sites.find(site)
      if (!found) throw new Error(`there is no site ${site}`)
      return createContext(services, { site: found, actor: { ...system, ...actor } })
    },
    async close() {
      await stopListening(server as Server, app.close, 5_000)
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const system: Actor = {
  kind: 'system',
  id: 'system',
  name: null,
  scopes: new Set(allScopes),
  owner: false,
  role: null,
  site: null,
  key: null,
  session: null,
}

/** Uses the real reader of environment and file, so that defaults are the product's. */
function configOf(folder: string, options: WorldOptions): Config {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ sites: twoSites, ai: { provider: 'none' }, ...options.file }))
  return readConfig({
    PORT: '0',
    DATA_DIR: folder,
    SVC_CONFIG: path,
    ADMIN_API_KEY: adminKey,
    SVC_SECRET: 'the secret of the tests',
    ...options.environment,
  })
}

/** Created once per process, because it takes longer than starting a server. */
let validator: ReturnType<typeof createValidator> | undefined

/** openapi.test.ts compares it with the served document. */
const keptDocument = () => JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))

const caller =
  (url: string, faultsOf: ReturnType<typeof createValidator>): World['api'] =>
  async (method, path, { key = adminKey, body, headers = {} } = {}) => {
    const { text, ...answer } = await ask(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const reply: Reply = { ...answer, body: text === '' ? undefined : JSON.parse(text) }
    const faults = faultsOf({ method, path, ...reply })
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return reply
  }
