import { expect, test } from 'vitest'
import { until } from './support/chat.ts'
import { createTestClock } from './support/clock.ts'
import { createDatabase } from './support/database.ts'
import { startFakePush } from './support/fake-push.ts'
import { signIn } from './support/sign-in.ts'
import { createWorld } from './support/world.ts'

test('events just before the server died are sent when it is back', async () => {
  const push = await startFakePush()
  const clock = createTestClock()
  const database = await createDatabase()
  const kept = { ...database, drop: async () => {} }
  const file = { outbound: { push: [`127.0.0.1:${push.port}`] } }
  const first = await createWorld({ database: kept, clock, file })
  const person = await signIn(first, 'admin')
  const browser = push.browser()
  const body = { endpoint: browser.endpoint, keys: browser.keys }
  await first.api('POST', '/push/subscriptions', { key: person.token, body })
  const { id } = (await first.api('POST', '/conversations', { body: { site: 'demo' } })).body
  await first.close()
  await database.sql`update conversations set status = 'live', waiting_since = 1 where id = ${id}`
  const event = {
    site: 'demo',
    type: 'handover.requested',
    data: { conversationId: id, reason: null, page: { url: null, title: null, referrer: null, utm: null } },
    at: clock.now(),
  }
  await database.sql`select append_events(${database.sql.json([event])})`
  const second = await createWorld({ database: kept, clock, file })
  await until(() => browser.got.length === 1)
  expect(browser.got[0]?.message).toMatchObject({ class: 'waiting', conversation: id })
  await second.close()
  await database.drop()
  await push.close()
})
