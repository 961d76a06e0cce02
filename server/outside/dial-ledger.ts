import type { Clock } from '../core/clock.ts'
import type { DialError, DialFault } from './dial-error.ts'
import type { Purpose } from './dial-target.ts'

/** One call as health shows it. `status` is null where there was no answer, `fault` what went wrong. */
export type LedgerEntry = {
  at: number
  purpose: Purpose
  host: string
  status: number | null
  ms: number
  fault: DialFault | null
}

export type Ledger = {
  /** Notes that a call begins; `over` notes how long it took, and what went wrong with it. */
  begin(purpose: Purpose, host: string): { answered(status: number): void; over(fault?: DialError): void }
  /** The last calls, oldest first. */
  list(): LedgerEntry[]
}

const longest = 200

export function createLedger(clock: Clock): Ledger {
  const entries: LedgerEntry[] = []
  return {
    list: () => entries.map((entry) => ({ ...entry })),
    begin(purpose, host) {
      const entry: LedgerEntry = { at: clock.now(), purpose, host, status: null, ms: 0, fault: null }
      entries.push(entry)
      if (entries.length > longest) entries.shift()
      return {
        answered(status) {
          entry.status = status
        },
        over(fault) {
          entry.ms = clock.now() - entry.at
          entry.fault = fault?.kind ?? null
        },
      }
    },
  }
}
