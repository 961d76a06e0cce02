import { expect, test, vi } from 'vitest'
import { silentLog } from '../../server/core/log.ts'
import { createWatcher } from '../../server/core/watcher.ts'
import type { Database } from '../../server/database/database.ts'
import { createTestClock } from '../support/clock.ts'
import { comesToRest } from '../support/idle.ts'
import { createGate } from '../support/steps.ts'

const settled = () => comesToRest(() => '')

/** A watcher on a database that only passes notifications on. */
function createWatched(kind: 'embedded' | 'server', check: () => Promise<void>) {
  const clock = createTestClock()
  const looked = vi.fn(check)
  const told = createGate()
  const sql = vi.fn(() => told.passed())
  let notify = (_sender: string) => {}
  const unlisten = vi.fn(async () => {})
  const listen = async (_channel: string, run: (sender: string) => void) => {
    notify = run
    return unlisten
  }
  const database = { kind, sql, ...(kind === 'server' && { listen }) } as unknown as Database
  const watcher = createWatcher({ database, clock, log: silentLog, channel: 'c', what: 'the table', check: looked })
  return { ...watcher, clock, looked, told, sql, unlisten, notify: (sender: string) => notify(sender) }
}

test('it checks at the start, when woken, every second and when another server notifies, but not before the start', async () => {
  const { checkNow, start, close, clock, looked, notify, unlisten } = createWatched('server', async () => {})
  checkNow()
  await settled()
  expect(looked).not.toHaveBeenCalled()
  await start()
  await settled()
  const begins = [checkNow, () => clock.move(1_000), () => notify('another server')]
  for (const [at, begin] of begins.entries()) {
    begin()
    await settled()
    expect(looked).toHaveBeenCalledTimes(at + 2)
  }
  await close()
  expect(unlisten).toHaveBeenCalledOnce()
})

test('it notifies the others after its own change, which is no reason to check again', async () => {
  const { wake, start, close, looked, sql, told, notify } = createWatched('server', async () => {})
  told.open()
  await start()
  await settled()
  wake()
  await settled()
  expect([looked.mock.calls.length, sql.mock.calls.length]).toEqual([2, 1])
  const [, , self] = sql.mock.calls[0] as unknown as [unknown, string, string]
  notify(self)
  await settled()
  expect(looked).toHaveBeenCalledTimes(2)
  await close()
  wake()
  await settled()
  expect(sql).toHaveBeenCalledOnce()
})

test('with the embedded database there are no others to notify', async () => {
  const { wake, start, close, sql } = createWatched('embedded', async () => {})
  await start()
  wake()
  await close()
  expect(sql).not.toHaveBeenCalled()
})

test('closing waits for the check and the notification in progress; then it checks no more', async () => {
  const gate = createGate()
  const { wake, checkNow, start, close, clock, looked, told } = createWatched('server', () => gate.passed())
  await start()
  wake()
  const closed = vi.fn()
  const closing = close().then(closed)
  gate.open()
  await settled()
  expect(closed).not.toHaveBeenCalled()
  told.open()
  await closing
  const before = looked.mock.calls.length
  checkNow()
  clock.move(5_000)
  await settled()
  expect([looked.mock.calls.length, clock.timers()]).toEqual([before, 0])
})

test('closing waits for the check in progress if nobody is notified', async () => {
  const gate = createGate()
  const { start, close } = createWatched('embedded', () => gate.passed())
  await start()
  const closed = vi.fn()
  const closing = close().then(closed)
  await settled()
  expect(closed).not.toHaveBeenCalled()
  gate.open()
  await closing
})
