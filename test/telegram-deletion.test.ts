import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from './support/chat.ts'
import type { Chat } from './support/fake-telegram-state.ts'
import { createGate } from './support/steps.ts'
import { addPerson } from './support/team.ts'
import { callsOf, createTelegramWorld, passedIn, type TelegramWorld } from './support/telegram-world.ts'

let world: TelegramWorld
let team: Chat

beforeAll(async () => {
  world = await createTelegramWorld()
  await (await addPerson(world)).open()
  team = await world.link()
})
afterAll(() => world.close())
// No call may be in progress, because it would be too late.
beforeEach(() => world.pause(60_000))

/** A visitor whose conversation has a topic and is then deleted. */
async function deleted(): Promise<number> {
  const { id, head } = await world.waits(team)
  await world.pause(0)
  await world.api('DELETE', `/conversations/${id}?site=demo`)
  return head.topic!
}

test('[U7] the topic of a deleted conversation is deleted with it', async () => {
  team.mayDelete = true
  const topic = await deleted()
  await until(() => !team.topics.has(topic))
})

test('if the bot may not delete topics, it is closed, and its messages are deleted', async () => {
  team.mayDelete = false
  const topic = await deleted()
  await until(() => team.topics.get(topic)?.closed === true)
  await until(() => !team.messages.some((message) => message.topic === topic))
})

test('if the provider fails, it is retried; a missing topic is not an error', async () => {
  team.mayDelete = true
  world.telegram.trouble('deleteForumTopic', { refuse: 500, description: 'Internal Server Error' })
  const before = callsOf(world.telegram, 'deleteForumTopic').length
  const topic = await deleted()
  await until(() => callsOf(world.telegram, 'deleteForumTopic').length > before)
  await world.pause(0)
  expect(team.topics.has(topic)).toBe(true)
  world.telegram.well()
  world.clock.move(5_000)
  await until(() => !team.topics.has(topic))
  const { id, head } = await world.waits(team)
  await world.pause(0)
  team.topics.delete(head.topic!)
  await world.api('DELETE', `/conversations/${id}?site=demo`)
  await world.pause(0)
  expect((await world.get('/live/telegram')).body).toMatchObject({ status: 'ok' })
})

test('a topic that is made while its conversation is deleted is deleted, too', async () => {
  team.mayDelete = true
  const before = new Set(team.topics.keys())
  const gate = createGate()
  world.telegram.trouble('createForumTopic', { wait: gate })
  const begun = world.telegram.next('/bot')
  const id = await world.asks()
  await begun
  await world.api('DELETE', `/conversations/${id}?site=demo`)
  gate.open()
  await until(() => callsOf(world.telegram, 'deleteForumTopic').at(-1)?.ok === true)
  await until(() => [...team.topics.keys()].every((topic) => before.has(topic)))
})

describe('in a chat without topics', () => {
  /** Two visitors who are answered; the first one's conversation is then deleted. */
  async function twoVisitors() {
    Object.assign(team, { is_forum: false, mayDelete: false })
    await world.api('DELETE', '/live/telegram?site=demo')
    team = await world.link({ is_forum: false })
    const ann = await world.waits(team)
    const ben = await world.waits(team)
    for (const { id } of [ann, ben]) await world.say(id, { text: `Words of ${id}` })
    await until(() => [ann, ben].every(({ head }) => passedIn(team, head).length === 1))
    const answer = await world.writes(team, ann.head, 'Hello')
    await world.pause(0)
    return { ann, ben, answer }
  }
  const remove = (id: string) => world.api('DELETE', `/conversations/${id}?site=demo`)

  test('[U7] the messages of a deleted conversation are deleted, including the team’s answers', async () => {
    const { ann, ben, answer } = await twoVisitors()
    await remove(ann.id)
    await until(() => !JSON.stringify(team.messages).includes(ann.id))
    expect(passedIn(team, ann.head)).toEqual([])
    expect(passedIn(team, ben.head)).toHaveLength(1)
    expect(callsOf(world.telegram, 'deleteMessages').at(-1)!.params.message_ids).toContain(answer)
  })

  test('messages that are too old to be deleted lose their text and their buttons', async () => {
    const { ann, ben } = await twoVisitors()
    team.oldUpTo = ben.head.id
    await remove(ann.id)
    await until(() => team.messages.find(({ id }) => id === ann.head.id)?.text === '🗑 This conversation was deleted.')
    expect(ann.head.buttons).toEqual([])
    await until(() => passedIn(team, ann.head).length === 0)
    expect(ben.head.buttons).toHaveLength(3)
    expect((await world.get('/live/telegram')).body).toMatchObject({ status: 'ok' })
  })

  test('after a rate limit, it continues with the rest when allowed', async () => {
    const { ann } = await twoVisitors()
    world.telegram.trouble('deleteMessages', {
      refuse: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    })
    const before = callsOf(world.telegram, 'deleteMessages').length
    await remove(ann.id)
    await until(() => callsOf(world.telegram, 'deleteMessages').length > before)
    await world.pause(7_000)
    await until(() => !team.messages.some(({ id }) => id === ann.head.id))
  })

  test('a conversation deleted while it is being forwarded leaves nothing behind', async () => {
    const { ann } = await twoVisitors()
    const count = team.messages.length
    const gate = createGate()
    world.telegram.trouble('sendMessage', { wait: gate })
    const held = world.telegram.seen.length
    await world.say(ann.id, { text: 'Too late' })
    await until(() => world.telegram.seen.slice(held).some(({ path }) => path.endsWith('/sendMessage')))
    await remove(ann.id)
    gate.open()
    await until(() => callsOf(world.telegram, 'sendMessage').at(-1)!.params.text.includes('Too late'))
    await until(() => team.messages.length < count && !team.messages.some(({ text }) => text.includes('Too late')))
  })
})
