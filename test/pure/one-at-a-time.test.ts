import { expect, test } from 'vitest'
import { oneAtATime } from '../../server/core/one-at-a-time.ts'

test('work that is asked for at whatever moment of a run is done once more', async () => {
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
