import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from './support/chat.ts'
import type { Chat } from './support/fake-telegram-state.ts'
import { createTelegramWorld, kim, passedIn, type TelegramWorld, wordsOf } from './support/telegram-world.ts'

let world: TelegramWorld
let alone: Chat

beforeAll(async () => {
  world = await createTelegramWorld()
  alone = await world.link({ id: kim.id, type: 'private', first_name: 'Kim', is_forum: false, mayManageTopics: false })
})
afterAll(() => world.close())
beforeEach(() => world.pause(60_000))

const texts = async (id: string) => (await world.stored(id)).map(({ text }) => text)

test('a private chat gets a message for each visitor, and a reply to it answers that visitor', async () => {
  const ann = await world.waits(alone)
  const ben = await world.waits(alone)
  expect(ann.head).toMatchObject({
    topic: undefined,
    text: expect.stringContaining("Reply to one of the visitor's messages"),
  })
  await world.say(ann.id, { text: 'From Ann' })
  await world.say(ben.id, { text: 'From Ben' })
  await until(() => passedIn(alone, ann.head).length + passedIn(alone, ben.head).length === 2)
  expect(wordsOf(passedIn(alone, ben.head))).toEqual(['From Ben'])
  await world.pause(0)
  const fromAnn = alone.messages.find(({ text }) => text.endsWith('From Ann'))!
  const answer = await world.writes(alone, fromAnn, 'For Ann')
  await world.writes(alone, ben.head, 'For Ben')
  await world.telegram.writes(world.bot, alone, kim, { text: 'Ann again', reply_to_message: { message_id: answer } })
  expect((await texts(ann.id)).slice(-2)).toEqual(['For Ann', 'Ann again'])
  expect((await texts(ben.id)).at(-1)).toBe('For Ben')
  await world.writes(alone, fromAnn, '/close')
  expect(await world.status(ann.id)).toMatchObject({ status: 'closed' })
  expect(await world.status(ben.id)).toMatchObject({ status: 'live' })
  await until(() => ann.head.text.startsWith('⚫'))
})

test('a message that is not a reply goes to nobody, and its sender is told', async () => {
  const { id } = await world.waits(alone)
  const before = await texts(id)
  await world.telegram.writes(world.bot, alone, kim, 'Whom do I answer?')
  expect(alone.messages.at(-1)!.text).toContain('Not sent: reply to one')
  await world.telegram.writes(world.bot, alone, kim, { photo: [{}] })
  expect(alone.messages.at(-1)!.text).toContain('Not sent: reply to one')
  expect(await texts(id)).toEqual(before)
})

test('a group that gets topics shows the next visitor in one', async () => {
  const first = await world.waits(alone)
  Object.assign(alone, { type: 'supergroup', is_forum: true, mayManageTopics: true })
  await world.telegram.writes(world.bot, alone, kim, 'We have topics now')
  expect((await world.get('/live/telegram')).body.chat.topics).toBe(true)
  const second = await world.waits(alone)
  expect([first.head.topic, typeof second.head.topic]).toEqual([undefined, 'number'])
  await world.writes(alone, first.head, 'Still reached')
  expect((await texts(first.id)).at(-1)).toBe('Still reached')
})
