import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Parts } from '../core/context.ts'
import type { Log } from '../core/log.ts'
import { createServerClock } from '../core/server-clock.ts'
import type { Database } from '../database/database.ts'
import { schemaState } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createOutside } from '../outside/outside.ts'
import { createParts } from '../parts.ts'
import { findSecret, secretFor } from '../secret.ts'
import { CommandError } from './command.ts'
import { migrations } from './migrations.ts'
import type { Needs } from './tasks.ts'

/** Opens the database and hands `work` a server's parts over it, in which nothing runs. */
export async function withOwnParts(
  config: Config,
  log: Log,
  needs: Needs,
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  if (needs !== 'nothing' && config.databaseUrl === undefined) refuseNoDatabase(config.dataDir)
  const { databaseUrl: url, dataDir } = config
  // Whatever `work` does then fails by itself.
  const database = await openDatabase({ url, dataDir, log, onReplaced: () => {} })
  const clock = createServerClock(log)
  const stopFollowing = await clock.follow(database)
  try {
    if (needs === 'schema') await refuseOldSchema(database)
    const secret = config.secret ?? (needs === 'nothing' ? (findSecret(dataDir) ?? '') : foundSecret(dataDir))
    if (needs === 'schema') await secretFor(config, database.sql)
    const outside = createOutside(config, clock, log)
    const parts = createParts({ config, database, clock, log, secret, outside })
    // The log and the queue belong to servers: here nobody reads, and servers find what is new within a second.
    await Promise.all([parts.events.close(), parts.queue.close()])
    await work(parts).finally(() => outside.close())
  } finally {
    stopFollowing()
    await database.close()
  }
}

/** A command in the wrong folder must not leave a new database there. */
export function refuseNoDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'db'))) return
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
