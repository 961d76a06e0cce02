import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from './support/chat.ts'
import type { Chat } from './support/fake-telegram-state.ts'
import { idle } from './support/idle.ts'
import { createTelegramWorld, kim, lou, type TelegramWorld } from './support/telegram-world.ts'

let world: TelegramWorld
let team: Chat

beforeAll(async () => {
  world = await createTelegramWorld()
  team = await world.link()
})
afterAll(() => world.close())
beforeEach(() => world.pause(60_000))

const mallory = { id: 666, first_name: 'Mallory' }
const hook = () => String(world.bot.webhook!.url)
const secret = () => String(world.bot.webhook!.secret_token)
const post = (url: string, body: string, given?: string) =>
  fetch(url, { method: 'POST', body, headers: given === undefined ? {} : { 'x-telegram-bot-api-secret-token': given } })
const message = (text: string, from = kim, chat: Partial<Chat> = team) => ({
  message_id: 90_000,
  chat: { id: chat.id, type: chat.type ?? 'private', is_forum: chat.is_forum },
  from,
  text,
})

/** The state of conversations and channel, without the server's other work. */
async function standing(): Promise<unknown[]> {
  const { sql } = world.services.database
  return [
    await sql`select * from conversations order by id`,
    await sql`select * from messages order by seq`,
    await sql`select * from telegram order by site`,
    await sql`select * from telegram_threads order by conversation_id`,
    await sql`select * from telegram_messages order by site, telegram_id`,
    await sql`select * from telegram_guesses order by id`,
    team.messages.length,
  ]
}

/** Expects that none of this changes anything. */
async function changesNothing(work: () => Promise<unknown>): Promise<void> {
  await world.pause(0)
  const before = await standing()
  await work()
  expect(await standing()).toEqual(before)
}

describe('a caller without the secret of the webhook', () => {
  test('[U96] is refused, and changes nothing; knowing the URL does not help', async () => {
    const { id, head } = await world.waits(team)
    await world.pause(0)
    const body = JSON.stringify({ update_id: 1, message: { ...message('/close'), message_thread_id: head.topic } })
    await changesNothing(async () => {
      for (const given of [undefined, '', 'x', secret().slice(1), `${secret()}x`, secret().toUpperCase()])
        expect((await post(hook(), body, given)).status).toBe(401)
      for (const url of [hook().replace('/demo/', '/other/'), hook().replace('/demo/', '/nowhere/'), `${hook()}x`])
        expect((await post(url, body, secret())).status).toBe(401)
    })
    expect(await world.status(id)).toMatchObject({ status: 'live' })
  })

  test('[U96] is rate limited like every unknown caller', async () => {
    const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await post(hook(), '{}')).status))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect((await world.telegram.sendUpdate(world.bot, { message: message('Lunch?') })).status).toBe(200)
  })

  test('finds nothing else there', async () => {
    const get = await fetch(hook())
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await fetch(`${world.url}/inbound/`)).status).toBe(404)
    expect((await post(`${world.url}/inbound/telegram/demo`, '{}')).status).toBe(404)
  })
})

describe('an update of the provider', () => {
  test('is processed once, however often and concurrently it is sent', async () => {
    const { id, head } = await world.waits(team)
    const update = { message: { ...message('Once'), message_thread_id: head.topic, is_topic_message: true } }
    const emitted = await Promise.all(
      Array.from({ length: 8 }, () => world.telegram.sendUpdate(world.bot, update, { updateId: 77 })),
    )
    expect(emitted.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await world.telegram.sendUpdate(world.bot, update, { updateId: 77 })
    const texts = (await world.stored(id)).map(({ text }) => text)
    expect(texts.filter((text) => text === 'Once')).toHaveLength(1)
  })

  test('that is unknown or unexpected is accepted and ignored', async () => {
    await changesNothing(async () => {
      const odd = [
        {},
        { message_reaction: {} },
        { my_chat_member: { chat: {} } },
        { message: null },
        { message: 'x' },
        { message: { message_id: 1 } },
        { message: { message_id: 1, chat: { id: 'x', type: 'group' } } },
        { message: { ...message('x'), text: 7 } },
        { message: { ...message('/close'), from: { id: 1.5 } } },
        { callback_query: { id: 'x' } },
        { callback_query: { id: 'x', from: kim } },
        { edited_message: { ...message('x'), message_id: 90_001 } },
        { inline_query: { id: 'x', from: kim, query: '/close' } },
      ]
      for (const update of odd) expect((await world.telegram.sendUpdate(world.bot, update)).status).toBe(200)
      for (const body of ['{"update_id":"x"}', '{}', '{"update_id":1e99}', '{"message":{}}'])
        expect((await post(hook(), body, secret())).status).toBe(200)
      for (const body of ['[]', 'null', '{', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`])
        expect((await post(hook(), body, secret())).status).toBe(400)
      expect((await post(hook(), JSON.stringify({ x: 'x'.repeat(1_000_001) }), secret())).status).toBe(413)
    })
  })

  test('contains no name and no text that could not be stored or shown', async () => {
    const { id, head } = await world.waits(team)
    const from = { id: 777, first_name: '\u0000\u202eecilA\ud800\n'.repeat(40) }
    await world.writes(team, head, 'Fine', from)
    expect((await world.stored(id)).at(-1)!.author.name).toMatch(/^[^\p{Cc}\u202e]{1,100}$/u)
    await world.writes(team, head, 'a\u0000b', from)
    await world.writes(team, head, '   ', from)
    expect((await world.stored(id)).at(-1)!.text).toBe('Fine')
  })
})

describe('a person outside of the team’s chat', () => {
  test('can do nothing: write, send commands, press buttons, link', async () => {
    const { id, head } = await world.waits(team)
    const elsewhere = world.telegram.addChat()
    const alone = world.telegram.addChat({ id: mallory.id, type: 'private', is_forum: false })
    await world.pause(0)
    world.telegram.answered.splice(0)
    await changesNothing(async () => {
      for (const chat of [elsewhere, alone]) {
        for (const text of ['Hello', '/close', '/bot', '/take', '/start', '/link x'])
          await world.telegram.sendUpdate(world.bot, {
            message: {
              ...message(text, mallory, chat),
              message_thread_id: head.topic,
              reply_to_message: { message_id: head.id },
            },
          })
        for (const action of ['take', 'close', 'bot']) {
          const query = { id: `${chat.id}${action}`, from: mallory, data: `${action} ${id}` }
          const below = { message_id: head.id, chat: message('', mallory, chat).chat, message_thread_id: head.topic }
          await world.telegram.sendUpdate(world.bot, { callback_query: { ...query, message: below } })
          await world.telegram.sendUpdate(world.bot, { callback_query: { ...query, id: `${query.id}2` } })
        }
      }
    })
    const answers = world.telegram.answered.splice(0).map(({ text, show_alert }) => [text, show_alert])
    expect(answers).toEqual(Array(12).fill(['This button does not belong to this chat.', true]))
    await idle(world)
    expect([...elsewhere.messages, ...alone.messages]).toEqual([])
  })
})

test('a button acts on the conversation below whose message it is, and on no other', async () => {
  const first = await world.waits(team)
  const second = await world.waits(team)
  await world.pause(0)
  const presses = (at: number, data: string) => world.telegram.presses(world.bot, team, kim, at, data)
  await changesNothing(async () => {
    for (const data of [
      `close ${second.id}`,
      `delete ${first.id}`,
      'close',
      '',
      `constructor ${first.id}`,
      `close ${first.id.slice(1)}`,
    ])
      expect(await presses(first.head.id, data)).toMatchObject({ show_alert: true })
    expect(await presses(1, `close ${first.id}`)).toMatchObject({ show_alert: true })
    const message_thread_id = second.head.topic
    const chat = { id: team.id, type: team.type }
    const query = { id: 'forged', from: kim, data: `close ${first.id}` }
    const below = { message_id: first.head.id, chat, message_thread_id }
    await world.telegram.sendUpdate(world.bot, { callback_query: { ...query, message: below } })
  })
  expect(await presses(first.head.id, `close ${first.id}`)).toMatchObject({ text: 'Closed.' })
})

describe('link codes', () => {
  test('[R160] can be guessed five times an hour per person; then even the right one is refused', async () => {
    const own = world.telegram.addBot(`3000:${'z'.repeat(35)}`, 'other_bot')
    const { body } = await world.api('POST', '/live/telegram', { body: { token: own.token, site: 'other' } })
    const chat = world.telegram.addChat()
    const says = async (text: string, from = mallory) => {
      await world.telegram.writes(own, chat, from, text)
      return chat.messages.at(-1)?.text
    }
    for (const code of [
      '',
      'x',
      body.linkCode.slice(1),
      // A code may have no small letters, but it has letters.
      body.linkCode.replace(/[a-z]/gi, (one: string) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
      `${body.linkCode}x`,
    ])
      expect(await says(`/link ${code}`)).toContain('That is not the code.')
    expect(await says(`/link ${body.linkCode}`)).toContain('Too many wrong codes.')
    const read = async () => (await world.api('GET', '/live/telegram?site=other')).body
    expect(await read()).toMatchObject({ linked: false })
    await says(`/link ${body.linkCode}`, lou)
    expect(await read()).toMatchObject({ linked: true })
    await until(() => chat.messages.some(({ text }) => text.startsWith('✅')))
    expect(await says(`/link ${body.linkCode}`)).toBe('This chat is linked already.')
  })

  test('of one site link no other, and its chat reaches no other site’s conversations', async () => {
    const { id, head } = await world.waits(team)
    const own = world.telegram.addBot(`4000:${'w'.repeat(35)}`, 'third_bot')
    const connect = { body: { token: own.token, site: 'other' } }
    const { linkCode } = (await world.api('POST', '/live/telegram', connect)).body
    const theirs = world.telegram.addChat()
    await world.telegram.writes(world.bot, theirs, mallory, `/link ${linkCode}`)
    expect((await world.get('/live/telegram')).body.chat.title).toBe('The team')
    await world.telegram.writes(own, theirs, mallory, `/link ${linkCode}`)
    await until(() => theirs.messages.length > 0)
    await world.telegram.sendUpdate(own, {
      message: { ...message('Hello', mallory, theirs), message_thread_id: head.topic },
    })
    const below = { message_id: head.id, chat: { id: theirs.id, type: 'supergroup' }, message_thread_id: head.topic }
    await world.telegram.sendUpdate(own, {
      callback_query: { id: 'foreign', from: mallory, message: below, data: `close ${id}` },
    })
    expect(await world.status(id)).toMatchObject({ status: 'live', assigned_to: null })
  })
})

test('processed updates are forgotten after the day in which they may be sent again', async () => {
  await world.telegram.sendUpdate(world.bot, {}, { updateId: 78 })
  await world.pause(3 * 86_400_000)
  await world.telegram.sendUpdate(world.bot, {}, { updateId: 79 })
  const rows = await world.services.database.sql`select update_id from telegram_updates where site = 'demo'`
  expect(rows).toEqual([{ update_id: 79 }])
})
