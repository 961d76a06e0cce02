import type { Parts } from '../../core/context.ts'
import { secretCheck } from '../../core/secret-check.ts'
import { databaseSize, databaseTime, queueState } from '../../core/state.ts'
import { findSecretCheck } from '../../database/installation.ts'
import { type SchemaState, schemaState } from '../../database/migrate.ts'
import { parseAddress, shown } from '../../database/server/address.ts'
import { type Check, fail, ok, warn } from '../check.ts'
import type { Task } from '../command.ts'
import { migrations } from '../migrations.ts'
import { counted, sizeInWords } from '../wording.ts'

/** What `doctor` looks at where the database is: in the server, or over a database that it opened. */
export const examineTask: Task = async (parts, _, out) => {
  await out.data(Buffer.from(JSON.stringify(await examine(parts))))
}

async function examine(parts: Parts): Promise<Check[]> {
  const down = await parts.database.check()
  if (down !== undefined) return [fail('database', down, 'Look at the log of the database.'), await model(parts)]
  const schema = await schemaOf(parts)
  const checks = [
    await database(parts),
    await examineVectors(parts),
    schema.check,
    await clock(parts),
    await model(parts),
  ]
  checks.push(...(await secret(parts)))
  if (schema.current) checks.push(await work(parts), await owner(parts), await browser(parts), outsideCalls(parts))
  return checks
}

async function secret({ database, seal }: Parts): Promise<Check[]> {
  const check = await findSecretCheck(database.sql)
  if (check === undefined || check === secretCheck(seal)) return []
  const todo = 'Put the right one back, from a backup. If it is lost for good, run the command secret replace.'
  return [fail('secret', 'is not the one that this database was used with', todo)]
}

async function database({ database, config }: Parts): Promise<Check> {
  const size = sizeInWords(await databaseSize(database.sql))
  if (config.databaseUrl === undefined)
    return ok('database', `embedded PostgreSQL ${database.version} in ${config.dataDir}, ${size}`)
  return ok('database', `PostgreSQL ${database.version} at ${shown(parseAddress(config.databaseUrl))}, ${size}`)
}

/** Whether pgvector can be used, and otherwise what keeps it from being used. */
export async function examineVectors({ database }: Pick<Parts, 'database'>): Promise<Check> {
  const { sql, vectors, version } = database
  const [row] = await sql`select from pg_available_extensions where name = 'vector'`
  return describeVectors({ vectors, version, isAvailable: row !== undefined })
}

/** What is to be said of pgvector. `vectors`: whether it can be used; `isAvailable`: whether the server has its files. */
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
  const says = `${counted(waiting, 'job')} planned`
  if (failing > 0) return warn('background', `${says}, ${failing} of them after a failure: ${lastError}`)
  if (oldestMs > 5 * 60_000)
    return warn('background', `${says}, late by ${Math.round(oldestMs / 60_000)} minutes`, 'Is a server running?')
  return ok('background', says)
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
