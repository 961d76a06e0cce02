import { afterAll, beforeAll, expect, test } from 'vitest'
import { slow } from '../support/bombs.ts'
import { docxOf, paragraphOf, pdfOf, tableOf } from '../support/files.ts'
import { environmentOf, readersOf, runs } from '../support/reader-process.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { createGate } from '../support/steps.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name))
  const { url, adminKey } = shop.server
  const headers = { authorization: `Bearer ${adminKey}` }
  const response = await fetch(`${url}/api/v1/knowledge/files`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  return (await response.json()).id
}

const statuses = async (): Promise<Record<string, string>> => {
  const { files } = (await shop.get('/knowledge/files')).body
  return Object.fromEntries(files.map(({ name, status }: { name: string; status: string }) => [name, status]))
}

test('[R297] [U19] learns a PDF and a Word document, rejects a zip bomb, and an answer names its file', async () => {
  const table = tableOf([
    ['Repair', 'Price'],
    ['Brakes', '30 euros'],
  ])
  await upload('Repairs.docx', docxOf(`${paragraphOf('Repairs of bicycles', 'Heading1')}${table}`))
  await upload('bomb.docx', docxOf('', { 'word/more.xml': new Uint8Array(60 * 1024 * 1024) }))
  const pdf = await upload(
    'Terms.pdf',
    pdfOf([[{ text: 'Returns', size: 20 }, 'Parcels may be sent back within forty days.']]),
  )
  const settled = { 'Repairs.docx': 'indexed', 'bomb.docx': 'error', 'Terms.pdf': 'indexed' }
  await expect.poll(statuses, { timeout: 100_000 }).toEqual(settled)
  const { chunks } = (await shop.post('/knowledge/search', { query: 'What is the price of a repair of brakes?' })).body
  expect(chunks[0]).toMatchObject({ title: 'Repairs.docx', headingPath: 'Repairs of bicycles' })
  shop.says({ text: 'Parcels may be sent back within forty days.' })
  const { messages } = (await shop.post('/conversations', { message: 'When may parcels be sent back?' })).body
  expect(messages[0].sources).toMatchObject([{ title: 'Terms.pdf', url: null }])
  expect((await shop.call('DELETE', `/knowledge/files/${pdf}`)).status).toBe(200)
}, 120_000)

/** On a shared database another server might take over what a killed one had started once its lease expires. */
const isEmbedded = process.env.TEST_DATABASE !== 'server'

test('a file that was being read when the server was killed is read after the restart', async () => {
  await upload('Hours.docx', docxOf(paragraphOf('The workshop opens at seven.')))
  await (isEmbedded ? shop.server.kill9() : shop.server.stop())
  await shop.server.restart()
  await expect.poll(async () => (await statuses())['Hours.docx'], { timeout: 100_000 }).toBe('indexed')
}, 120_000)

if (process.platform === 'linux' && process.env.TEST_RUNTIME !== 'deno')
  test('the process that reads files has no secret of the server, and ends with it, even during an endless file', async () => {
    const id = await upload('endless.pdf', Buffer.from(slow()))
    await expect.poll(async () => (await statuses())['endless.pdf'], { timeout: 100_000 }).toBe('processing')
    await expect.poll(() => readersOf(shop.server.pid).length, { timeout: 100_000 }).toBe(1)
    const [reader = 0] = readersOf(shop.server.pid)
    for (const one of environmentOf(reader)) expect(one).toMatch(/^NODE_(CHANNEL_|COMPILE_CACHE=)/)
    await shop.server.kill9()
    await expect.poll(() => runs(reader), { timeout: 100_000 }).toBe(false)
    await shop.server.restart()
    expect((await shop.call('DELETE', `/knowledge/files/${id}`)).status).toBe(200)
  }, 120_000)

test('a model that was being downloaded when the server was stopped or killed is downloaded after the restart', async () => {
  const gate = createGate()
  shop.ollama.hold = gate
  const pulls = () => shop.ollama.seen.filter(({ path }) => path === '/api/pull').length
  const shown = async () => (await shop.get('/models')).body.pull
  const { body } = await shop.post('/models/pull', { model: 'tiny' })
  await expect.poll(pulls, { timeout: 100_000 }).toBe(1)
  await shop.server.stop()
  await shop.server.restart()
  await expect.poll(pulls, { timeout: 100_000 }).toBe(2)
  expect(await shown()).toMatchObject({ id: body.id, status: 'running', finishedAt: null })
  if (isEmbedded) {
    await shop.server.kill9()
    await shop.server.restart()
    await expect.poll(pulls, { timeout: 100_000 }).toBe(3)
  }
  gate.open()
  await expect.poll(async () => (await shown()).status, { timeout: 100_000 }).toBe('done')
  expect(await shown()).toMatchObject({ id: body.id, error: null })
  shop.ollama.hold = undefined
}, 120_000)

if (isEmbedded)
  test('passages that were being embedded when the server was killed have one vector each after the restart', async () => {
    const batches = () => shop.ollama.seen.filter(({ path }) => path === '/api/embed').length
    const before = batches()
    // A few requests are answered, and the next one never is.
    shop.ollama.instead(({ path }) => (path === '/api/embed' && batches() > before + 3 ? silence() : undefined))
    const rows = Array.from(
      { length: 400 },
      (_, at) => `Part ${at},${at + 1} euros,${'fits every bicycle '.repeat(12)}`,
    )
    await upload('Parts.csv', Buffer.from(['Part,Price,Note', ...rows].join('\n')))
    await expect.poll(batches, { timeout: 100_000 }).toBeGreaterThan(before + 3)
    await shop.server.kill9()
    shop.ollama.instead(() => undefined)
    await shop.server.restart()
    await expect.poll(missing, { timeout: 100_000 }).toBe(0)
  }, 120_000)

async function* silence(): AsyncGenerator<never> {
  await new Promise(() => {})
}

/** The number of passages without a vector. */
async function missing(): Promise<number> {
  const headers = { authorization: `Bearer ${shop.server.adminKey}` }
  const { parts } = await (await fetch(`${shop.server.url}/healthz?deep=1`, { headers })).json()
  return parts.search.passages - parts.search.vectors
}
