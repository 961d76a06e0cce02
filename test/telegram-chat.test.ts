import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, until } from './support/chat.ts'
import type { Chat } from './support/fake-telegram-state.ts'
import { idle } from './support/idle.ts'
import { addPerson } from './support/team.ts'
import {
  callsOf,
  createTelegramWorld,
  headOf,
  kim,
  lou,
  passedIn,
  type TelegramWorld,
  wordsOf,
} from './support/telegram-world.ts'

let world: TelegramWorld
let team: Chat

beforeAll(async () => {
  world = await createTelegramWorld()
  team = await world.link()
})
afterAll(() => world.close())
beforeEach(() => world.pause(60_000))
afterEach(() => share(false))

const share = (shareContact: boolean) => world.api('PATCH', '/live/telegram', { body: { shareContact, site: 'demo' } })
const topicOf = (topic: number | undefined) => team.topics.get(topic ?? 0)
const last = async (id: string): Promise<Body> => (await world.stored(id)).at(-1)
const emitted = async (id: string): Promise<string[]> => (await world.emitted(id)).map(({ type }: Body) => type)

describe('a visitor who asks for a person', () => {
  test('[U105] gets a topic with their question and page, although no dashboard is open', async () => {
    const context = { pageUrl: 'https://demo.example/repairs?ref=1', pageTitle: 'Repairs' }
    const { id, head } = await world.waits(team, { context })
    expect(await world.status(id)).toMatchObject({ status: 'live', assigned_to: null })
    expect(topicOf(head.topic)).toEqual({ name: `Visitor ${id.slice(-4)} · Repairs`, closed: false })
    expect(head.text.split('\n')).toEqual([
      '🟠 Waiting for a person',
      `Visitor ${id.slice(-4)}`,
      'The visitor wrote:',
      'My bicycle squeaks.',
      'Page: Repairs – https://demo.example/repairs',
      expect.stringContaining('Messages in this topic go to the visitor.'),
    ])
    const quoted = head.entities.map(({ type, offset, length }) => [type, head.text.slice(offset, offset + length)])
    expect(quoted).toEqual([['blockquote', 'My bicycle squeaks.']])
    expect(head.buttons.map(({ text }) => text)).toEqual(['Take', 'Close', 'Hand back'])
  })

  test('is forwarded word for word, in order, once', async () => {
    const { id, head } = await world.waits(team)
    const said = Array.from({ length: 30 }, (_, at) => `Line ${at}`)
    for (const text of said) await world.say(id, { text })
    await until(() => passedIn(team, head).length >= said.length)
    expect(passedIn(team, head)).toEqual(said.map((text) => `Visitor ${id.slice(-4)}:\n${text}`))
    await world.say(id, { text: 'The last' })
    await until(() => passedIn(team, head).length > said.length)
    expect(wordsOf(passedIn(team, head)).slice(-2)).toEqual(['Line 29', 'The last'])
  })

  test('is forwarded completely, however long, and as plain text, whatever it looks like', async () => {
    await world.set({ security: { limits: { maxMessageLength: 20_000 } } })
    const { id, head } = await world.waits(team)
    const long = `${'🚲 word '.repeat(1500)}end`
    const hostile = '<b>bold</b> *x* [a](tg://user?id=1) &lt; \u202egnirts\u202c\u0007 `code` ||spoiler||'
    await world.say(id, { text: long })
    await world.say(id, { text: hostile })
    await until(() => passedIn(team, head).some((text) => text.includes('spoiler')))
    const passed = passedIn(team, head)
    expect(wordsOf(passed.slice(0, -1)).join(' ')).toBe(long)
    expect(passed[0]).toMatch(/^Visitor \w{4} \(1\/4\):\n/)
    expect(wordsOf(passed).at(-1)).toBe('<b>bold</b> *x* [a](tg://user?id=1) &lt; gnirts `code` ||spoiler||')
    for (const { params } of callsOf(world.telegram, 'sendMessage'))
      expect([params.parse_mode, params.link_preview_options]).toEqual([undefined, { is_disabled: true }])
  })

  test('[R161] is shown without email and phone unless the owner shares them', async () => {
    const contact = { name: 'Ann Visitor', email: 'ann@example.com', phone: '+44 20 7946 0000' }
    const context = { pageUrl: 'https://demo.example/a?email=ann%40example.com#x', pageTitle: 'For ann@example.com' }
    const body = { message: 'I am ann@example.com, 020 7946 0000. Order 12345678 of 2030-01-07.', contact, context }
    const first = await world.waits(team, body)
    await world.say(first.id, { text: 'Call 0044 20 7946 0000 or write to a.b+c@mail.example.org!' })
    await until(() => passedIn(team, first.head).length > 0)
    const shown = [topicOf(first.head.topic)!.name, first.head.text, ...passedIn(team, first.head)].join('\n')
    for (const secret of ['ann@', 'ann%40', '7946', 'a.b+c', 'Ann Visitor']) expect(shown).not.toContain(secret)
    expect(shown).toContain('I am [email], [phone]. Order 12345678 of 2030-01-07.')
    expect(wordsOf(passedIn(team, first.head))).toEqual(['Call [phone] or write to [email]!'])

    await share(true)
    const second = await world.waits(team, { ...body, user: { id: 1, email: contact.email } })
    expect(second.head.text).toContain('Contact: Ann Visitor · ann@example.com · +44 20 7946 0000')
    expect(second.head.text).toContain('I am ann@example.com, 020 7946 0000.')
    expect(second.head.text).toContain('https://demo.example/a?email=ann%40example.com#x')
    expect(topicOf(second.head.topic)!.name).toMatch(/^Ann Visitor/)
  })

  test('[U102] whom nobody answers in time is shown as missed, and can still be taken', async () => {
    const { id, head } = await world.waits(team)
    await world.pause(90_000)
    await until(() => head.text.startsWith('⚪ Missed'))
    expect(head.buttons.map(({ text }) => text)).toEqual(['Take'])
    await world.telegram.presses(world.bot, team, kim, head.id, `take ${id}`)
    expect(await world.status(id)).toMatchObject({ status: 'live', assigned_to: 'telegram:501' })
    await until(() => head.text.startsWith('🟢 Assigned to Kim'))
  })
})

describe('a person who writes in the topic', () => {
  test('[R62, R153, U95] takes over the chat and answers with their own first name', async () => {
    const { id, head } = await world.waits(team)
    await world.writes(team, head, 'Hello, I am Kim.')
    expect(await last(id)).toMatchObject({
      role: 'agent',
      type: 'text',
      text: 'Hello, I am Kim.',
      meta: { human: true, agentName: 'Kim' },
      author: { kind: 'human', id: 'telegram:501', name: 'Kim' },
    })
    expect(await world.status(id)).toMatchObject({ status: 'live', assigned_to: 'telegram:501', assigned_name: 'Kim' })
    const [sent] = (await world.emitted(id)).filter(({ type, data }: Body) => type === 'message.sent' && data.author)
    expect(sent!.data).toMatchObject({ text: 'Hello, I am Kim.', author: { id: 'telegram:501', name: 'Kim' } })
    await until(() => head.text.startsWith('🟢 Assigned to Kim'))
    expect(head.buttons.map(({ text }) => text)).toEqual(['Close', 'Hand back'])
    await world.say(id, { text: 'Thank you' })
    await until(() => passedIn(team, head).length > 0)
    expect(wordsOf(passedIn(team, head))).toEqual(['Thank you'])
  })

  test('[U61] leaves a colleague’s chat with the colleague', async () => {
    const { id, head } = await world.waits(team)
    await world.writes(team, head, 'I take it.')
    await world.writes(team, head, 'So do I.', lou)
    expect(await world.status(id)).toMatchObject({ assigned_to: 'telegram:501' })
    expect((await last(id)).author).toMatchObject({ id: 'telegram:502', name: 'Lou' })
  })

  test('[U103] keeps the chat without a dashboard', async () => {
    const { id, head } = await world.waits(team)
    await world.writes(team, head, 'I take it.')
    await world.pause(10 * 60_000)
    await world.say(id, { text: 'Still here?' })
    await until(() => passedIn(team, head).length > 0)
    expect(await world.status(id)).toMatchObject({ status: 'live', assigned_to: 'telegram:501' })
  })

  test('[R74, U63] closes the chat with /close, the button, or the topic; a new request reopens it', async () => {
    const { id, head } = await world.waits(team)
    await world.writes(team, head, '/close')
    expect(await world.status(id)).toMatchObject({ status: 'closed' })
    expect((await world.emitted(id)).at(-1)).toMatchObject({
      type: 'conversation.closed',
      data: { by: 'telegram:501', reason: 'team', wasLive: true },
    })
    await until(() => topicOf(head.topic)!.closed)
    expect(head.text).toMatch(/^⚫ Closed\n/)

    await world.say(id, { text: 'One thing more.' })
    await world.say(id, { action: { id: 'person', value: '', label: 'Talk to a person' } })
    await until(() => headOf(team, id)!.id !== head.id)
    const again = headOf(team, id)!
    expect([again.topic, topicOf(again.topic)!.closed]).toEqual([head.topic, false])
    expect(again.text).toContain('One thing more.')
    await world.writes(team, again, { forum_topic_closed: {} })
    expect(await world.status(id)).toMatchObject({ status: 'closed' })
  })

  test('[R76, U64] hands back the chat with /bot or the button; the assistant answers next, and the team is not notified', async () => {
    const { id, head } = await world.waits(team)
    await world.writes(team, head, 'Hello')
    await until(() => head.text.startsWith('🟢'))
    expect(await world.telegram.presses(world.bot, team, lou, head.id, `bot ${id}`)).toMatchObject({
      text: 'Handed back to the assistant.',
    })
    expect(await world.status(id)).toMatchObject({ status: 'bot', assigned_to: null })
    expect((await world.emitted(id)).at(-1)).toMatchObject({
      type: 'handover.ended',
      data: { by: 'telegram:502', outcome: 'handback' },
    })
    await until(() => head.text.startsWith('🤖 Handed back to the assistant'))
    const { body } = await world.say(id, { text: 'For the assistant' })
    expect(body.messages[0].text).toBe('All is well.')
    await world.writes(team, head, '/bot')
    expect(team.messages.at(-1)!.text).toBe('The assistant already handles this conversation.')
    await world.writes(team, head, 'Kim again')
    await world.say(id, { text: 'For Kim' })
    await until(() => passedIn(team, head).some((text) => text.includes('For Kim')))
    expect(passedIn(team, head).join()).not.toContain('For the assistant')
  })

  test('[R76] hands back a chat before Telegram could show that it was taken: it is not shown as missed', async () => {
    const { id, head } = await world.waits(team)
    const changes = () =>
      callsOf(world.telegram, 'editMessageText').filter(({ params }) => params.message_id === head.id)
    world.telegram.trouble('editMessageText', { refuse: 500, description: 'Internal Server Error' })
    await world.telegram.presses(world.bot, team, lou, head.id, `take ${id}`)
    await until(() => changes().length === 1)
    await world.telegram.presses(world.bot, team, lou, head.id, `bot ${id}`)
    await world.pause(60_000)
    await until(() => head.text.startsWith('🤖 Handed back to the assistant'))
    // Clicking again reports that the message says so already.
    expect(changes()[0]?.ok).toBe(false)
    expect(changes().filter(({ ok }) => ok)).toHaveLength(1)
    await world.say(id, { action: { id: 'person', value: '', label: 'Talk to a person' } })
    await until(() => headOf(team, id) !== head)
    await world.pause(90_000)
    await until(() => headOf(team, id)!.text.startsWith('⚪ Missed'))
  })

  test('[R69] [R435] takes over the chat with the button, and the visitor sees who joined', async () => {
    const { id, head } = await world.waits(team)
    const answer = await world.telegram.presses(world.bot, team, lou, head.id, `take ${id}`)
    expect(answer).toMatchObject({ text: 'Assigned to you.', show_alert: false })
    expect(await world.status(id)).toMatchObject({ assigned_to: 'telegram:502', assigned_name: 'Lou' })
    expect((await last(id)).text).toContain('Lou')
    expect((await emitted(id)).at(-1)).toBe('conversation.assigned')
  })

  test('[R65] reads when live chat is off, and sends nothing', async () => {
    const { id, head } = await world.waits(team)
    await world.set({ live: { enabled: false } })
    const pressed = await world.telegram.presses(world.bot, team, kim, head.id, `take ${id}`)
    expect(pressed).toMatchObject({ text: expect.stringContaining('Live chat is off'), show_alert: true })
    await world.writes(team, head, 'Hello?')
    expect(team.messages.at(-1)).toMatchObject({ topic: head.topic, text: expect.stringContaining('Live chat is off') })
    expect((await last(id)).author).toBeNull()
    await world.set({ live: { enabled: true } })
  })

  test('reads what is not forwarded: photos, edits, unknown commands, too long texts, anonymous admins', async () => {
    const { id, head } = await world.waits(team)
    const before = (await world.stored(id)).length
    const lastWords = () => team.messages.at(-1)!.text
    for (const kind of ['photo', 'voice', 'sticker', 'document', 'location', 'poll']) {
      const replyTo = await world.writes(team, head, { [kind]: [{}], caption: 'Look' })
      expect(lastWords()).toBe('Not sent to the visitor: only text can be sent.')
      expect(team.messages.at(-1)).toMatchObject({ topic: head.topic, replyTo })
    }
    await world.writes(team, head, '/refund')
    expect(lastWords()).toBe('Not sent: there is no command /refund.')
    await world.writes(team, head, 'x'.repeat(4001))
    expect(lastWords()).toContain('at most 4,000 characters')
    const group = { id: 1087968824, first_name: 'Group', is_bot: true }
    await world.writes(team, head, { text: 'As an admin', sender_chat: { id: team.id } }, group)
    expect(lastWords()).toContain('not as an anonymous admin')
    expect(await world.stored(id)).toHaveLength(before)
    const message_id = await world.writes(team, head, 'Tipo')
    await world.telegram.sendUpdate(world.bot, {
      edited_message: { message_id, chat: { id: team.id, type: 'supergroup' }, from: kim, text: 'Typo' },
    })
    expect(lastWords()).toContain('changes are not sent')
    expect((await last(id)).text).toBe('Tipo')
  })

  test('gets no answer to messages for others: service messages, commands of other bots, other topics', async () => {
    const { id, head } = await world.waits(team)
    const before = [team.messages.length, (await world.stored(id)).length]
    await world.writes(team, head, { forum_topic_created: { name: 'x' } })
    await world.writes(team, head, { pinned_message: {} })
    await world.writes(team, head, 'I am a bot', { id: 9, first_name: 'Bot', is_bot: true })
    await world.writes(team, head, '/close@other_bot')
    await world.telegram.writes(world.bot, team, kim, 'Lunch?')
    await world.telegram.writes(world.bot, team, kim, 'Lunch?', 99_999)
    expect([team.messages.length, (await world.stored(id)).length]).toEqual(before)
    await world.telegram.writes(world.bot, team, kim, '/close')
    expect(team.messages.at(-1)!.text).toContain('Not sent: reply to one')
  })
})

test('a colleague’s answers from a dashboard are shown in the topic, with who has the chat', async () => {
  const anna = await addPerson(world, 'Anna Adler')
  const { id, head } = await world.waits(team)
  await anna.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
  await until(() => passedIn(team, head).length > 0 && head.text.startsWith('🟢'))
  expect(passedIn(team, head)).toEqual(['Anna Adler:\nAnna here.'])
  expect(head.text).toMatch(/^🟢 Assigned to Anna Adler\n/)
})

test('chats without a request for a person, or that a dashboard took at once, open no topic', async () => {
  const anna = await addPerson(world, 'Anna Adler')
  const count = team.topics.size
  const { id } = await world.start({ message: 'Hello' })
  await world.say(id, { text: 'For the assistant' })
  await anna.open()
  await anna.post(`/conversations/${id}/takeover`)
  await world.say(id, { text: 'For Anna' })
  await world.waits(team)
  await idle(world)
  expect(team.topics.size).toBe(count + 1)
  expect(headOf(team, id)).toBeUndefined()
  await anna.leave()
})

test('a group that became a supergroup is followed to its new id', async () => {
  const { id, head } = await world.waits(team)
  const moved = world.telegram.addChat({ topics: team.topics })
  team.movedTo = moved.id
  await world.say(id, { text: 'Before' })
  await until(() => moved.messages.some(({ text }) => text.includes('Before')))
  team = moved
  await world.writes(moved, { ...head, id: headOf(moved, id)?.id ?? head.id }, 'Heard you')
  expect((await last(id)).text).toBe('Heard you')
})

test('texts are German if the site’s language is', async () => {
  await world.set({ assistant: { locale: 'de' } })
  const { head } = await world.waits(team)
  expect(head.text).toMatch(/^🟠 Wartet auf einen Menschen\nBesucher \w{4}\nDer Besucher schrieb:/)
  expect(head.buttons.map(({ text }) => text)).toEqual(['Übernehmen', 'Schließen', 'Zurückgeben'])
  await world.set({ assistant: { locale: 'en' } })
})
