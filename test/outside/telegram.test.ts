import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/chat.ts'
import { type Client, createClient } from '../support/client.ts'
import { botToken, type FakeTelegram, startFakeTelegram } from '../support/fake-telegram.ts'
import type { Chat, FakeBot } from '../support/fake-telegram-state.ts'
import { type Server, startServer } from '../support/server.ts'
import { botApiAt, headOf, kim, passedIn, wordsOf } from '../support/telegram-world.ts'

let telegram: FakeTelegram
let server: Server
let client: Client
let bot: FakeBot
let team: Chat

beforeAll(async () => {
  telegram = await startFakeTelegram()
  server = await startServer({ config: { ...botApiAt(telegram), sites: [{ id: 'shop', name: 'The shop' }] } })
  client = createClient(server)
  bot = telegram.addBot(botToken)
  team = telegram.addChat()
  const { linkCode } = (await client.post('/live/telegram', { token: bot.token })).body
  await telegram.writes(bot, team, kim, `/link ${linkCode}`)
  await until(() => team.messages.length > 0)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await telegram.close()
})

/** A visitor who waits for a person, and has a topic in the team's chat. */
async function waits(): Promise<string> {
  const { id } = (await client.post('/conversations', { message: 'My bicycle squeaks.' })).body
  await client.post(`/conversations/${id}/messages`, { action: { id: 'person', value: '', label: 'A person' } })
  await until(() => headOf(team, id) !== undefined)
  return id
}

// A job that was running when the server was killed runs again after its lease expires: half a minute.
test('[threat 5] messages written while the provider was unreachable are delivered after kill -9, in order, once', async () => {
  const id = await waits()
  const head = headOf(team, id)!
  await telegram.writes(bot, team, kim, 'One moment', head.topic)
  telegram.trouble('*', { refuse: 503, description: 'Service Unavailable' }, 100)
  const said = ['One', 'Two', 'Three']
  for (const text of said) await client.post(`/conversations/${id}/messages`, { text })
  await until(async () => (await client.get('/live/telegram')).body.status === 'error')
  await server.kill9()
  telegram.well()
  await server.restart()
  await expect.poll(() => wordsOf(passedIn(team, head)), { timeout: 45_000 }).toEqual(said)
  await telegram.writes(bot, team, kim, 'Here I am again', head.topic)
  expect((await client.stored(id)).at(-1)).toMatchObject({ text: 'Here I am again', author: { id: 'telegram:501' } })
  await expect.poll(async () => (await client.get('/live/telegram')).body.status, { timeout: 5_000 }).toBe('ok')
}, 60_000)

test('a handover that was not announced when the server was killed opens its topic at the next start', async () => {
  telegram.trouble('createForumTopic', { refuse: 500, description: 'Internal Server Error' })
  const { id } = (await client.post('/conversations', { message: 'My brakes squeak too.' })).body
  await client.post(`/conversations/${id}/messages`, { action: { id: 'person', value: '', label: 'A person' } })
  await server.kill9()
  await server.restart()
  await expect.poll(() => headOf(team, id)?.text, { timeout: 45_000 }).toContain('My brakes squeak too.')
}, 60_000)

test('the log contains neither the token nor messages', () => {
  const log = server.stderr.join('\n')
  for (const secret of [bot.token.split(':')[1]!, 'squeaks', 'One moment', String(bot.webhook!.secret_token)])
    expect(log).not.toContain(secret)
})
