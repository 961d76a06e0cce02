import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { inRanges, isLoopback } from '../core/address.ts'
import { systemClock } from '../core/clock.ts'
import type { Parts } from '../core/context.ts'
import { silentLog } from '../core/log.ts'
import { secretCheck } from '../core/secret-check.ts'
import { databaseSize, databaseTime, queueState } from '../core/state.ts'
import { findSecretCheck } from '../database/installation.ts'
import { type SchemaState, schemaState } from '../database/migrate.ts'
import { parseAddress, shown } from '../database/server/address.ts'
import { createOutside } from '../outside/outside.ts'
import { findSecret } from '../secret.ts'
import { version } from '../version.ts'
import { type Cli, type Command, CommandError } from './command.ts'
import { migrations } from './database.ts'
import { counted, formatSize } from './terminal.ts'

/** A line of the report: what was checked, the result, and what to do about it. */
type Check = { level: 'ok' | 'warn' | 'fail'; part: string; result: string; todo?: string | undefined }

const ok = (part: string, result: string): Check => ({ level: 'ok', part, result })
const warn = (part: string, result: string, todo?: string): Check => ({ level: 'warn', part, result, todo })
const fail = (part: string, result: string, todo?: string): Check => ({ level: 'fail', part, result, todo })

export const command: Command = {
  description: ['A line for each part: ok, warn or fail, and what to do. The exit status is 1 where something fails.'],
  async run(cli) {
    const checks = await checkAll(cli)
    for (const { level, part, result, todo } of checks) {
      cli.out.line(`${level.padEnd(5)} ${part.padEnd(12)} ${result}`)
      if (todo !== undefined) cli.out.line(`${' '.repeat(19)}→ ${todo}`)
    }
    const failed = checks.filter(({ level }) => level === 'fail').length
    if (failed > 0) throw new CommandError(`${counted(failed, 'part')} of ${checks.length} failed.`)
  },
  task: {
    needs: 'database',
    run: async (parts, _, out) => await out.data(Buffer.from(JSON.stringify(await checkParts(parts)))),
  },
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
      : [ok('settings', 'environment and configuration file are in order')]
  return [
    program,
    ...settings,
    folder(config),
    disk(config),
    secretFile(config),
    ...checkAddresses(config),
    ...(await checkDatabase(cli, config)),
  ]
}

/** Runs the task in the server or over the database. */
async function checkDatabase({ runTask }: Cli, { databaseUrl, dataDir }: Config): Promise<Check[]> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'db')))
    return [ok('database', `embedded, will be made in ${dataDir} at the first start`)]
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

/** The folder, or the nearest one above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

function folder({ dataDir, databaseUrl }: Config): Check {
  if (!existsSync(dataDir)) {
    if (databaseUrl !== undefined) return ok('data folder', `${dataDir} is not needed with DATABASE_URL`)
    if (!isWritable(nearest(dataDir)))
      return fail(
        'data folder',
        `${dataDir} cannot be made by this user`,
        'Make it, and give it to the user of the server.',
      )
    return ok('data folder', `${dataDir} will be made at the first start`)
  }
  if (!isWritable(dataDir))
    return fail('data folder', `${dataDir} cannot be written by this user`, 'Run this as the user of the server.')
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn('data folder', `${dataDir} can be entered by others (mode ${mode.toString(8)})`, `chmod 700 ${dataDir}`)
  return ok('data folder', `${dataDir}, for this user alone`)
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
  const result = `${formatSize(free)} free where ${dataDir} is`
  if (free < tooFewBytes) return fail('disk', result, 'Make room: a full disk stops the embedded database.')
  if (free < fewBytes) return warn('disk', result, 'Make room soon.')
  return ok('disk', result)
}

function secretFile({ secret, dataDir, databaseUrl }: Config): Check {
  if (secret !== undefined) return ok('secret', 'is set by the environment')
  const path = join(dataDir, 'secret')
  try {
    if (findSecret(dataDir) === undefined) {
      if (databaseUrl === undefined && existsSync(join(dataDir, 'db')))
        return fail(
          'secret',
          `${path} is missing`,
          'Put it back from a backup. If it is lost for good, run the command secret replace.',
        )
      return ok('secret', 'will be made at the first start')
    }
  } catch (error) {
    return fail('secret', (error as Error).message)
  }
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn('secret', `${path} can be read by others (mode ${mode.toString(8)})`, `chmod 600 ${path}`)
  return ok('secret', `in ${path}, readable by this user alone: keep a copy with your backups`)
}

/** Checks the server's listening and public addresses, its proxy, and what it may call. */
export function checkAddresses(config: Config): Check[] {
  return [listening(config), publicAddress(config), proxy(config), outbound(config)]
}

function listening({ host, port }: Config): Check {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (host === '0.0.0.0' || host === '::') return ok('HOST, PORT', `${where}: on every address of this machine`)
  return ok('HOST, PORT', isLoopback(host) ? `${where}: reached from this machine alone` : where)
}

function publicAddress({ baseUrl, host }: Config): Check {
  const { protocol, hostname, pathname } = new URL(baseUrl)
  if (pathname !== '/') return fail('BASE_URL', `${baseUrl} has a path`, 'The product needs a host name of its own.')
  if (protocol === 'https:') return ok('BASE_URL', baseUrl)
  if (isLoopback(hostname) && isLoopback(host)) return ok('BASE_URL', `${baseUrl}: for this machine alone`)
  const todo = 'Put a reverse proxy with a certificate in front, and set BASE_URL to its https address.'
  return warn('BASE_URL', `${baseUrl} is not https: sign-ins and chats can be read on their way`, todo)
}

function proxy({ baseUrl, host, trustProxy }: Config): Check {
  if (inRanges('192.0.2.1', trustProxy) || inRanges('2001:db8::1', trustProxy))
    return fail('TRUST_PROXY', 'trusts everybody: any visitor may claim any address', "Name the proxy's own addresses.")
  const behind = isLoopback(host) && !isLoopback(new URL(baseUrl).hostname)
  if (trustProxy.length === 0 && behind) {
    const result =
      'is not set, although a proxy must stand in front: every visitor has its address, and shares its limits'
    return warn('TRUST_PROXY', result, 'TRUST_PROXY=127.0.0.1 where the proxy runs on this machine.')
  }
  return ok(
    'TRUST_PROXY',
    trustProxy.length > 0 ? trustProxy.join(', ') : 'none: the address of a socket is the client',
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
      `${everything.join(', ')} lets web hooks and tools reach every private address`,
      'Name single hosts.',
    )
  return ok('outbound', allow.length > 0 ? `may also call ${allow.join(', ')}` : 'public addresses alone, by https')
}

/** Checks what needs the database. */
async function checkParts(parts: Parts): Promise<Check[]> {
  const down = await parts.database.check()
  if (down !== undefined) return [fail('database', down, 'Look at the log of the database.'), await model(parts)]
  const schema = await schemaOf(parts)
  const checks = [
    await database(parts),
    await checkVectors(parts),
    schema.check,
    await clock(parts),
    await model(parts),
  ]
  checks.push(...(await usedSecret(parts)))
  if (schema.current) checks.push(await work(parts), await owner(parts), await browser(parts), outsideCalls(parts))
  return checks
}

async function usedSecret({ database, seal }: Parts): Promise<Check[]> {
  const check = await findSecretCheck(database.sql)
  if (check === undefined || check === secretCheck(seal)) return []
  const todo = 'Put the right one back, from a backup. If it is lost for good, run the command secret replace.'
  return [fail('secret', 'is not the one that this database was used with', todo)]
}

async function database({ database, config }: Parts): Promise<Check> {
  const size = formatSize(await databaseSize(database.sql))
  if (config.databaseUrl === undefined)
    return ok('database', `embedded PostgreSQL ${database.version} in ${config.dataDir}, ${size}`)
  return ok('database', `PostgreSQL ${database.version} at ${shown(parseAddress(config.databaseUrl))}, ${size}`)
}

/** Whether pgvector can be used, and otherwise why not. */
export async function checkVectors({ database }: Pick<Parts, 'database'>): Promise<Check> {
  const { sql, vectors, version } = database
  const [row] = await sql`select from pg_available_extensions where name = 'vector'`
  return describeVectors({ vectors, version, isAvailable: row !== undefined })
}

/** Describes pgvector. `vectors`: whether it can be used; `isAvailable`: whether the server has its files. */
export function describeVectors(of: { vectors: boolean; version: string; isAvailable: boolean }): Check {
  if (of.vectors) return ok('pgvector', 'is there: vectors can be searched')
  if (of.isAvailable)
    return warn(
      'pgvector',
      'is installed on the database server, but not turned on, and this role may not do that',
      'As a superuser, in this database: create extension vector; then restart.',
    )
  const todo = `Install pgvector on the server (Debian: postgresql-${of.version.split('.')[0]}-pgvector), then restart.`
  return warn('pgvector', 'is not on the database server: all but the search by vectors works', todo)
}

async function schemaOf({ database }: Parts): Promise<{ current: boolean; check: Check }> {
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

async function clock({ database, clock }: Parts): Promise<Check> {
  const local = clock.local ?? clock.now
  const apart = Math.abs((await databaseTime(database.sql)) - local()) / 1000
  const todo = 'Let both machines follow a time server (chrony, systemd-timesyncd).'
  if (apart > 60) return fail('clock', `${Math.round(apart)} s apart from the database's`, todo)
  if (apart > 5) return warn('clock', `${Math.round(apart)} s apart from the database's`, todo)
  return ok('clock', `${new Date(clock.now()).toISOString()}, as the database's`)
}

async function model({ outside, config }: Parts): Promise<Check> {
  const { ok: well, detail } = await outside.models.health()
  if (!well) return fail('model', detail, 'Start the model server, or change ai in the configuration file.')
  if (config.ai.provider === 'none' || outside.models.describe() !== null) return ok('model', detail)
  return warn('model', detail, 'For written answers: start Ollama and pull a chat model.')
}

async function work({ database, clock }: Parts): Promise<Check> {
  const { waiting, failing, oldestMs, lastError } = await queueState(database.sql, clock.now())
  const result = `${counted(waiting, 'job')} planned`
  if (failing > 0) return warn('background', `${result}, ${failing} of them after a failure: ${lastError}`)
  if (oldestMs > 5 * 60_000)
    return warn('background', `${result}, late by ${Math.round(oldestMs / 60_000)} minutes`, 'Is a server running?')
  return ok('background', result)
}

async function owner({ database, config }: Parts): Promise<Check> {
  const [account] =
    await database.sql`select from accounts where email = ${config.ownerEmail} and last_login_at is not null`
  if (account) return ok('owner', `${config.ownerEmail} has signed in`)
  return warn('owner', `${config.ownerEmail} has never signed in`, 'Run the command owner-link and open the link.')
}

async function browser({ sites, outside }: Parts): Promise<Check> {
  const wanting = (await sites.all()).filter(({ settings }) => settings.crawl.renderJs).map(({ id }) => id)
  const { ok: well, detail } = outside.renderer.health()
  if (well || wanting.length === 0) return ok('browser', detail)
  const todo = 'Install Chromium or name it as crawl.browser; docs/crawl.md says how it is given its sandbox.'
  return warn('browser', `${detail} Wanted by ${wanting.join(', ')} (crawl.renderJs)`, todo)
}

function outsideCalls({ outside }: Parts): Check {
  const calls = outside.dial.ledger()
  const hosts = new Set(calls.filter(({ fault }) => fault !== null).map(({ host, fault }) => `${host} (${fault})`))
  if (hosts.size === 0) return ok('outside', `${counted(calls.length, 'call')} of late, none failed`)
  return warn(
    'outside',
    `of the last ${counted(calls.length, 'call')}, some failed: ${[...hosts].slice(0, 5).join(', ')}`,
  )
}
