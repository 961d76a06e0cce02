import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { type Chat, createPage } from './support/page.ts'
import { addPerson, type Person } from './support/team.ts'

const second = 1_000
const minute = 60 * second

let world: ChatWorld
let server: MailServer
let anna: Person
const { start } = createPage(() => world)

beforeAll(async () => {
  server = await startMailServer()
  world = await createChatWorld({ file: { outbound: { allow: ['127.0.0.1'] } } })
  await world.set({
    live: { closeAfterMinutes: 1440 },
    security: { sessionTtlHours: 24, limits: { messagesPerIpPerMinute: 1_000, messagesPerSitePerDay: 10_000_000 } },
  })
  anna = await addPerson(world, 'Anna Adler')
  await anna.open()
  const smtp = { host: '127.0.0.1', port: server.port, security: 'none', from: 'Bikes <desk@example.com>' }
  expect((await world.api('PUT', '/notifications/email?site=demo', { body: { smtp } })).status).toBe(200)
})
afterAll(async () => {
  await world.close()
  await server.close()
})

/** A visitor who left their address and waits for nobody. */
async function visit(number: number): Promise<Chat & { email: string }> {
  const email = `visitor${number}@example.com`
  return { ...(await start({ message: 'Do you repair e-bikes?', contact: { name: 'Zoë', email } })), email }
}

/** By hand, more: `EMAILS=10000`. */
const emails = Number(process.env.EMAILS ?? 20)

test(
  'a mail server that is down for an hour gets each email once when it is back',
  async () => {
    server.refuses('451 try again later')
    const chats: (Chat & { email: string })[] = []
    while (chats.length < emails) {
      // Visits have a limit per minute.
      const more = await Promise.all(
        Array.from({ length: Math.min(10, emails - chats.length) }, (_, at) => visit(chats.length + at)),
      )
      for (const { id } of more)
        expect((await anna.post(`/conversations/${id}/reply`, { text: 'Hello', force: true })).status).toBe(201)
      chats.push(...more)
      if (chats.length % 50 === 0) world.clock.move(minute)
    }
    // It does not come to rest before the mail server is back. A call that is under way would run into its time limit.
    const running = async () => {
      const [{ count }] = await world.services.database.sql<[{ count: number }]>`
        select count(*)::int as count from queue where lease is not null`
      return count
    }
    const patience = { interval: 5, timeout: 60_000 + emails * 100 }
    for (let minutes = 0; minutes < 60; minutes++) {
      world.clock.move(minute)
      await expect.poll(running, patience).toBe(0)
    }
    expect(server.mails).toEqual([])
    server.refuses(undefined)
    const sent = () => {
      world.clock.move(second)
      return server.mails.length
    }
    await expect.poll(sent, patience).toBeGreaterThanOrEqual(emails)
    await idle(world)
    const counted = Map.groupBy(
      server.mails.flatMap((mail) => mail.to),
      (address) => address,
    )
    expect(chats.filter(({ email }) => counted.get(email)?.length !== 1)).toEqual([])
  },
  30_000 + emails * 200,
)
