import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../server/core/log.ts'
import { DatabaseLocked } from '../../server/database/lock.ts'
import { startConnectionMonitor } from '../../server/database/server/connection-monitor.ts'

/** A monitor that only checks when the test says so. */
function createPulse(ask: () => Promise<unknown>) {
  const asked = vi.fn(ask)
  const cut = vi.fn()
  const log = { ...silentLog, error: vi.fn(), warn: vi.fn() }
  const reason = (error: unknown) => (error as Error).message
  const monitor = startConnectionMonitor({
    ask: asked,
    cut,
    reason,
    name: 'db:5432',
    log,
    everyMs: 1_000_000,
    answerMs: 20,
  })
  onTestFinished(() => monitor.stop())
  return { ...monitor, asked, cut, log }
}

test('a broken connection is not an error if a new one works', async () => {
  let isBroken = true
  const { ping, silent, asked, cut, log } = createPulse(async () => {
    const wasBroken = isBroken
    isBroken = false
    if (wasBroken) throw new Error('the connection broke')
  })
  expect([await ping(), silent(), asked.mock.calls.length]).toEqual([undefined, undefined, 2])
  expect([cut.mock.calls, log.error.mock.calls]).toEqual([[], []])
})

test.each<[string, () => Promise<unknown>, string]>([
  ['is silent', () => new Promise(() => {}), 'The database server db:5432 does not answer: it is silent.'],
  [
    'is locked',
    () => Promise.reject(new DatabaseLocked('somebody restores it')),
    'The database server db:5432 is not used: somebody restores it.',
  ],
])(
  'a server that %s is checked once, its connections are cut, and queries fail until it answers',
  async (_, ask, says) => {
    let now = ask
    const { ping, silent, asked, cut, log } = createPulse(() => now())
    expect([await ping(), silent()]).toEqual([says, says])
    expect([asked.mock.calls.length, cut.mock.calls.length]).toEqual([1, 1])
    await ping()
    expect(log.error.mock.calls).toEqual([[{ reason: says }, 'the database is down']])
    now = async () => {}
    expect([await ping(), silent()]).toEqual([undefined, undefined])
    await ping()
    expect(log.warn).toHaveBeenCalledOnce()
  },
)

test('a server that refuses twice is down, and nothing is cut, because each query fails by itself', async () => {
  const { ping, silent, asked, cut, log } = createPulse(() => Promise.reject(new Error('too many connections')))
  expect(await ping()).toBe('The database server db:5432 does not answer: too many connections.')
  expect([silent(), asked.mock.calls.length, cut.mock.calls]).toEqual([undefined, 2, []])
  expect(log.error).toHaveBeenCalledOnce()
})

test('two concurrent checks share one query, and nothing is logged after it stopped', async () => {
  const { ping, stop, asked, log } = createPulse(() => new Promise(() => {}))
  const both = [ping(), ping()]
  stop()
  const [one, other] = await Promise.all(both)
  expect([one === other, asked.mock.calls.length, log.error.mock.calls]).toEqual([true, 1, []])
})
