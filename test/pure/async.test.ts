import { expect, test, vi } from 'vitest'
import { oneAtATime, shareRunning, shareRunningByName } from '../../server/core/async.ts'
import { createGate } from '../support/steps.ts'

test('work requested at any moment of a run is done once more', async () => {
  for (let steps = 0; steps < 10; steps++) {
    let runs = 0
    const worker = oneAtATime(
      async () => void runs++,
      (error) => expect.fail(String(error)),
    )
    worker.run()
    for (let step = 0; step < steps; step++) await undefined
    const before = runs
    worker.run()
    for (let step = 0; step < 20; step++) await undefined
    expect(runs, `asked for after ${steps} steps`).toBe(before + 1)
    await worker.done()
  }
})

test('callers during a run get its result; the next caller starts a new one, also after a failure', async () => {
  const gate = createGate()
  let runs = 0
  const ask = shareRunning(async () => {
    const run = ++runs
    await gate.passed()
    if (run === 1) throw new Error('failed')
    return run
  })
  const first = Promise.allSettled([ask(), ask(), ask()])
  gate.step()
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  gate.open()
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  expect(await ask()).toBe(3)
})

test('work with another name does not wait', async () => {
  const share = shareRunningByName()
  const gate = createGate()
  const held = share('one', () => gate.passed())
  const other = vi.fn(async () => 'other')
  expect(await share('two', other)).toBe('other')
  gate.open()
  await held
  expect(other).toHaveBeenCalledOnce()
})
