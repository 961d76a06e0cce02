import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatWorld, createChatWorld, quietAsUsual } from './support/chat.ts'
import { patience } from './support/live.ts'
import { openSecond, type Second } from './support/second.ts'

let world: ChatWorld
const later: Second[] = []
const minute = 60_000

beforeAll(async () => {
  world = await createChatWorld({ file: { timings: quietAsUsual } })
  await world.set({ autoSummary: false })
})
afterAll(async () => {
  for (const server of later) await server.close()
  await world.close()
})

test('a completion that fell due while no server ran happens once, whichever of two servers starts [R81, R82]', async () => {
  const chats = await Promise.all(Array.from({ length: 12 }, async () => (await world.start()).id as string))
  const [closed, goesOn] = [chats[0] as string, chats[1] as string]
  await world.post(`/conversations/${closed}/reply`, { text: 'Anna here.' })
  // From here on nobody runs the queue, as if the server were off.
  await world.services.queue.close()
  await world.post(`/conversations/${closed}/close`)
  world.clock.move(90 * minute)
  await world.say(goesOn, { text: 'Is anybody there?' })
  const due = chats.filter((id) => id !== goesOn)
  later.push(await openSecond(world, { start: false }), await openSecond(world, { start: false }))
  await Promise.all(later.map((server) => server.start()))
  for (const id of due) await expect.poll(async () => (await world.completed(id)).length, patience).toBe(1)
  await expect.poll(leased, patience).toBe(0)
  expect(await world.completed(goesOn)).toEqual([])
  world.clock.move(5 * minute)
  await expect.poll(async () => (await world.completed(goesOn)).length, patience).toBe(1)
  await expect.poll(waiting, patience).toBe(0)
  for (const id of due) expect(await world.completed(id)).toHaveLength(1)
})

const count = async (due: boolean): Promise<number> => {
  const rows = await world.services.database.sql<{ lease: string | null }[]>`
    select lease from queue where type = 'conversation.complete'`
  return rows.filter(({ lease }) => !due || lease !== null).length
}
const leased = () => count(true)
const waiting = () => count(false)
