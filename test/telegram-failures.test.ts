import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '../server/core/queue.ts'
import { telegramProblems } from '../server/features/live/telegram/state.ts'
import { until } from './support/chat.ts'
import type { Chat, Sent } from './support/fake-telegram-state.ts'
import { createGate } from './support/steps.ts'
import { addPerson } from './support/team.ts'
import {
  callsOf,
  createTelegramWorld,
  headOf,
  kim,
  passedIn,
  type TelegramWorld,
  wordsOf,
} from './support/telegram-world.ts'

let world: TelegramWorld
let team: Chat
const second = 1_000

beforeAll(async () => {
  world = await createTelegramWorld()
  team = await world.link()
})
afterAll(() => world.close())
beforeEach(() => world.pause(60 * second))
afterEach(async () => {
  world.telegram.well()
  await world.post('/live/telegram/test')
})

const read = async () => (await world.get('/live/telegram')).body
const failing = () => until(async () => (await read()).status === 'error')
const working = () => until(async () => (await read()).status === 'ok')
const hasPassed = (head: Sent, words: string[]) => until(() => wordsOf(passedIn(team, head)).join() === words.join())
const says = async (id: string, words: string[]) => {
  for (const text of words) await world.say(id, { text })
}
/** A chat that a team member has, so nobody waits any more. */
async function taken() {
  const { id, head } = await world.waits(team)
  await world.writes(team, head, 'Hello')
  return { id, head }
}
const sends = () => callsOf(world.telegram, 'sendMessage').length

describe('a provider that rate limits', () => {
  test('is not called for that time by any conversation of the site; then everything arrives in order, once', async () => {
    const first = await world.waits(team)
    const other = await world.waits(team)
    await world.pause(0)
    const parameters = { retry_after: 30 }
    world.telegram.trouble('sendMessage', { refuse: 429, description: 'Too Many Requests', parameters })
    const before = sends()
    await says(first.id, ['One', 'Two', 'Three'])
    await until(() => sends() > before)
    await says(other.id, ['Another'])
    await world.pause(29 * second)
    await world.pause(0)
    expect(sends()).toBe(before + 1)
    expect(await read()).toMatchObject({ status: 'ok', lastError: null })
    await world.pause(2 * second)
    await hasPassed(first.head, ['One', 'Two', 'Three'])
    await hasPassed(other.head, ['Another'])
  })
})

describe('a failing provider', () => {
  test('is retried with growing pauses; nothing is lost, and the problem is shown until it works', async () => {
    const { id, head } = await world.waits(team)
    await world.pause(0)
    world.telegram.trouble('*', { refuse: 500, description: 'Internal Server Error' }, 3)
    const before = sends()
    await says(id, ['One', 'Two'])
    await failing()
    const failed = { lastError: 'Internal Server Error (500)', reason: 'telegram_failed' }
    expect(await read()).toMatchObject(failed)
    expect(await telegramProblems(world.services)).toMatchObject([
      { site: 'demo', kind: 'telegram_failing', detail: 'Internal Server Error (500)' },
    ])
    for (const [wait, tries] of [
      [4, 1],
      [1, 2],
      [14, 2],
      [1, 3],
      [59, 3],
      [1, 4],
    ] as const) {
      await world.pause(wait * second)
      await until(() => sends() - before >= tries)
      expect(sends() - before).toBeGreaterThanOrEqual(tries)
      if (tries < 4) expect(sends() - before).toBe(tries)
    }
    await hasPassed(head, ['One', 'Two'])
    await working()
    expect(await read()).toMatchObject({ status: 'ok', lastError: null })
    expect(await telegramProblems(world.services)).toEqual([])
  })

  test('that violates its protocol, cuts, or hangs is given a limited time', async () => {
    const { id, head } = await taken()
    const wrong = [
      { raw: '<html>Bad gateway', status: 502 },
      { raw: '{"ok":true,"result":[]}' },
      { cut: true },
    ] as const
    for (const [at, trouble] of wrong.entries()) {
      await world.pause(0)
      world.telegram.trouble('sendMessage', trouble)
      await says(id, [`Line ${at}`])
      await failing()
      await world.pause(600 * second)
      await working()
    }
    await world.pause(0)
    world.telegram.trouble('sendMessage', { hang: true })
    const begun = world.telegram.next('/bot')
    await says(id, ['Line 3'])
    await begun
    world.clock.move(8 * second)
    await failing()
    const failed = { lastError: expect.stringMatching(/did not answer wholly within 8 s/), reason: 'answer_slow' }
    expect(await read()).toMatchObject(failed)
    await world.pause(600 * second)
    await hasPassed(head, ['Line 0', 'Line 1', 'Line 2', 'Line 3'])
  })

  test('[threat 19] delays neither visitors nor other background work', async () => {
    const chats = []
    for (let count = 0; count < 6; count++) chats.push(await taken())
    await world.pause(0)
    const gate = createGate()
    const begun = world.telegram.next('/bot')
    world.telegram.trouble('sendMessage', { wait: gate }, 100)
    for (const { id } of chats) expect((await world.say(id, { text: 'Anybody?' })).status).toBe(200)
    await begun
    const { sql } = world.services.database
    await enqueue(sql, { type: 'retention.run', site: '', name: 'meanwhile', data: {}, at: world.clock.now() })
    world.services.queue.wake()
    await until(async () => (await sql`select from queue where name = 'meanwhile'`).length === 0)
    for (const { head } of chats) expect(passedIn(team, head)).toEqual([])
    world.telegram.well()
    gate.open()
    for (const { head } of chats) await hasPassed(head, ['Anybody?'])
  })

  test('[R76] shows, for a chat that was taken again in between, only messages since then', async () => {
    const { id, head } = await taken()
    await world.writes(team, head, '/bot')
    await until(() => head.text.startsWith('🤖 Handed back'))
    const others = [await taken(), await taken()]
    await world.pause(0)
    const gate = createGate()
    world.telegram.trouble('sendMessage', { wait: gate }, 100)
    for (const other of others) {
      const begun = world.telegram.next('/bot')
      await says(other.id, ['Anybody?'])
      await begun
    }
    await says(id, ['For the assistant'])
    await world.writes(team, head, 'Kim again')
    await says(id, ['For Kim'])
    world.telegram.well()
    gate.open()
    await hasPassed(head, ['Handed back to the assistant.', 'For Kim'])
  })

  // The embedded database reads nothing while another transaction is open.
  if (process.env.TEST_DATABASE === 'server')
    test('[R76] loses no message to a person who takes a chat while its state is read', async () => {
      const anna = await addPerson(world, 'Anna Adler')
      const { id, head } = await taken()
      await world.writes(team, head, '/bot')
      await until(() => head.text.startsWith('🤖 Handed back'))
      await world.pause(0)
      const { sql } = world.services.database
      await sql.begin(async (tx) => {
        await tx`lock table telegram in access exclusive mode`
        await says(id, ['For the assistant'])
        const looking = () => sql`select from pg_locks where relation = 'telegram'::regclass and not granted`
        await until(async () => (await looking()).length > 0)
        expect((await anna.post(`/conversations/${id}/takeover`)).status).toBe(200)
        await says(id, ['For Anna'])
      })
      await hasPassed(head, ['Handed back to the assistant.', 'For Anna'])
    })

  test('whose answer was lost gets the message again rather than never', async () => {
    const { id, head } = await taken()
    await world.pause(0)
    world.telegram.trouble('sendMessage', { lost: true })
    await says(id, ['One', 'Two'])
    await failing()
    await world.pause(600 * second)
    await hasPassed(head, ['One', 'One', 'Two'])
  })
})

describe('the team’s chat', () => {
  test('from which the bot was removed is shown as failing, and continues when it is back', async () => {
    team.isKicked = true
    const id = await world.asks()
    await failing()
    expect((await read()).lastError).toContain('bot was kicked')
    team.isKicked = false
    expect((await world.post('/live/telegram/test')).body).toEqual({ ok: true })
    await until(() => headOf(team, id) !== undefined)
  })

  test('whose topic somebody deleted gets a new one; a closed one is reopened', async () => {
    const { id, head } = await world.waits(team)
    await world.pause(0)
    team.topics.delete(head.topic!)
    await says(id, ['After the topic was deleted'])
    await until(() => headOf(team, id)!.id !== head.id)
    const next = headOf(team, id)!
    await hasPassed(next, ['After the topic was deleted'])
    await world.pause(0)
    team.topics.get(next.topic!)!.closed = true
    await says(id, ['After it was closed'])
    await hasPassed(next, ['After the topic was deleted', 'After it was closed'])
    await world.writes(team, next, 'Here')
    expect((await world.stored(id)).at(-1)).toMatchObject({ text: 'Here' })
  })

  test('in which the bot may not create topics gets messages instead, and the settings say why', async () => {
    team.mayManageTopics = false
    const { id, head } = await world.waits(team)
    expect(head.topic).toBeUndefined()
    await failing()
    expect((await read()).lastError).toMatch(/^The bot may not manage topics here.*not enough rights to create a topic/)
    await says(id, ['Without a topic'])
    await hasPassed(head, ['Without a topic'])
    await world.writes(team, head, 'Answered below')
    expect((await world.stored(id)).at(-1)).toMatchObject({ text: 'Answered below', author: { id: 'telegram:501' } })
    team.mayManageTopics = true
  })

  test('that rejects one message still gets the next ones', async () => {
    const { id, head } = await world.waits(team)
    await world.pause(0)
    world.telegram.trouble('sendMessage', { refuse: 400, description: 'Bad Request: text must be encoded in UTF-8' })
    await says(id, ['Odd', 'Good'])
    await hasPassed(head, ['Good'])
    expect(await read()).toMatchObject({ status: 'ok' })
  })
})

test('a bot whose token was revoked is shown as failing, and works again with a new one', async () => {
  const { id, head } = await world.waits(team)
  await world.pause(0)
  world.telegram.bots.delete(world.bot.token)
  await says(id, ['Unheard'])
  await failing()
  expect(await read()).toMatchObject({ lastError: 'Unauthorized (401)', reason: 'telegram_token' })
  const { lastUpdate } = world.bot
  const renewed = world.telegram.addBot(`1000:${'n'.repeat(35)}`)
  Object.assign(world.bot, renewed, { lastUpdate })
  world.telegram.bots.set(renewed.token, world.bot)
  await world.connect()
  await hasPassed(head, ['Unheard'])
  await world.telegram.writes(world.bot, team, kim, 'Back', head.topic)
  expect((await world.stored(id)).at(-1)).toMatchObject({ text: 'Back' })
})
