import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../server/core/log.ts'
import { DatabaseLocked } from '../../server/database/lock.ts'
import { startPulse } from '../../server/database/server/pulse.ts'

/** A pulse that asks only when the test has it ask. */
function createPulse(ask: () => Promise<unknown>) {
  const asked = vi.fn(ask)
  const cut = vi.fn()
  const log = { ...silentLog, error: vi.fn(), warn: vi.fn() }
  const reason = (error: unknown) => (error as Error).message
  const pulse = startPulse({ ask: asked, cut, reason, name: 'db:5432', log, everyMs: 1_000_000, answerMs: 20 })
  onTestFinished(() => pulse.stop())
  return { ...pulse, asked, cut, log }
}

test('a connection that broke is no fault where a new one answers', async () => {
  let isBroken = true
  const { beat, silent, asked, cut, log } = createPulse(async () => {
    const wasBroken = isBroken
    isBroken = false
    if (wasBroken) throw new Error('the connection broke')
  })
  expect([await beat(), silent(), asked.mock.calls.length]).toEqual([undefined, undefined, 2])
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
  'a server that %s is asked once, its connections are cut, and queries fail until it answers',
  async (_, ask, says) => {
    let now = ask
    const { beat, silent, asked, cut, log } = createPulse(() => now())
    expect([await beat(), silent()]).toEqual([says, says])
    expect([asked.mock.calls.length, cut.mock.calls.length]).toEqual([1, 1])
    await beat()
    expect(log.error.mock.calls).toEqual([[{ reason: says }, 'the database is down']])
    now = async () => {}
    expect([await beat(), silent()]).toEqual([undefined, undefined])
    await beat()
    expect(log.warn).toHaveBeenCalledOnce()
  },
)

test('a server that refuses twice is down, and nothing is cut: each query says so itself', async () => {
  const { beat, silent, asked, cut, log } = createPulse(() => Promise.reject(new Error('too many connections')))
  expect(await beat()).toBe('The database server db:5432 does not answer: too many connections.')
  expect([silent(), asked.mock.calls.length, cut.mock.calls]).toEqual([undefined, 2, []])
  expect(log.error).toHaveBeenCalledOnce()
})

test('two who ask at once share one question; once stopped it writes nothing any more', async () => {
  const { beat, stop, asked, log } = createPulse(() => new Promise(() => {}))
  const both = [beat(), beat()]
  stop()
  const [one, other] = await Promise.all(both)
  expect([one === other, asked.mock.calls.length, log.error.mock.calls]).toEqual([true, 1, []])
})
