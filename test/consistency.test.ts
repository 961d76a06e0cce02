import { afterAll, beforeAll, expect, test } from 'vitest'
import { inconsistencies } from './support/consistency.ts'
import { createWorld, type World } from './support/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  const { api } = world
  const site = 'demo'
  await api('PUT', '/settings', { body: { site, settings: { businessName: 'Changed' } } })
  const { body: key } = await api('POST', '/keys', { body: { site, name: 'gone', preset: 'read' } })
  await api('DELETE', `/keys/${key.id}`, { body: { site } })
  await api('POST', '/prompt', { body: { site, text: 'Be kind.', baseVersion: 0 } })
  await api('POST', '/knowledge/manual', { body: { site, title: 'Opening', content: 'We open at nine.' } })
  const { body: chat } = await api('POST', '/conversations', { body: { site, message: 'When do you open?' } })
  expect(chat.messages.length).toBeGreaterThan(0)
})

afterAll(() => world.close())

test('every change of the product is complete', async () => {
  expect(await inconsistencies(world.services.database.sql)).toEqual([])
})

test.each([
  ["delete from events where type = 'conversation.started'", 'a conversation without its event'],
  ["delete from events where type = 'message.received'", 'a visitor’s message without its event'],
  ["delete from events where type = 'message.sent'", 'a reply without its event'],
  [
    "delete from events where type = 'key.changed' and seq = (select max(seq) from events where type = 'key.changed')",
    'a key',
  ],
  ["delete from events where type = 'settings.changed'", 'settings of another version'],
  ["delete from events where type = 'prompt.changed'", 'a version of the prompt without its event'],
  ["delete from messages where role = 'agent'", 'a conversation that counts other messages'],
  ["update messages set outcome = null where role = 'user'", 'a reply to a message that is not marked'],
  ['update documents set passages = passages + 1', 'a document that counts other passages'],
  ['update knowledge_sizes set passages = passages + 1', 'knowledge that counts other passages'],
  ["delete from audit where action = 'POST /keys'", 'a change that is not in the audit log'],
])('an incomplete change is found: %s', async (damage, says) => {
  const undone = new Error('undone')
  const damaged = world.services.database.sql.begin(async (tx) => {
    await tx.unsafe(damage)
    expect((await inconsistencies(tx as never)).join('\n')).toContain(says)
    throw undone
  })
  await expect(damaged).rejects.toBe(undone)
})
