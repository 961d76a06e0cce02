import type { Sql } from '../database/database.ts'
import { describeFault } from '../database/fault.ts'
import { TimeLimit, within } from './async.ts'
import type { Services } from './context.ts'
import { type Failure, failure } from './failure.ts'

/** How long an answer stays valid, in milliseconds. */
const keptMs = 3_000
const answerMs = 5_000

type Probe = () => Promise<Failure | undefined>

const probes = new WeakMap<Services, Probe>()

/**
 * Why the database cannot write; undefined if it can. Only one write is tried at a time, and
 * its answer is shared for some seconds.
 */
export async function writeFault(services: Services): Promise<Failure | undefined> {
  const ask = probes.get(services) ?? createProbe(services)
  probes.set(services, ask)
  try {
    return await within(ask(), answerMs)
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error
    const seconds = answerMs / 1000
    const sentence = `The database cannot write: it did not respond within ${seconds} s.`
    return failure('database_slow', sentence, { seconds })
  }
}

function createProbe({ database, clock }: Services): Probe {
  let asked: Promise<Failure | undefined> | undefined
  /** Undefined while a write is in progress. */
  let answeredAt: number | undefined
  return () => {
    if (asked && (answeredAt === undefined || Math.abs(clock.now() - answeredAt) < keptMs)) return asked
    answeredAt = undefined
    asked = probe(database.sql).finally(() => {
      answeredAt = clock.now()
    })
    return asked
  }
}

/**
 * The table is empty, so the insert allocates a page on disk, and the commit reaches the log. The table is empty again
 * afterwards.
 */
async function probe(sql: Sql): Promise<Failure | undefined> {
  try {
    await sql
      .unsafe("set local lock_timeout = '1s'; insert into write_probe default values; truncate write_probe")
      .simple()
    return undefined
  } catch (error) {
    // A backup is reading the table, or another transaction is using it.
    const { code = '' } = error as { code?: string }
    if (code === '55P03') return undefined
    const sentence = `The database cannot write: ${describeFault(error)}.`
    return code === '53100' ? failure('database_full', sentence) : failure('database_refuses', sentence, { code })
  }
}
