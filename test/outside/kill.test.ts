import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { findHalfDone, findLost, killWhileWriting, nothingYet } from '../support/kill.ts'
import { startServer } from '../support/server.ts'

const noLimits = { settings: { security: { limits: { messagesPerSitePerDay: 1_000_000 } } } }

test('kill -9 in the middle of writes and chats, three times: what was acknowledged is there, nothing is done by half', async () => {
  await using server = await startServer({ config: { sites: [{ id: 'shop' }], ai: { provider: 'none' } } })
  expect((await call(server, 'PUT', '/api/v1/settings', noLimits)).status).toBe(200)
  const seen = nothingYet()
  for (let round = 1; round <= 3; round++) {
    await killWhileWriting(server, seen, 60)
    expect(await findLost(server, seen)).toEqual([])
  }
  expect(seen.conversations.length).toBeGreaterThan(3)
  expect(await findHalfDone(server)).toEqual([])
}, 180_000)
