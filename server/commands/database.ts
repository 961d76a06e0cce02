import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allScopes } from '../../shared/scope.ts'
import type { Config } from '../config.ts'
import { createActor } from '../core/actor.ts'
import { call, writeAudit } from '../core/call.ts'
import type { Context, Services } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Log } from '../core/log.ts'
import type { Operation } from '../core/operation.ts'
import { createServerClock } from '../core/server-clock.ts'
import { createContext } from '../core/transaction.ts'
import type { Database, Sql } from '../database/database.ts'
import { schemaState } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createOutside } from '../outside/outside.ts'
import { findSecret, secretFor } from '../secret.ts'
import { createServices } from '../services.ts'
import { CommandError, type Input, type Task } from './command.ts'

export const migrations = new URL('../../migrations/', import.meta.url)

/** Opens the database and calls `work` with the parts of a server, without starting a server. */
export async function withParts(
  config: Config,
  log: Log,
  needs: Task['needs'],
  work: (services: Services) => Promise<void>,
): Promise<void> {
  if (needs !== 'nothing') refuseNoDatabase(config)
  const { databaseUrl: url, dataDir } = config
  // Needs no message: if the data was replaced, the next query of `work` fails.
  const database = await openDatabase({ url, dataDir, log, onReplaced: () => {} })
  const clock = createServerClock(log)
  const stopFollowing = await clock.follow(database)
  try {
    if (needs === 'schema') await refuseOldSchema(database)
    const secret = config.secret ?? (needs === 'nothing' ? (findSecret(dataDir) ?? '') : foundSecret(dataDir))
    if (needs === 'schema') await secretFor(config, database.sql)
    const outside = createOutside(config, clock, log)
    const services = createServices({ config, database, clock, log, secret, outside })
    // Only servers read the event log and run the queue; they notice new entries within a second.
    await Promise.all([services.events.close(), services.queue.close()])
    await work(services).finally(() => outside.close())
  } finally {
    stopFollowing()
    await database.close()
  }
}

/** Prevents a command in the wrong folder from creating a database there. */
export function refuseNoDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'db'))) return
  throw new CommandError(
    `There is no database in ${dataDir}. Start the server once, or set DATA_DIR or DATABASE_URL as for the server.`,
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
    throw new CommandError(`${join(dataDir, 'secret')} is missing. Restore it from a backup, or set SVC_SECRET.`)
  return secret
}

/** A person who can run commands on the server's machine has all rights. The audit log names the actor `cli`. */
const cliActor = createActor({
  kind: 'system',
  id: 'cli',
  name: 'Command line',
  scopes: new Set(allScopes),
  owner: true,
})

/** Calls an operation like REST does: with its checks, validated input and output, and an audit entry. */
export async function callOperation<T>(services: Services, operation: unknown, input: Input): Promise<T> {
  const { body } = await call(services, {
    operation: operation as Operation,
    actor: cliActor,
    address: '',
    route: `cli ${newId('call')}`,
    signal: new AbortController().signal,
    input: async () => input,
  })
  return body as T
}

/** A context on a site, for functions that are not operations. */
export async function siteContext(services: Services, id: unknown): Promise<Context> {
  const site = await services.sites.find(String(id))
  if (!site) throw new CommandError(`No such site: ${id}. The command site list shows all sites.`)
  return createContext(services, { site, actor: cliActor })
}

/** A context whose transaction writes an audit entry with this action. */
export async function auditedContext(services: Services, action: string, target: string | null): Promise<Context> {
  const site = await services.sites.find(services.sites.ids()[0] as string)
  return createContext(services, {
    site: site as NonNullable<typeof site>,
    actor: cliActor,
    beforeCommit: (sql) => [auditCommand(sql, { action, target, at: services.clock.now() })],
  })
}

/** Audits a command that changed or copied the whole database. */
export const auditCommand = (
  sql: Sql,
  { at = Date.now(), action, target = null }: { at?: number; action: string; target?: string | null },
) => writeAudit(sql, { at, actor: cliActor.id, action, target, site: null, status: 200 })
