import type { Clock } from '../core/clock.ts'
import type { DialError, DialFault } from './dial-error.ts'
import type { Purpose } from './dial-target.ts'

/** A call as health shows it. `status` is null without a response; `fault` is the error. */
export type LedgerEntry = {
  at: number
  purpose: Purpose
  host: string
  status: number | null
  ms: number
  fault: DialFault | null
}

export type Ledger = {
  /** Records the start of a call. `over` records its duration and error. */
  begin(purpose: Purpose, host: string): { answered(status: number): void; over(fault?: DialError): void }
  /** The last calls, oldest first. */
  list(): LedgerEntry[]
}

const maxEntries = 200

export function createLedger(clock: Clock): Ledger {
  const entries: LedgerEntry[] = []
  return {
    list: () => entries.map((entry) => ({ ...entry })),
    begin(purpose, host) {
      const entry: LedgerEntry = { at: clock.now(), purpose, host, status: null, ms: 0, fault: null }
      entries.push(entry)
      if (entries.length > maxEntries) entries.shift()
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
