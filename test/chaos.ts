/**
 * Injects faults into two servers that share a Postgres, while programs write to them: `npm run chaos`, `npm run chaos
 * -- --seed=7 --faults=50 --only=clock`. Exits with status 1 if anything acknowledged is lost, duplicated or reordered,
 * if a request hung or was wrongly refused, or if a job is stuck a minute after the last fault.
 */
import { parseArgs } from 'node:util'
import { runChaos } from './support/chaos/run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    faults: { type: 'string', default: '50' },
    only: { type: 'string', multiple: true },
    runtime: { type: 'string', default: 'node' },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const ledger = await runChaos({
  seed,
  faults: Number(values.faults),
  ...(values.only && { only: values.only }),
  runtime: values.runtime === 'deno' ? 'deno' : 'node',
  settleMs: 60_000,
  tell: (line) => console.log(line),
})
const { conversations, contacts, entries, violations, acknowledged, retries } = ledger
console.log(`${acknowledged} acknowledged writes, ${retries} sent again`)
console.log(`${conversations.length} conversations, ${contacts.length} contacts, ${entries.length} entries`)
for (const violation of violations) console.log(violation)
console.log(
  violations.length === 0
    ? 'nothing was lost, duplicated, reordered, hung or stuck'
    : `${violations.length} violations`,
)
process.exit(violations.length === 0 ? 0 : 1)
