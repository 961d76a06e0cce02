/**
 * Kills the server with SIGKILL during writes and chats, repeatedly, on each database: `npm run soak`, `npm run soak --
 * --kills=50 --runtime=deno`. Exits with status 0 if nothing acknowledged was lost, and nothing was incomplete.
 */
import { parseArgs } from 'node:util'
import { call } from './support/call.ts'
import { findHalfDone, findLost, killWhileWriting, nothingYet } from './support/kill.ts'
import { findPostgres, startPostgres } from './support/postgres.ts'
import { startServer } from './support/server.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, runtime: { type: 'string', default: 'node' } },
})
const kills = Number(values.kills)
const runtime = values.runtime === 'deno' ? 'deno' : 'node'
const limits = { messagesPerSitePerDay: 1_000_000 }

async function soak(database: 'embedded' | 'server'): Promise<string[]> {
  await using server = await startServer({ runtime, database, config: { ai: { provider: 'none' } } })
  await call(server, 'PUT', '/api/v1/settings', { settings: { security: { limits } } })
  const seen = nothingYet()
  const faults: string[] = []
  for (let round = 1; round <= kills; round++) {
    await killWhileWriting(server, seen, 60)
    // A key may read a limited number of conversations a minute, so those of the last rounds are checked here, and all
    // of them at the end.
    faults.push(...(await findLost(server, { ...seen, conversations: seen.conversations.slice(-100) })))
    const { keys, entries, conversations, name } = seen
    const counts = `${keys.length} keys, ${entries.length} entries, ${conversations.length} conversations, ${name.done} settings`
    console.log(`${runtime}, ${database}: kill ${round} of ${kills}, ${counts}, ${faults.length} faults`)
  }
  return [...faults, ...(await findHalfDone(server))]
}

async function soakAll(): Promise<string[]> {
  const faults = await soak('embedded')
  if (!findPostgres()) return [...faults, 'no Postgres server on this machine: only the embedded database was tried']
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  try {
    return [...faults, ...(await soak('server'))]
  } finally {
    await postgres.stop()
  }
}

const faults = await soakAll()
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'nothing was lost' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
