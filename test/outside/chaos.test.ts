import { expect, test } from 'vitest'
import { runChaos } from '../support/chaos/run.ts'

test('two servers that share a database lose, duplicate, reorder and block nothing when faults are injected', async () => {
  const lines: string[] = []
  const ledger = await runChaos({
    seed: 5,
    faults: 5,
    only: ['kill a server', 'restart Postgres', 'end all connections', 'cancel queries', 'set a clock ahead'],
    runtime: 'node',
    settleMs: 25_000,
    tell: (line) => lines.push(line),
  })
  expect(ledger.violations, [...ledger.violations, ...lines].join('\n')).toEqual([])
  expect(ledger.acknowledged).toBeGreaterThan(20)
  expect(ledger.retries).toBeGreaterThan(0)
}, 300_000)
