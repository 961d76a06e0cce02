/**
 * Measures Frontdesk against baselines on the same machine: `npm run bench`, or `npm run bench -- <row> …` for some
 * rows. Prints a table; a run of all rows writes bench/results.json. Rows that need a data set read it from the folder
 * BENCH_DATA; BENCH_VISITS sets the number of visits to the widget, and BENCH_MODEL names a real model server.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeChromium } from '../test/support/browser.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { bombs } from './bombs.ts'
import { crawl } from './crawl.ts'
import { dashboard } from './dashboard.ts'
import { fanout } from './fanout.ts'
import { jobs } from './jobs.ts'
import { knowledge } from './knowledge.ts'
import { list } from './list.ts'
import { machine } from './machine.ts'
import { memory } from './memory.ts'
import { reading } from './reading.ts'
import { realModel } from './real-model.ts'
import { reconnect } from './reconnect.ts'
import { reply } from './reply.ts'
import { rest } from './rest.ts'
import { type Result, type Row, resultOf, rounds } from './row.ts'
import { start } from './start.ts'
import { heading, lacking, tableLine } from './table.ts'
import { vectors } from './vectors.ts'
import { visitors } from './visitors.ts'
import { webhooks } from './webhooks.ts'
import { widget } from './widget.ts'

const rows: Row[] = [
  ...rest,
  ...reply,
  ...realModel,
  ...webhooks,
  ...knowledge,
  ...vectors,
  ...reading,
  ...crawl,
  ...bombs,
  ...list,
  ...jobs,
  ...fanout,
  ...reconnect,
  ...visitors,
  ...start,
  ...memory,
  ...dashboard,
  ...widget,
]
const named = process.argv.slice(2)
const unknown = named.filter((name) => !rows.some((row) => row.name === name))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}; there are ${rows.map((row) => row.name).join(', ')}.`)
  process.exit(1)
}

// Children leave their data in the temporary folder, which is deleted with this one.
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
const settings = { shared_buffers: '256MB', max_wal_size: '4GB' }
const postgres = await startPostgres({ fsync: true, settings })
process.env.TMPDIR = folder
process.env.TEST_DATABASE_URL = postgres.url
// Test worlds use it too. An embedded database would be kept for the next world, and keep the process alive.
process.env.TEST_DATABASE = 'server'
try {
  const results: Result[] = []
  const notMeasured: Record<string, string> = {}
  console.log(heading)
  for (const row of rows.filter(({ name }) => named.length === 0 || named.includes(name))) {
    const reason = row.lacking?.()
    if (reason !== undefined) {
      notMeasured[row.name] = reason
      console.log(lacking(row.name, reason))
      continue
    }
    for (const line of await row.measure()) {
      const result = resultOf(row.name, line)
      results.push(result)
      console.log(tableLine(result))
    }
  }
  if (named.length === 0) {
    const taken = { date: new Date().toISOString(), machine: await machine(postgres.url), settings, rounds }
    const report = JSON.stringify({ ...taken, results, notMeasured }, null, 2)
    writeFileSync(new URL('results.json', import.meta.url), `${report}\n`)
  }
} finally {
  await closeChromium()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
