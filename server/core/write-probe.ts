import type { Sql } from '../database/database.ts'
import { describeFault } from '../database/fault.ts'
import type { Parts } from './context.ts'
import { TimeLimit, within } from './time-limit.ts'

/** How long an answer is good for, in milliseconds. */
const keptMs = 3_000
const answerMs = 5_000

type Probe = () => Promise<string | undefined>

const probes = new WeakMap<Parts, Probe>()

/**
 * Says in a sentence why the database cannot write; undefined where it can. However often it is asked, one write at a time is
 * tried, and its answer serves everybody for some seconds.
 */
export async function writeFault(parts: Parts): Promise<string | undefined> {
  const ask = probes.get(parts) ?? createProbe(parts)
  probes.set(parts, ask)
  try {
    return await within(ask(), answerMs)
  } catch (error) {
    if (error instanceof TimeLimit) return `The database cannot write: it did not answer within ${answerMs / 1000} s.`
    throw error
  }
}

function createProbe({ database, clock }: Parts): Probe {
  let asked: Promise<string | undefined> | undefined
  /** Undefined while a write is under way. */
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

/** The insert takes a page from the disk, as the table is empty, and the commit reaches the log. It is empty afterwards. */
async function probe(sql: Sql): Promise<string | undefined> {
  try {
    await sql
      .unsafe("set local lock_timeout = '1s'; insert into write_probe default values; truncate write_probe")
      .simple()
    return undefined
  } catch (error) {
    // A backup reads the table, or another transaction is at work.
    if ((error as { code?: string }).code === '55P03') return undefined
    return `The database cannot write: ${describeFault(error)}.`
  }
}
