import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from './support/chat.ts'
import type { Chat } from './support/fake-telegram-state.ts'
import { addPerson } from './support/team.ts'
import { callsOf, createTelegramWorld, type TelegramWorld } from './support/telegram-world.ts'

let world: TelegramWorld
let team: Chat

beforeAll(async () => {
  world = await createTelegramWorld()
  await (await addPerson(world)).open()
  team = await world.link()
})
afterAll(() => world.close())
// No call may be under way: it would be too late.
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

test('where the bot may not delete, it is closed', async () => {
  team.mayDelete = false
  const topic = await deleted()
  await until(() => team.topics.get(topic)?.closed === true)
})

test('where the provider fails, it is tried again; a topic that is gone is no fault', async () => {
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
