import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSeal } from '../server/core/seal.ts'
import { renewOldHooks } from '../server/features/live/telegram/hook.ts'
import { telegramProblems } from '../server/features/live/telegram/state.ts'
import { until } from './support/chat.ts'
import { lastId } from './support/emit.ts'
import { idle } from './support/idle.ts'
import { callsOf, createTelegramWorld, kim, type TelegramWorld } from './support/telegram-world.ts'

let world: TelegramWorld

beforeAll(async () => {
  world = await createTelegramWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  for (const site of ['demo', 'other']) await world.api('DELETE', `/live/telegram?site=${site}`)
  world.telegram.well()
  world.telegram.takesHttp(true)
  world.telegram.calls.splice(0)
})
beforeEach(() => world.clock.move(60_000))

const path = '/live/telegram'
const read = async () => (await world.get(path)).body
const connectWith = (token: string, site = 'demo') => world.api('POST', path, { body: { token, site } })
const unconnected = {
  connected: false,
  linked: false,
  bot: null,
  chat: null,
  linkCode: null,
  shareContact: false,
  status: null,
  lastError: null,
  reason: null,
  params: null,
  lastErrorAt: null,
  updatedAt: null,
}

describe('connecting', () => {
  test('[R157] verifies the token, stores it sealed, and sets the webhook with a secret', async () => {
    expect(await read()).toEqual(unconnected)
    const reply = await connectWith(world.bot.token)
    expect(reply).toMatchObject({
      status: 201,
      body: { connected: true, linked: false, bot: { name: 'Team', username: 'team_bot' }, chat: null, status: 'ok' },
    })
    expect(world.telegram.calls.map(({ method }) => method)).toEqual(['getMe', 'setWebhook'])
    expect(world.bot.webhook).toMatchObject({
      url: expect.stringMatching(new RegExp(`^${world.url}/inbound/telegram/demo/\\w{20}$`)),
      secret_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      allowed_updates: ['message', 'edited_message', 'callback_query'],
      max_connections: 1,
    })
    const [row] = await world.services.database.sql<{ token: string }[]>`select * from telegram`
    expect(JSON.stringify(row)).not.toContain(world.bot.token.split(':')[1])
    expect(row!.token.length).toBeGreaterThan(40)
  })

  test('[R158] is 400 if the provider rejects the token or the webhook, with its message', async () => {
    expect(await connectWith(`2000:${'x'.repeat(35)}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request', message: 'Telegram rejected the token: Unauthorized (401)' } },
    })
    world.telegram.takesHttp(false)
    expect((await connectWith(world.bot.token)).body.error.message).toBe(
      'Telegram rejected the webhook: Bad Request: bad webhook: An HTTPS URL must be provided for webhook (400)',
    )
    expect(await read()).toEqual(unconnected)
    for (const token of ['', 'x', '1000:a/../b', '1000:short', `1000:${'x'.repeat(90)}`, '1000:a token of a bot, not'])
      expect((await connectWith(token)).body.error.message).toMatch(/^token\b/)
  })

  test('[R158] shows only plain text of the provider’s message', async () => {
    const description = `Bad\nRequest: \u202e${world.bot.token} <b>\u0007${'x'.repeat(500)}`
    world.telegram.trouble('getMe', { refuse: 400, description })
    const { message } = (await connectWith(world.bot.token)).body.error
    expect(message).toMatch(/^Telegram rejected the token: Bad Request: … <b> x+ \(400\)$/)
    expect(message.length).toBeLessThan(260)
  })

  test('is 502 if the provider cannot be reached, and 429 if it rate limits; nothing is stored', async () => {
    world.telegram.trouble('getMe', { refuse: 502, description: 'Bad Gateway' })
    expect(await connectWith(world.bot.token)).toMatchObject({
      status: 502,
      body: { error: { code: 'connector_error', message: 'Telegram could not be reached. Bad Gateway (502)' } },
    })
    for (const raw of [
      '<html>',
      'null',
      '[]',
      '{}',
      '{"ok":true}',
      '{"ok":true,"result":{"id":"x"}}',
      '{"ok":false}',
    ]) {
      world.telegram.trouble('getMe', { raw })
      expect((await connectWith(world.bot.token)).status, raw).toBe(502)
    }
    world.telegram.trouble('getMe', { cut: true })
    expect((await connectWith(world.bot.token)).status).toBe(502)
    world.telegram.trouble('setWebhook', { refuse: 429, description: 'Too Many', parameters: { retry_after: 7 } })
    const waiting = await connectWith(world.bot.token)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await read()).toEqual(unconnected)
  })

  test('[threat 2] calls only the configured Bot API, at the checked address', async () => {
    await world.connect()
    const calls = world.services.outside.dial.ledger().filter(({ purpose }) => purpose === 'telegram')
    expect(new Set(calls.map(({ host }) => host))).toEqual(new Set([new URL(world.telegram.url).host]))
  })

  test('one bot to two sites is refused, and keeps its webhook', async () => {
    await world.connect()
    const { webhook } = world.bot
    expect(await connectWith(world.bot.token, 'other')).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    })
    expect(world.bot.webhook).toEqual(webhook)
    const second = world.telegram.addBot(`2000:${'y'.repeat(35)}`)
    expect((await connectWith(second.token, 'other')).status).toBe(201)
    expect(second.webhook?.url).toContain('/inbound/telegram/other/')
  })

  test('one bot to two sites at once lets one have it, with its webhook', async () => {
    const replies = await Promise.all([connectWith(world.bot.token), connectWith(world.bot.token, 'other')])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const [{ site }] = await world.services.database.sql<[{ site: string }]>`select site from telegram`
    await until(() => String(world.bot.webhook?.url).includes(`/telegram/${site}/`))
  })

  test('another bot forgets the chat and removes the webhook of the first; the same one keeps it', async () => {
    await world.link()
    expect((await connectWith(world.bot.token)).body).toMatchObject({ linked: true, linkCode: null })
    const second = world.telegram.addBot(`2000:${'y'.repeat(35)}`, 'second_bot')
    const { body } = await connectWith(second.token)
    expect(body).toMatchObject({ linked: false, bot: { username: 'second_bot' }, linkCode: expect.any(String) })
    expect(world.bot.webhook).toBeUndefined()
  })
})

describe('the link code', () => {
  test('[R160] exists until it is sent in the team’s chat, and is null afterwards', async () => {
    const code = await world.connect()
    expect(code).toMatch(/^\w{12}$/)
    expect(await read()).toMatchObject({ linked: false, linkCode: code })
    const team = world.telegram.addChat({ title: 'Support \u202etroppuS' })
    const before = await lastId(world)
    await world.telegram.writes(world.bot, team, kim, `/link@Team_Bot  ${code}`)
    expect(await read()).toMatchObject({
      linked: true,
      linkCode: null,
      chat: { title: 'Support troppuS', topics: true },
    })
    await until(() => team.messages.length > 0)
    expect(team.messages[0]!.text).toBe('✅ Linked. Visitors of Demo who ask for a person are shown here.')
    expect((await world.get('/live/status')).body.telegram).toEqual({ connected: true, linked: true })
    const emitted = await world.services.events.read('demo', Number(before.slice(4)), 10)
    expect(emitted.map(({ type }) => type)).toEqual(['settings.changed'])
  })

  test('[R160] works in a private chat, as a link that opens the bot, and reports missing rights', async () => {
    const code = await world.connect()
    const { id, first_name } = kim
    const alone = world.telegram.addChat({ id, first_name, type: 'private', is_forum: false, mayManageTopics: false })
    delete alone.title
    await world.telegram.writes(world.bot, alone, kim, `/start ${code}`)
    await until(() => alone.messages.length > 0)
    expect(alone.messages[0]!.text).toContain('This chat has no topics')
    expect(await read()).toMatchObject({ chat: { title: 'Kim', topics: false }, status: 'ok' })
  })

  test('is answered with missing rights of the bot, which GET shows too', async () => {
    const team = await world.link({ mayManageTopics: false })
    expect(team.messages[0]!.text).toContain('may not manage topics')
    await until(async () => (await read()).status === 'error')
    expect((await read()).lastError).toBe('The bot may not manage topics here. Make it an admin with that right.')
    expect(await telegramProblems(world.services)).toMatchObject([{ site: 'demo', kind: 'telegram_failing' }])
  })
})

describe('the token', () => {
  test('[R159] is in no response, no event, no audit entry and no URL', async () => {
    await world.link()
    const secret = world.bot.token.split(':')[1]!
    const replies = [
      await read(),
      (await connectWith(world.bot.token)).body,
      (await world.api('PATCH', path, { body: { shareContact: true, site: 'demo' } })).body,
      (await world.get('/audit')).body,
      (await world.get('/events?limit=500')).body,
      world.bot.webhook,
      world.services.outside.dial.ledger(),
    ]
    expect(JSON.stringify(replies)).not.toContain(secret)
  })
})

describe('testing', () => {
  const run = async () => (await world.post(`${path}/test`)).body

  test('reports whether everything works, writes into the chat, and stores problems', async () => {
    expect(await run()).toEqual({ ok: false })
    const team = await world.link()
    expect(await run()).toEqual({ ok: true })
    expect(team.messages.at(-1)!.text).toBe('✅ A test from the settings of Demo: this chat can be reached.')
    team.isKicked = true
    expect(await run()).toEqual({ ok: false })
    expect(await read()).toMatchObject({
      status: 'error',
      lastError: 'Forbidden: bot was kicked from the supergroup chat (403)',
      ...{ reason: 'telegram_chat', params: { why: 'Forbidden: bot was kicked from the supergroup chat (403)' } },
      lastErrorAt: world.clock.now(),
    })
    const health = await fetch(`${world.url}/healthz?deep=1`, {
      headers: { authorization: `Bearer ${world.adminKey}` },
    })
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      parts: {
        telegram: { ok: false, connected: 1, detail: expect.stringContaining('demo: Forbidden: bot was kicked') },
      },
    })
    team.isKicked = false
    expect(await run()).toEqual({ ok: true })
    expect(await read()).toMatchObject({ status: 'ok', lastError: null, reason: null, params: null, lastErrorAt: null })
  })

  test('detects that the bot may not manage topics, and reports it, in the chat too', async () => {
    const team = await world.link()
    team.mayManageTopics = false
    world.clock.move(1_000)
    expect(await run()).toEqual({ ok: false })
    const words = 'The bot may not manage topics here. Make it an admin with that right.'
    const failed = { lastError: words, reason: 'telegram_topics', params: {} }
    expect(await read()).toMatchObject({ status: 'error', ...failed, lastErrorAt: world.clock.now() })
    expect(team.messages.at(-1)!.text).toContain(words)
    team.mayManageTopics = true
    expect(await run()).toEqual({ ok: true })
    expect(await read()).toMatchObject({ status: 'ok', lastError: null })
  })

  test('repairs a webhook that somebody else changed', async () => {
    await world.connect()
    const { webhook } = world.bot
    world.bot.webhook = { ...webhook, url: 'https://elsewhere.example/' }
    expect(await run()).toEqual({ ok: true })
    expect(world.bot.webhook).toMatchObject({ url: webhook!.url })
  })
})

test('a token that was sealed with another SVC_SECRET is shown as failing, and can be replaced or removed', async () => {
  const team = await world.link()
  await idle(world)
  const { sql } = world.services.database
  const sealed = createSeal('another secret of the deployment').close('telegram token', world.bot.token)
  const spoil = () => sql`update telegram set token = ${sealed}`
  await spoil()
  const before = callsOf(world.telegram, 'sendMessage').length
  expect((await world.post(`${path}/test`)).body).toEqual({ ok: false })
  const says = 'The stored token cannot be decrypted. Connect the bot again.'
  expect(await read()).toMatchObject({ status: 'error', lastError: says, reason: 'telegram_token' })
  await world.asks()
  await idle(world)
  expect(callsOf(world.telegram, 'sendMessage')).toHaveLength(before)
  expect((await connectWith(world.bot.token)).status).toBe(201)
  expect((await world.post(`${path}/test`)).body).toEqual({ ok: true })
  await until(() => team.messages.some(({ text }) => text.includes('My bicycle squeaks.')))
  await spoil()
  expect(await world.api('DELETE', `${path}?site=demo`)).toMatchObject({ status: 200, body: { deleted: true } })
})

test('a greeting that fails is shown as failing, and sent later', async () => {
  const code = await world.connect()
  const team = world.telegram.addChat()
  world.telegram.trouble('sendMessage', { refuse: 500, description: 'Internal Server Error' })
  await world.telegram.writes(world.bot, team, kim, `/link ${code}`)
  await until(async () => (await read()).status === 'error')
  expect([(await read()).lastError, team.messages]).toEqual(['Internal Server Error (500)', []])
  await world.pause(5_000)
  await until(() => team.messages.some(({ text }) => text.startsWith('✅ Linked.')))
  await until(async () => (await read()).status === 'ok')
})

test('a changed public URL that the provider does not take is shown as failing, and sent later', async () => {
  await world.connect()
  world.config.baseUrl = 'https://desk.example'
  world.telegram.trouble('setWebhook', { refuse: 500, description: 'Internal Server Error' })
  await renewOldHooks(world.services)
  await until(async () => (await read()).status === 'error')
  expect(world.bot.webhook?.url).not.toContain('desk.example')
  await world.pause(60_000)
  await until(() => String(world.bot.webhook?.url).startsWith('https://desk.example/inbound/telegram/demo/'))
  world.config.baseUrl = world.url
})

test('a changed public URL is sent to the provider at startup', async () => {
  await world.connect()
  world.config.baseUrl = 'https://desk.example'
  await renewOldHooks(world.services)
  await until(() => String(world.bot.webhook?.url).startsWith('https://desk.example/inbound/telegram/demo/'))
  world.config.baseUrl = world.url
})

describe('disconnecting', () => {
  const disconnect = () => world.api('DELETE', `${path}?site=demo`)

  test('[U8] deletes token and chat and removes the webhook; repeating it deletes nothing', async () => {
    expect(await disconnect()).toMatchObject({ status: 200, body: { deleted: false } })
    const team = await world.link()
    const { webhook } = world.bot
    expect(await disconnect()).toMatchObject({ status: 200, body: { deleted: true } })
    expect(world.bot.webhook).toBeUndefined()
    expect(await read()).toEqual(unconnected)
    expect(await disconnect()).toMatchObject({ status: 200, body: { deleted: false } })
    world.bot.webhook = webhook
    await world.telegram.writes(world.bot, team, kim, '/link whatever')
    await idle(world)
    expect(await read()).toEqual(unconnected)
    expect(await world.services.database.sql`select from telegram`).toHaveLength(0)
  })

  test('[U8] does not depend on the provider', async () => {
    await world.connect()
    world.telegram.trouble('deleteWebhook', { refuse: 401, description: 'Unauthorized' })
    expect(await disconnect()).toMatchObject({ status: 200, body: { deleted: true } })
    expect(callsOf(world.telegram, 'deleteWebhook')).toMatchObject([{ ok: false }])
  })
})

test('[R161] shareContact is off at first, and may be set before a bot is connected', async () => {
  const { body } = await world.api('PATCH', path, { body: { shareContact: true, site: 'demo' } })
  expect(body).toEqual({ ...unconnected, shareContact: true, updatedAt: world.clock.now() })
  await world.connect()
  expect(await read()).toMatchObject({ connected: true, shareContact: true })
})
