import { afterAll, beforeAll, expect, test } from 'vitest'
import { stories } from '../../server/features/demo/schedule.ts'
import { call } from '../support/call.ts'
import { svc } from '../support/program.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server

beforeAll(async () => {
  server = await startServer({ env: { DEMO_HISTORY: 'on' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (path: string) => (await call(server, 'GET', `/api/v1${path}`)).body
const history = () => get('/demo/history')
const conversations = async () => (await get('/overview?days=90')).totals.conversations

test('a demo that is killed while its data is created continues, and has each conversation once', async () => {
  const soon = { interval: 250, timeout: 100_000 }
  await expect.poll(async () => (await history()).conversations, soon).toBeGreaterThan(3)
  await server.kill9()
  await server.restart()
  await expect.poll(async () => (await history()).making, { interval: 1_000, timeout: 100_000 }).toBe(false)
  expect((await history()).conversations).toBe(stories.length)
  // Spam is not counted.
  const spam = (await get('/conversations?filter=spam&limit=100')).items.length
  expect([spam, await conversations()]).toEqual([3, stories.length - 3])
})

test('a command deletes the demo data, keeps what a real visitor wrote, and no start restores it', async () => {
  const real = await call(server, 'POST', '/api/v1/conversations', { message: 'What does a puncture cost?' })
  expect(await svc(server, ['demo', 'remove'])).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(`^Deleted ${stories.length} conversations and \\d\\d contacts.\n$`),
  })
  expect(await svc(server, ['demo', 'remove'])).toMatchObject({ status: 0, stderr: 'There is no demo history.\n' })
  await server.restart()
  expect(await history()).toEqual({ conversations: 0, contacts: 0, making: false })
  expect((await get('/conversations')).items.map(({ id }: { id: string }) => id)).toEqual([real.body.id])
  expect(await conversations()).toBe(1)
})
