import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allScopes } from '../../shared/scope.ts'
import type { Config } from '../config.ts'
import { createActor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import { call } from '../core/call.ts'
import type { Context, Parts } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Log } from '../core/log.ts'
import type { Operation } from '../core/operation.ts'
import { createServerClock } from '../core/server-clock.ts'
import { createContext } from '../core/transaction.ts'
import type { Database, Sql } from '../database/database.ts'
import { schemaState } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createOutside } from '../outside/outside.ts'
import { createParts } from '../parts.ts'
import { findSecret, secretFor } from '../secret.ts'
import { CommandError, type Input, type Task } from './command.ts'

/** The folder of the migrations. */
export const migrations = new URL('../../migrations/', import.meta.url)

/** Opens the database and hands `work` a server's parts over it, without starting a server. */
export async function withParts(
  config: Config,
  log: Log,
  needs: Task['needs'],
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  if (needs !== 'nothing') refuseNoDatabase(config)
  const { databaseUrl: url, dataDir } = config
  // A replaced database needs no message of its own: the next query of `work` fails.
  const database = await openDatabase({ url, dataDir, log, onReplaced: () => {} })
  const clock = createServerClock(log)
  const stopFollowing = await clock.follow(database)
  try {
    if (needs === 'schema') await refuseOldSchema(database)
    const secret = config.secret ?? (needs === 'nothing' ? (findSecret(dataDir) ?? '') : foundSecret(dataDir))
    if (needs === 'schema') await secretFor(config, database.sql)
    const outside = createOutside(config, clock, log)
    const parts = createParts({ config, database, clock, log, secret, outside })
    // Only servers read the event log and run the queue; they find what is new within a second.
    await Promise.all([parts.events.close(), parts.queue.close()])
    await work(parts).finally(() => outside.close())
  } finally {
    stopFollowing()
    await database.close()
  }
}

/** A command in the wrong folder must not leave a new database there. */
export function refuseNoDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'db'))) return
  throw new CommandError(
    `There is no database in ${dataDir}. Start the server once, or set DATA_DIR or DATABASE_URL as the server has them.`,
  )
}

async function refuseOldSchema({ sql }: Database): Promise<void> {
  const { applied, expected } = await schemaState(sql, migrations)
  if (applied === expected) return
  throw new CommandError(
    `The database has ${applied} of ${expected} migrations. Start the server of this version, or run the command migrate.`,
  )
}

function foundSecret(dataDir: string): string {
  const secret = findSecret(dataDir)
  if (secret === undefined)
    throw new CommandError(`${join(dataDir, 'secret')} is missing. Put it back from a backup, or set SVC_SECRET.`)
  return secret
}

/** Anybody who may run a command on the server's machine may do everything. The audit log names the actor `cli`. */
const cliActor = createActor({
  kind: 'system',
  id: 'cli',
  name: 'Command line',
  scopes: new Set(allScopes),
  owner: true,
})

/** Calls an operation as REST does: with its checks, its input and output and its line in the audit log. */
export async function callOperation<T>(parts: Parts, operation: unknown, input: Input): Promise<T> {
  const { body } = await call(parts, {
    operation: operation as Operation,
    actor: cliActor,
    address: '',
    route: `cli ${newId('call')}`,
    signal: new AbortController().signal,
    input: async () => input,
  })
  return body as T
}

/** A context on a site for functions that are no operation. */
export async function siteContext(parts: Parts, id: unknown): Promise<Context> {
  const site = await parts.sites.find(String(id))
  if (!site) throw new CommandError(`There is no site ${id}. The command site list shows them.`)
  return createContext(parts, { site, actor: cliActor })
}

/** A context whose transaction writes the line `action` to the audit log. */
export async function auditedContext(parts: Parts, action: string, target: string | null): Promise<Context> {
  const site = await parts.sites.find(parts.sites.ids()[0] as string)
  return createContext(parts, {
    site: site as NonNullable<typeof site>,
    actor: cliActor,
    beforeCommit: (sql) => [auditCommand(sql, { action, target, at: parts.clock.now() })],
  })
}

/** Writes a command that changed or copied the whole database to the audit log. */
export const auditCommand = (
  sql: Sql,
  { at = Date.now(), action, target = null }: { at?: number; action: string; target?: string | null },
) => writeAudit(sql, { at, actor: cliActor.id, action, target, site: null, status: 200 })
