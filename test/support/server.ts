import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, commandFor, NODE_COMPILE_CACHE, reporting, startCommand } from './command.ts'
import { copyOnServer, putEmbedded } from './database.ts'
import { createEmptyDatabase } from './empty-database.ts'
import { end, type Lines, launch, stop } from './process.ts'

export type ServerOptions = {
  /** default: TEST_RUNTIME, else node */
  runtime?: 'node' | 'deno'
  /** default: TEST_DATABASE, else embedded */
  database?: 'embedded' | 'server'
  /** whether the first start creates the database itself instead of using a copy of an empty one; slow */
  fresh?: boolean
  /** whether it runs as `npm start` runs it, on Node; default: as a short-lived program */
  asStarted?: boolean
  /** called at each start with the id of the process, before it is ready */
  onStart?: (pid: number) => void
  /** further environment; undefined removes a name. The tests' own environment is not passed on. */
  env?: Record<string, string | undefined>
  /** the content of the configuration file */
  config?: Record<string, unknown>
}

/** A Frontdesk in its own process. */
export type Server = {
  readonly url: string
  readonly pid: number
  /** all lines so far, over all starts */
  readonly stdout: string[]
  readonly stderr: string[]
  /** the exit status of the current process; null if a signal ended it */
  readonly exit: Promise<number | null>
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly adminKey: string
  readonly secret: string
  /** its environment, except the port */
  readonly env: Record<string, string>
  /** sends SIGTERM; returns the exit status */
  stop(): Promise<number | null>
  /** sends SIGKILL, and waits for the end */
  kill9(): Promise<void>
  /** restarts it (ending it first if it runs) with the same data and port */
  restart(): Promise<void>
  /** ends it and deletes its data */
  [Symbol.asyncDispose](): Promise<void>
}

/** Nobody listens there, and no HTTP client blocks the port. */
const CLOSED = 'http://127.0.0.1:2'

/**
 * Starts `server/main.ts` on a free port of 127.0.0.1 with its own data folder and, on a server, its own database.
 * @throws with its standard error if it is not ready within 150 seconds
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const place = await preparePlace(options)
  const lines: Lines = { stdout: [], stderr: [] }
  const start = (port: string) => launch(place.command, { ...place.facts.env, PORT: port }, lines, options.onStart)
  let running = await start('0')
  return {
    ...lines,
    ...place.facts,
    get url() {
      return running.url
    },
    get pid() {
      return running.child.pid!
    },
    get exit() {
      return running.exit
    },
    stop: () => stop(running, lines),
    kill9: async () => void (await end(running, 'SIGKILL')),
    restart: async () => {
      await stop(running, lines)
      running = await start(new URL(running.url).port)
    },
    [Symbol.asyncDispose]: async () => {
      await end(running, 'SIGKILL')
      await place.remove()
    },
  }
}

type Place = {
  command: Command
  facts: Pick<Server, 'dataDir' | 'databaseUrl' | 'adminKey' | 'secret' | 'env'>
  remove(): Promise<void>
}

async function preparePlace({ env, config, ...options }: ServerOptions): Promise<Place> {
  const runtime = options.runtime ?? (process.env.TEST_RUNTIME === 'deno' ? 'deno' : 'node')
  const onServer = (options.database ?? process.env.TEST_DATABASE) === 'server'
  const folder = mkdtempSync(join(tmpdir(), 'server-'))
  const dataDir = join(folder, 'data')
  const configFile = join(folder, 'frontdesk.config.json')
  writeFileSync(configFile, JSON.stringify(config ?? {}))
  const makeDatabase = options.fresh ? createEmptyDatabase : copyOnServer
  const database = onServer ? await makeDatabase() : undefined
  if (!onServer && !options.fresh) await putEmbedded(dataDir)
  const databaseUrl = database?.url
  const secret = randomBytes(32).toString('hex')
  const adminKey = `svc_live_${randomBytes(24).toString('hex')}`
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SVC_SECRET: secret, ADMIN_API_KEY: adminKey }
  const given = withValues({
    ...inherited(),
    ...own,
    SVC_CONFIG: configFile,
    OLLAMA_HOST: CLOSED,
    DEMO_HISTORY: 'off',
    ...env,
  })
  return {
    command: options.asStarted ? startCommand() : commandFor(runtime, dataDir, configFile),
    facts: { dataDir, databaseUrl, adminKey, secret, env: given },
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

/** What any program needs from its environment; anything else would be a setting that the test does not know of. */
function inherited() {
  const { PATH, HOME, TMPDIR, LANG, TZ, DENO_DIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    LANG,
    TZ,
    DENO_DIR,
    NODE_COMPILE_CACHE,
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    ...reporting(),
  }
}

function withValues(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
