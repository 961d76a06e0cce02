import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLog } from '../../server/core/log.ts'
import type { Database } from '../../server/database/database.ts'
import { openEmbedded } from '../../server/database/embedded/embedded.ts'
import { openDatabase } from '../../server/database/open.ts'
import { call } from './call.ts'
import { inconsistencies } from './consistency.ts'
import type { Server } from './server.ts'

/** What the server acknowledged, and how many changes of each kind were started. */
export type Acknowledged = {
  keys: { id: string; revoked: boolean }[]
  entries: string[]
  conversations: { id: string; messages: string[] }[]
  /** The number of the last acknowledged name, and of the last one sent. */
  name: { done: number; sent: number }
}

export const nothingYet = (): Acknowledged => ({ keys: [], entries: [], conversations: [], name: { done: 0, sent: 0 } })

const countOf = ({ keys, entries, conversations, name }: Acknowledged) =>
  keys.length + entries.length + name.done + conversations.reduce((sum, one) => sum + one.messages.length, 0)

class Refused extends Error {}

/**
 * Writes all kinds of data at once, kills the server with SIGKILL after this many more acknowledged changes, and
 * restarts it.
 */
export async function killWhileWriting(server: Server, seen: Acknowledged, more: number): Promise<void> {
  let killed = false
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await call(server, method, `/api/v1${path}`, body)
    if (answer.status >= 300) throw new Refused(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const enough = countOf(seen) + more
  const repeat = async (write: (api: Api, seen: Acknowledged) => Promise<void>) => {
    try {
      while (!killed) await write(api, seen)
    } catch (error) {
      // Broken connections are expected here; refusals are not.
      if (!killed || error instanceof Refused) throw error
    }
  }
  const kill = async () => {
    while (countOf(seen) < enough) await pause(1)
    await pause(randomInt(20))
    killed = true
    await server.kill9()
  }
  const writers = [writeName, writeKey, writeEntry, writeConversation, writeConversation, writeConversation]
  await Promise.all([kill(), ...writers.map(repeat)])
  await server.restart()
}

type Api = (method: string, path: string, body?: unknown) => Promise<Awaited<ReturnType<typeof call>>['body']>

async function writeName(api: Api, { name }: Acknowledged): Promise<void> {
  name.sent++
  await api('PUT', '/settings', { settings: { businessName: `Name ${name.sent}` } })
  name.done = name.sent
}

async function writeKey(api: Api, { keys }: Acknowledged): Promise<void> {
  const { id } = await api('POST', '/keys', { name: 'kept', preset: 'read' })
  const key = { id, revoked: false }
  keys.push(key)
  await api('DELETE', `/keys/${id}`)
  key.revoked = true
}

async function writeEntry(api: Api, { entries }: Acknowledged): Promise<void> {
  const title = `Entry ${entries.length} ${randomInt(1e9)}`
  const { id } = await api('POST', '/knowledge/manual', { title, content: `About ${title}.\n\nMore words about it.` })
  entries.push(id)
}

async function writeConversation(api: Api, { conversations }: Acknowledged): Promise<void> {
  const started = await api('POST', '/conversations', { message: 'When do you open?' })
  const conversation = { id: started.id, messages: idsOf(started) }
  conversations.push(conversation)
  for (let each = 0; each < 3; each++) {
    const answer = await api('POST', `/conversations/${started.id}/messages`, { text: `And on day ${each}?` })
    conversation.messages.push(...idsOf(answer))
  }
}

const idsOf = ({ messages }: { messages: { id: string }[] }) => messages.map(({ id }) => id)

/** Acknowledged changes that are missing, as text; empty if there are none. */
export async function findLost(server: Server, seen: Acknowledged): Promise<string[]> {
  const get = async (path: string) => (await call(server, 'GET', `/api/v1${path}`)).body
  const lost: string[] = []
  const name = Number((await get('/settings')).settings.businessName.split(' ')[1])
  if (name < seen.name.done || name > seen.name.sent) lost.push(`name ${seen.name.done}: found ${name}`)
  const keys = new Map<string, { revokedAt: number | null }>()
  for (const key of (await get('/keys')).keys) keys.set(key.id, key)
  for (const { id, revoked } of seen.keys) {
    if (!keys.has(id) || (revoked && keys.get(id)?.revokedAt === null)) lost.push(`key ${id}`)
  }
  const entries = new Set((await get('/knowledge/manual')).entries.map(({ id }: { id: string }) => id))
  for (const id of seen.entries) if (!entries.has(id)) lost.push(`entry ${id}`)
  for (const { id, messages } of seen.conversations) {
    const found = await get(`/conversations/${id}`)
    const stored = new Set(found.messages?.map((message: { id: string }) => message.id))
    for (const message of messages) if (!stored.has(message)) lost.push(`message ${message} of ${id}`)
  }
  return lost
}

/** Stops the server and searches its database for incomplete changes. */
export async function findHalfDone(server: Server): Promise<string[]> {
  await server.stop()
  const { databaseUrl: url, dataDir } = server
  const database: Database = url
    ? await openDatabase({ url, dataDir: tmpdir(), log: silentLog })
    : await openEmbedded({ dataDir, log: silentLog })
  try {
    return await inconsistencies(database.sql)
  } finally {
    await database.close()
  }
}
