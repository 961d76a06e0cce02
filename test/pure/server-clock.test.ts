import { describe, expect, test } from 'vitest'
import { silentLog } from '../../server/core/log.ts'
import { createServerClock } from '../../server/core/server-clock.ts'
import type { Database } from '../../server/database/database.ts'

const second = 1_000
const minute = 60 * second

/** A machine with a test clock that can be set. */
function createMachine() {
  let passed = 0
  let set = 1_900_000_000_000
  return {
    local: () => set + passed,
    monotonic: () => passed,
    pass(milliseconds: number) {
      passed += milliseconds
    },
    set(by: number) {
      set += by
    },
  }
}

describe('with the embedded database', () => {
  test.each([10 * minute, -10 * minute])('a clock that is set by %d ms neither shortens nor extends a wait', (by) => {
    const machine = createMachine()
    const { now } = createServerClock(silentLog, machine)
    const begun = now()
    machine.pass(2 * second)
    now()
    machine.set(by)
    machine.pass(18 * second)
    expect(now() - begun).toBeGreaterThanOrEqual(18 * second)
    expect(now() - begun).toBeLessThanOrEqual(22 * second)
  })

  test.each([10 * minute, -10 * minute])(
    'it gradually agrees with a clock that was set by %d ms, and never goes back',
    (by) => {
      const machine = createMachine()
      const { now } = createServerClock(silentLog, machine)
      machine.set(by)
      for (let last = now(), count = 0; count < 101; count++) {
        machine.pass(minute)
        expect(now()).toBeGreaterThanOrEqual(last)
        last = now()
      }
      expect(now()).toBe(machine.local())
    },
  )

  test('after a long suspension of the machine it is right at once', () => {
    const machine = createMachine()
    const { now, fault } = createServerClock(silentLog, machine)
    machine.set(480 * minute)
    expect(now()).toBe(machine.local())
    expect(fault?.()).toBeUndefined()
  })
})

describe('with a database on a server', () => {
  /** A database whose clock is `ahead` of the machine's true time, and takes `trip` to answer. */
  async function follow(ahead: number, trip = 0) {
    const machine = createMachine()
    const truth = machine.local() - machine.monotonic()
    const sql = async () => {
      machine.pass(trip / 2)
      const time = truth + machine.monotonic() + ahead
      machine.pass(trip / 2)
      return [{ time }]
    }
    const clock = createServerClock(silentLog, machine)
    const stop = await clock.follow({ kind: 'server', sql } as unknown as Pick<Database, 'kind' | 'sql'>)
    stop()
    return { machine, clock, database: () => truth + machine.monotonic() + ahead }
  }

  test.each([0, 3_000, -120_000, 600_000])(
    'it is the time of the database, %d ms from the machine’s',
    async (ahead) => {
      const { clock, database, machine } = await follow(ahead, 400)
      expect(clock.now()).toBe(database())
      machine.pass(minute)
      machine.set(-10 * minute)
      expect(clock.now()).toBe(database())
    },
  )

  test('it reports that it must not serve while the machine’s clock is more than 5 s off', async () => {
    const { clock, machine } = await follow(4_000)
    expect(clock.fault?.()).toBeUndefined()
    machine.set(120 * second)
    expect(clock.fault?.()).toBe('The clock of this server is 116 s ahead of the database’s.'.replace('’', "'"))
    machine.set(-130 * second)
    expect(clock.fault?.()).toMatch(/is 14 s behind the database's/)
    machine.set(8 * second)
    expect(clock.fault?.()).toMatch(/6 s behind/)
    machine.set(2 * second)
    expect(clock.fault?.()).toBeUndefined()
  })

  test('an answer that took too long is ignored', async () => {
    const { clock, machine } = await follow(600_000, 3_000)
    expect(clock.now()).toBe(machine.local())
  })
})
