/** Whether other requests wait while a malicious file is read: an archive and a PDF that unpack to very much data. */
import { setTimeout } from 'node:timers/promises'
import { bombs as files } from '../test/support/bombs.ts'
import { startServer } from '../test/support/server.ts'
import { quiet } from './frontdesk.ts'
import { p99, send, type Target } from './load.ts'
import { pace } from './pace.ts'
import { interleave, type Line, type Row } from './row.ts'
import { passagesOf } from './texts.ts'

/** Per round. */
const seconds = 6
const searchesPerSecond = 20
const messagesPerSecond = 10
/** Number of passages. */
const known = 300
/** The ratio between two runs without a malicious file varies by this much. */
const max = 1.5

type Asked = { searches: number; messages: number }
type Desk = {
  ask(path: string, more?: Omit<Target, 'url'>): Target
  send(name: string, bytes: BlobPart): Promise<void>
}

async function measureBombs(database: 'server' | 'embedded'): Promise<Line[]> {
  await using server = await startServer({ runtime: 'node', database, config: { ai: { provider: 'none' } } })
  const desk = await openDesk(server.url, server.adminKey)
  await desk.send('known.md', [...passagesOf(known, [])].map((text, at) => `# ${at}\n\n${text}`).join('\n\n'))
  const [docx, pdf] = [bytesOf('a.docx'), bytesOf('e.pdf')]
  const beside = async () => {
    let isOver = false
    const asked = askAll(desk).finally(() => {
      isOver = true
    })
    // That file is rejected soon. This one runs until its memory limit, so it is being read nearly all the time.
    await desk.send('a.docx', docx)
    while (!isOver) await desk.send('e.pdf', pdf)
    return await asked
  }
  await beside()
  const kept = await interleave(() => askAll(desk), beside)
  const line = (what: string, field: keyof Asked): Line => ({
    what: `${what} while bombs are read, against without, p99`,
    database: database === 'server' ? 'Postgres' : 'embedded',
    unit: 'ms',
    floor: kept.floor.map((one) => one[field]),
    ours: kept.ours.map((one) => one[field]),
    goal: { of: 'ratio', bound: 'most', value: max },
  })
  return [line('POST /knowledge/search', 'searches'), line('POST /conversations with a message', 'messages')]
}

function bytesOf(wanted: string): BlobPart {
  const [, , bytes] = files.find(([, name]) => name === wanted) ?? []
  if (!bytes) throw new Error(`There is no bomb ${wanted}.`)
  return bytes() as BlobPart
}

/** A steady load of searches and new conversations, and the slowest response of each. */
async function askAll({ ask }: Desk): Promise<Asked> {
  const question = 'When are you open, and what does it cost?'
  const [searches, messages] = await Promise.all([
    pace(ask('/knowledge/search', { method: 'POST', body: { query: question } }), searchesPerSecond, seconds),
    pace(ask('/conversations', { method: 'POST', body: { message: question } }), messagesPerSecond, seconds),
  ])
  return { searches: p99(searches), messages: p99(messages) }
}

async function openDesk(url: string, adminKey: string): Promise<Desk> {
  const body = { name: 'bench', preset: 'full', ratePerMinute: 100_000 }
  const admin = { authorization: `Bearer ${adminKey}` }
  const { key } = JSON.parse(await send({ url: `${url}/api/v1/keys`, method: 'POST', headers: admin, body }))
  const headers = { authorization: `Bearer ${key}` }
  const ask: Desk['ask'] = (path, more = {}) => ({ url: `${url}/api/v1${path}`, headers, ...more })
  await send(ask('/settings', { method: 'PUT', body: { settings: quiet } }))
  return {
    ask,
    async send(name, bytes) {
      const form = new FormData()
      form.append('file', new File([bytes], name))
      const sent = await fetch(ask('/knowledge/files').url, { method: 'POST', headers, body: form })
      if (sent.status !== 201) throw new Error(`The file was refused: ${await sent.text()}`)
      await readOut(ask, ((await sent.json()) as { id: string }).id)
    },
  }
}

/** Waits until a file is read, polling so rarely that it adds no load. */
async function readOut(ask: Desk['ask'], id: string): Promise<void> {
  for (;;) {
    const { files: shown } = JSON.parse(await send(ask('/knowledge/files?limit=1')))
    if (shown[0]?.id === id && shown[0].processedAt !== null) return
    await setTimeout(50)
  }
}

export const bombs: Row[] = [
  { name: 'bombs', measure: async () => [...(await measureBombs('server')), ...(await measureBombs('embedded'))] },
]
