import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/chat.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { createTelegramWorld, type TelegramWorld } from './support/telegram-world.ts'

let world: TelegramWorld
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  world = await createTelegramWorld({ file: { allow: [`127.0.0.1:${receiver.port}`] } })
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

test('nine endpoints that hang delay neither the tenth, nor a message to the team, nor timers', async () => {
  const chat = await world.link()
  const open: (() => void)[] = []
  receiver.answers((seen, response) => {
    if (seen.path === '/fast') response.writeHead(200).end()
    else open.push(() => response.writeHead(200).end())
  })
  const events = ['lead.captured']
  for (let n = 0; n < 9; n++) await world.post('/webhooks', { url: `${receiver.url}/hang/${n}`, events })
  const fast = (await world.post('/webhooks', { url: `${receiver.url}/fast`, events })).body
  const since = world.clock.now()
  for (let n = 0; n < 5; n++) await world.post('/leads', { name: `Visitor ${n}` })
  const names = () => receiver.events('/fast').map(({ data }) => data.name)
  const five = Array.from({ length: 5 }, (_, n) => `Visitor ${n}`)
  await until(() => names().length === 5 && open.length === 9)
  expect(names()).toEqual(five)
  // A message to the team, and a timer: the replay, whose deliveries come after those that were made.
  await world.waits(chat)
  expect((await world.post(`/webhooks/${fast.id}/replay`, { since })).body.queued).toBe(5)
  await until(() => names().length >= 10)
  expect(names().slice(5, 10)).toEqual(five)
  expect(open.length).toBe(9)
  expect(receiver.events('/hang').length).toBe(9)
  for (const end of open) end()
})
