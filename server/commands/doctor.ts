import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { howToBuild } from '../built.ts'
import { type Config, ConfigError } from '../config.ts'
import { inRanges, isLoopback } from '../core/address.ts'
import { systemClock } from '../core/clock.ts'
import type { Services } from '../core/context.ts'
import { silentLog } from '../core/log.ts'
import { secretCheck } from '../core/seal.ts'
import { databaseSize, databaseTime, queueState } from '../core/stats.ts'
import { systemContext } from '../core/transaction.ts'
import { findSecretCheck } from '../database/installation.ts'
import { type SchemaState, schemaState } from '../database/migrate.ts'
import { parseAddress, shown } from '../database/server/address.ts'
import { crawlProblem } from '../features/knowledge/crawl/pages.ts'
import { createOutside } from '../outside/outside.ts'
import { findSecret } from '../secret.ts'
import { version } from '../version.ts'
import { checkBlobs, describeFaults, isDamaged } from './blob-check.ts'
import { type Cli, type Command, CommandError, textOf } from './command.ts'
import { migrations } from './database.ts'
import { reportModel, runModelCheck } from './doctor-model.ts'
import { counted, formatSize } from './terminal.ts'

/** A line of the report: what was checked, the result, and how to fix it. */
type Check = { level: 'ok' | 'warn' | 'fail'; part: string; result: string; todo?: string | undefined }

const ok = (part: string, result: string): Check => ({ level: 'ok', part, result })
const warn = (part: string, result: string, todo?: string): Check => ({ level: 'warn', part, result, todo })
const fail = (part: string, result: string, todo?: string): Check => ({ level: 'fail', part, result, todo })

export const command: Command = {
  description: [
    'One line per check: ok, warn or fail, with a solution. The exit status is 1 if a check fails.',
    'With --model, measures the model instead: at most two minutes, with made-up text, up to a verdict.',
  ],
  options: {
    model: { type: 'boolean', summary: 'measure whether the model is good enough for replies' },
    site: { type: 'string', value: '<id>', summary: "with --model: the site; default: the deployment's model" },
    json: { type: 'boolean', summary: 'print the result as JSON' },
  },
  async run(cli, args) {
    if (args.values.model) return await reportModel(cli, textOf(args, 'site'), args.values.json === true)
    const checks = await checkAll(cli)
    if (args.values.json) cli.out.line(JSON.stringify({ checks }, null, 2))
    else printChecks(cli, checks)
    const failed = checks.filter(({ level }) => level === 'fail').length
    if (failed > 0) throw new CommandError(`${counted(failed, 'check')} of ${checks.length} failed.`)
  },
  task: {
    needs: 'database',
    run: async (services, input, out) =>
      input.model
        ? await runModelCheck(services, input, out)
        : await out.data(Buffer.from(JSON.stringify(await checkParts(services)))),
  },
}

function printChecks({ out }: Cli, checks: readonly Check[]): void {
  for (const { level, part, result, todo } of checks) {
    out.line(`${level.padEnd(5)} ${part.padEnd(12)} ${result}`)
    if (todo !== undefined) out.line(`${' '.repeat(19)}→ ${todo}`)
  }
}

async function checkAll(cli: Cli): Promise<Check[]> {
  const program = ok(
    'program',
    `Frontdesk ${version} on ${process.versions.deno ? 'Deno' : 'Node'} ${process.versions.deno ?? process.versions.node}`,
  )
  let config: Config
  try {
    config = cli.config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [program, ...error.lines.map((line) => fail('settings', line))]
  }
  const settings =
    config.warnings.length > 0
      ? config.warnings.map((warning) => warn('settings', warning))
      : [ok('settings', 'environment and configuration file are valid')]
  const missing = howToBuild()
  return [
    program,
    missing === undefined ? ok('pages', 'the dashboard and the widget are built') : fail('pages', missing),
    ...settings,
    folder(config),
    disk(config),
    secretFile(config),
    ...checkAddresses(config),
    ...(await checkDatabase(cli, config)),
  ]
}

/** Runs the task in the server or on the database. */
async function checkDatabase({ runTask }: Cli, { databaseUrl, dataDir }: Config): Promise<Check[]> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'db')))
    return [ok('database', `embedded, will be created in ${dataDir} at the first start`)]
  const pieces: Uint8Array[] = []
  try {
    await runTask({}, async (bytes) => void pieces.push(bytes))
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch (error) {
    return [fail('database', (error as Error).message)]
  }
}

const fewBytes = 2_000_000_000
const tooFewBytes = 256_000_000

/** The folder, or its nearest existing parent. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

function folder({ dataDir, databaseUrl }: Config): Check {
  if (!existsSync(dataDir)) {
    if (databaseUrl !== undefined) return ok('data folder', `${dataDir} is not needed with DATABASE_URL`)
    if (!isWritable(nearest(dataDir)))
      return fail(
        'data folder',
        `${dataDir} cannot be created by this user`,
        "Create it, and make the server's user its owner.",
      )
    return ok('data folder', `${dataDir} will be created at the first start`)
  }
  if (!isWritable(dataDir))
    return fail('data folder', `${dataDir} cannot be written by this user`, 'Run this as the user of the server.')
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn('data folder', `${dataDir} is accessible to others (mode ${mode.toString(8)})`, `chmod 700 ${dataDir}`)
  return ok('data folder', `${dataDir}, private to this user`)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function disk({ dataDir }: Config): Check {
  const { bavail, bsize } = statfsSync(nearest(dataDir))
  const free = bavail * bsize
  const result = `${formatSize(free)} free on the disk of ${dataDir}`
  if (free < tooFewBytes) return fail('disk', result, 'Free some space: a full disk stops the embedded database.')
  if (free < fewBytes) return warn('disk', result, 'Free some space soon.')
  return ok('disk', result)
}

function secretFile({ secret, dataDir, databaseUrl }: Config): Check {
  if (secret !== undefined) return ok('secret', 'set by the environment')
  const path = join(dataDir, 'secret')
  try {
    if (findSecret(dataDir) === undefined) {
      if (databaseUrl === undefined && existsSync(join(dataDir, 'db')))
        return fail(
          'secret',
          `${path} is missing`,
          'Restore it from a backup. If it is lost, run the command secret replace.',
        )
      return ok('secret', 'will be created at the first start')
    }
  } catch (error) {
    return fail('secret', (error as Error).message)
  }
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn('secret', `${path} is readable by others (mode ${mode.toString(8)})`, `chmod 600 ${path}`)
  return ok('secret', `in ${path}, private to this user: keep a copy with your backups`)
}

/** Checks the server's listening and public addresses, its proxy and allowed outgoing calls. */
export function checkAddresses(config: Config): Check[] {
  return [listening(config), publicAddress(config), proxy(config), outbound(config)]
}

function listening({ host, port }: Config): Check {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (host === '0.0.0.0' || host === '::') return ok('HOST, PORT', `${where}: on all addresses of this machine`)
  return ok('HOST, PORT', isLoopback(host) ? `${where}: reachable from this machine only` : where)
}

function publicAddress({ baseUrl, host }: Config): Check {
  const { protocol, hostname, pathname } = new URL(baseUrl)
  if (pathname !== '/') return fail('BASE_URL', `${baseUrl} has a path`, 'Frontdesk needs its own host name.')
  if (protocol === 'https:') return ok('BASE_URL', baseUrl)
  if (isLoopback(hostname) && isLoopback(host)) return ok('BASE_URL', `${baseUrl}: for this machine only`)
  const todo = 'Put a reverse proxy with a certificate in front, and set BASE_URL to its https address.'
  return warn('BASE_URL', `${baseUrl} is not https: sign-ins and chats can be read in transit`, todo)
}

function proxy({ baseUrl, host, trustProxy }: Config): Check {
  if (inRanges('192.0.2.1', trustProxy) || inRanges('2001:db8::1', trustProxy))
    return fail(
      'TRUST_PROXY',
      'trusts everybody: any visitor can fake any address',
      'List the addresses of your proxy.',
    )
  const behind = isLoopback(host) && !isLoopback(new URL(baseUrl).hostname)
  if (trustProxy.length === 0 && behind) {
    const result =
      "is not set, although a proxy is needed in front: all visitors have the proxy's address and share its limits"
    return warn('TRUST_PROXY', result, 'Use TRUST_PROXY=127.0.0.1 if the proxy runs on this machine.')
  }
  return ok(
    'TRUST_PROXY',
    trustProxy.length > 0 ? trustProxy.join(', ') : "none: the address of a socket is the client's",
  )
}

function outbound(config: Config): Check {
  try {
    createOutside(config, systemClock, silentLog).close()
  } catch (error) {
    return fail(
      'outbound',
      (error as Error).message,
      'Correct it in the configuration file: the server does not start.',
    )
  }
  const { allow } = config.outbound
  const everything = allow.filter((entry) => /^(0\.0\.0\.0|::)\/0$/.test(entry.trim()))
  if (everything.length > 0)
    return warn(
      'outbound',
      `${everything.join(', ')} lets webhooks and tools reach all private addresses`,
      'List single hosts.',
    )
  return ok('outbound', allow.length > 0 ? `may also call ${allow.join(', ')}` : 'public addresses only, over https')
}

/** Checks everything that needs the database. */
async function checkParts(services: Services): Promise<Check[]> {
  const down = await services.database.check()
  if (down !== undefined) return [fail('database', down, 'Check the log of the database.'), await model(services)]
  const schema = await schemaOf(services)
  const checks = [
    await database(services),
    await checkVectors(services),
    schema.check,
    await clock(services),
    await model(services),
  ]
  checks.push(...(await usedSecret(services)))
  if (schema.current)
    checks.push(
      ...[await work(services), await checkFiles(services), await owner(services)],
      ...[await browser(services), outsideCalls(services)],
      ...(await checkLearning(services)),
    )
  return checks
}

async function usedSecret({ database, seal }: Services): Promise<Check[]> {
  const check = await findSecretCheck(database.sql)
  if (check === undefined || check === secretCheck(seal)) return []
  const todo = 'Restore the right one from a backup. If it is lost, run the command secret replace.'
  return [fail('secret', 'is not the one that this database is used with', todo)]
}

async function database({ database, config }: Services): Promise<Check> {
  const size = formatSize(await databaseSize(database.sql))
  if (config.databaseUrl === undefined)
    return ok('database', `embedded PostgreSQL ${database.version} in ${config.dataDir}, ${size}`)
  return ok('database', `PostgreSQL ${database.version} at ${shown(parseAddress(config.databaseUrl))}, ${size}`)
}

/** Whether pgvector can be used, and if not, why. */
export async function checkVectors({ database }: Pick<Services, 'database'>): Promise<Check> {
  const { sql, vectors, version } = database
  const [row] = await sql`select from pg_available_extensions where name = 'vector'`
  return describeVectors({ vectors, version, isAvailable: row !== undefined })
}

/** Describes pgvector. `vectors`: whether it can be used; `isAvailable`: whether the server has its files. */
export function describeVectors(of: { vectors: boolean; version: string; isAvailable: boolean }): Check {
  if (of.vectors) return ok('pgvector', 'available: semantic search works')
  if (of.isAvailable)
    return warn(
      'pgvector',
      'is installed on the database server but not enabled, and this role cannot enable it',
      'As a superuser, run in this database: create extension vector; then restart.',
    )
  const todo = `Install pgvector on the server (Debian: postgresql-${of.version.split('.')[0]}-pgvector), then restart.`
  return warn('pgvector', 'is not installed on the database server: everything except semantic search works', todo)
}

async function schemaOf({ database }: Services): Promise<{ current: boolean; check: Check }> {
  let state: SchemaState
  try {
    state = await schemaState(database.sql, migrations)
  } catch (error) {
    return { current: false, check: fail('migrations', (error as Error).message) }
  }
  const { applied, expected } = state
  if (applied === expected) return { current: true, check: ok('migrations', `all ${expected} applied`) }
  const todo = 'Make a backup, then start the server of this version or run the command migrate.'
  return { current: false, check: warn('migrations', `${applied} of ${expected} applied`, todo) }
}

async function clock({ database, clock }: Services): Promise<Check> {
  const local = clock.local ?? clock.now
  const apart = Math.abs((await databaseTime(database.sql)) - local()) / 1000
  const todo = 'Synchronise both machines with a time server (chrony, systemd-timesyncd).'
  if (apart > 60) return fail('clock', `differs from the database's by ${Math.round(apart)} s`, todo)
  if (apart > 5) return warn('clock', `differs from the database's by ${Math.round(apart)} s`, todo)
  return ok('clock', `${new Date(clock.now()).toISOString()}, like the database's`)
}

async function model({ outside, config }: Services): Promise<Check> {
  const { ok: well, detail } = await outside.models.health()
  if (!well) return fail('model', detail, 'Start the model server, or change ai in the configuration file.')
  if (config.ai.provider === 'none' || outside.models.describe() !== null) return ok('model', detail)
  return warn('model', detail, 'For AI replies: start Ollama and pull a chat model.')
}

async function work({ database, clock }: Services): Promise<Check> {
  const { waiting, failing, oldestMs, lastError } = await queueState(database.sql, clock.now())
  const result = `${counted(waiting, 'task')} scheduled`
  if (failing > 0) return warn('background', `${result}, ${failing} of them after a failure: ${lastError}`)
  if (oldestMs > 5 * 60_000)
    return warn('background', `${result}, late by ${Math.round(oldestMs / 60_000)} minutes`, 'Is a server running?')
  return ok('background', result)
}

/** Comparing 10 GB with their hashes would take minutes, and block an embedded database file by file. */
const maxHashingMs = 10_000

/** The stored files of all sites. */
export async function checkFiles({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<Check> {
  const report = await checkBlobs(database.sql, clock.now(), maxHashingMs)
  const faults = describeFaults(report).join(', ')
  if (isDamaged(report)) return fail('files', faults, 'Restore a backup, or delete the conversations of these files.')
  if (faults !== '') return warn('files', faults, 'They only use disk space. Report it: they should have been deleted.')
  const { stored, compared } = report
  const hashes = compared < stored ? `; the hashes of ${compared} were compared` : ''
  return ok('files', `${counted(stored, 'file')} stored, all complete${hashes}`)
}

/** The last learning of each site's website, if it failed. */
export async function checkLearning(services: Services): Promise<Check[]> {
  const checks: Check[] = []
  for (const site of await services.sites.all())
    for (const { detail } of await crawlProblem(systemContext(services, site)))
      checks.push(warn('website', `${site.id}: the last learning failed. ${detail}`, learningTodo))
  return checks
}

const learningTodo =
  'Check BASE_URL, the certificate and DNS. A private website must be named in outbound.allow of the configuration file.'

async function owner({ database, config }: Services): Promise<Check> {
  const [account] =
    await database.sql`select from accounts where email = ${config.ownerEmail} and last_login_at is not null`
  if (account) return ok('owner', `${config.ownerEmail} has signed in`)
  return warn('owner', `${config.ownerEmail} has never signed in`, 'Run the command owner-link and open the link.')
}

async function browser({ sites, outside }: Services): Promise<Check> {
  const wanting = (await sites.all()).filter(({ settings }) => settings.crawl.renderJs).map(({ id }) => id)
  const { ok: well, detail } = outside.renderer.health()
  if (well) return ok('browser', detail)
  if (wanting.length === 0) return ok('browser', 'not used by any site')
  const todo = 'Install Chromium or set crawl.browser to its path; docs/crawl.md explains its sandbox.'
  return warn('browser', `${detail} Used by ${wanting.join(', ')} (crawl.renderJs)`, todo)
}

function outsideCalls({ outside }: Services): Check {
  const calls = outside.dial.ledger()
  const hosts = new Set(calls.filter(({ fault }) => fault !== null).map(({ host, fault }) => `${host} (${fault})`))
  if (hosts.size === 0) return ok('outside', `${counted(calls.length, 'recent call')}, none failed`)
  return warn(
    'outside',
    `some of the last ${counted(calls.length, 'call')} failed: ${[...hosts].slice(0, 5).join(', ')}`,
  )
}
