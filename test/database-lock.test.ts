import postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../server/core/log.ts'
import type { Database, Sql } from '../server/database/database.ts'
import { renewInstallation } from '../server/database/installation.ts'
import { lockAlone } from '../server/database/lock.ts'
import { migrate } from '../server/database/migrate.ts'
import { openServer } from '../server/database/server/server.ts'
import { createEmptyDatabase } from './support/empty-database.ts'
import { createSpareDatabase } from './support/spare-database.ts'

if (process.env.TEST_DATABASE !== 'server') {
  test('the embedded database, whose folder has one owner, can always be locked', async () => {
    const { sql, drop } = await createSpareDatabase()
    expect(await sql.begin((tx) => lockAlone(tx as unknown as Sql))).toBe(true)
    await drop()
  })
}

if (process.env.TEST_DATABASE === 'server') {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  let admin: Sql
  const opened: Database[] = []
  const replaced: string[] = []

  beforeEach(async () => {
    empty = await createEmptyDatabase()
    admin = postgres(empty.url, { onnotice: () => {} }) as unknown as Sql
  })

  afterEach(async () => {
    replaced.length = 0
    for (const database of opened.splice(0)) await database.close()
    await admin.end()
    await empty.drop()
  })

  /** A server's connection to the database. */
  async function open(everyMs = 100): Promise<Database> {
    const onReplaced = (reason: string) => void replaced.push(reason)
    const database = await openServer({ url: empty.url, log: silentLog, everyMs, onReplaced })
    opened.push(database)
    return database
  }

  const migrations = new URL('../migrations/', import.meta.url)
  const lock = () => admin.begin((tx) => lockAlone(tx as unknown as Sql))
  const holders = () => admin<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
      and database = (select oid from pg_database where datname = current_database())`
  /** Whether the last query of a server was for the lock. */
  const asksForLock = async () => {
    const asking = await admin`
      select from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock_shared%' and pid <> pg_backend_pid()`
    return asking.length > 0
  }
  const endHolder = async () => {
    const [holder] = await holders()
    await admin`select pg_terminate_backend(${holder?.pid as number})`
    return holder?.pid
  }

  /** Locks the database like a restore, until the returned function is called. */
  async function lockAndHold(work: (tx: Sql) => Promise<unknown> = async () => {}): Promise<() => Promise<void>> {
    const locked = Promise.withResolvers<boolean>()
    const hold = Promise.withResolvers<void>()
    const done = admin.begin(async (tx) => {
      locked.resolve(await lockAlone(tx as unknown as Sql))
      await work(tx as unknown as Sql)
      await hold.promise
    })
    done.catch(locked.reject)
    expect(await locked.promise).toBe(true)
    return async () => {
      hold.resolve()
      await done
    }
  }

  test('servers share the database; a command gets it exclusively once the last of them has closed it', async () => {
    const [one, other] = [await open(), await open()]
    expect(await holders()).toHaveLength(2)
    await one.close()
    expect(await lock()).toBe(false)
    const waiting = lock()
    await other.close()
    expect(await waiting).toBe(true)
  })

  test('a server waits for a command with exclusive use', async () => {
    const free = await lockAndHold()
    const opening = open()
    await expect.poll(asksForLock).toBe(true)
    expect(await holders()).toEqual([])
    await free()
    expect(await (await opening).check()).toBeUndefined()
  })

  test('a server does not wait forever, and says for what', async () => {
    const free = await lockAndHold()
    await expect(open()).rejects.toThrow(/cannot be used: a command is replacing its data$/)
    await free()
  })

  test('the lock is taken again as soon as its connection ended, before any check of the monitor', async () => {
    await open(60_000)
    const before = await endHolder()
    await vi.waitFor(async () => {
      const [after] = await holders()
      expect(after).toBeDefined()
      expect(after?.pid).not.toBe(before)
    })
    expect(await lock()).toBe(false)
  })

  test('a server that cannot take it again answers nothing, and recovers afterwards', async () => {
    const { sql, check } = await open()
    await migrate(sql, migrations)
    await sql`create table written (part integer)`
    const locked = vi.waitFor(
      async () => {
        await endHolder()
        const [{ alone }] = await admin<[{ alone: boolean }]>`
          select pg_try_advisory_lock(7302, hashtext(current_schema())) as alone`
        if (!alone) throw new Error('the server was faster')
      },
      { timeout: 10_000, interval: 5 },
    )
    await locked
    await vi.waitFor(() => expect(sql`insert into written values (1)`).rejects.toThrow(/is not used/), 5_000)
    expect(await check()).toMatch(/is not used: a command is replacing its data\.$/)
    const [{ count }] = await admin<[{ count: string }]>`select count(*) from written`
    await admin`select pg_advisory_unlock_all()`
    await vi.waitFor(async () => expect(await check()).toBeUndefined(), 5_000)
    await sql`insert into written values (2)`
    const [{ later }] = await admin<[{ later: string }]>`select count(*) as later from written`
    expect(Number(later)).toBe(Number(count) + 1)
    expect(replaced).toEqual([])
  })

  test('a server whose data was replaced executes no further query, and says so', async () => {
    const { sql, check } = await open()
    await migrate(sql, migrations)
    await check()
    await renewInstallation(admin)
    await vi.waitFor(() => expect(replaced[0]).toContain('other data was put into it'), 5_000)
    await expect(sql`select 1`).rejects.toThrow(/is not used: other data was put into it/)
    expect(await check()).toContain('other data was put into it')
    // Another one, without memory of the old data, may use it.
    expect(await (await open()).check()).toBeUndefined()
  })
}
