import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, quietAsUsual, until } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { addReply } from './support/replies.ts'

let world: ChatWorld
const minute = 60_000

beforeAll(async () => {
  world = await createChatWorld({ file: { timings: quietAsUsual } })
  await world.set({ autoSummary: false })
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(minute))

const read = async (id: string): Promise<Body> => (await world.get(`/conversations/${id}`)).body.conversation
const isCompleted = (id: string, times: number) =>
  expect.poll(async () => (await world.completed(id)).length, patience).toBe(times)

/** The number of completions once all due work is done. */
async function timesCompleted(id: string): Promise<number> {
  await idle(world)
  return (await world.completed(id)).length
}

/** When it will be checked; undefined if nothing is scheduled, or during the check. */
async function planned(id: string): Promise<number[]> {
  const rows = await world.services.database.sql<{ run_at: number; lease: string | null }[]>`
    select run_at, lease from queue where type = 'conversation.complete' and name = ${id}`
  return rows.map(({ run_at, lease }) => (lease === null ? run_at : Number.NaN))
}
const isPlanned = (id: string, ...at: number[]) => expect.poll(() => planned(id), patience).toEqual(at)

describe('a conversation of the assistant', () => {
  test('is completed five minutes after its last message, not sooner [R81]', async () => {
    const { id } = await world.start()
    const begun = world.clock.now()
    await isPlanned(id, begun + 5 * minute)
    world.clock.move(3 * minute)
    await world.say(id, { text: 'And on Sundays?' })
    world.clock.move(2 * minute)
    // It was checked and rescheduled: one task, however many messages arrive.
    await isPlanned(id, begun + 8 * minute)
    world.clock.move(3 * minute - 1_000)
    await isPlanned(id, begun + 8 * minute)
    expect(await timesCompleted(id)).toBe(0)
    world.clock.move(1_000)
    await isCompleted(id, 1)
    expect((await read(id)).completed_at).toEqual(begun + 8 * minute)
    await isPlanned(id)
  })

  test('emits all its data: page, contact, labels, attributes and messages with authors [R81, R432, R433]', async () => {
    const label = (await world.post('/labels', { name: 'Bikes', color: '#3b82f6' })).body
    const context = { pageUrl: 'https://demo.example/bikes', pageTitle: 'Bikes', referrer: 'https://search.example/' }
    const { id } = await world.start({
      message: 'Do you mend bikes?',
      contact: { name: 'Ann', email: 'ann@example.com', shoe: '42' },
      user: { id: 7, plan: 'basic' },
      context: { ...context, utm: 'spring' },
    })
    const startedAt = world.clock.now()
    await world.api('PATCH', `/conversations/${id}?site=demo`, { body: { attributes: { a: 'b' }, labels: ['bikes'] } })
    world.clock.move(minute)
    await world.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
    const repliedAt = world.clock.now()
    await world.post(`/conversations/${id}/handback`)
    world.clock.move(5 * minute)
    await isCompleted(id, 1)
    const [{ data }] = await world.completed(id)
    expect(data).toEqual({
      conversationId: id,
      startedAt,
      lastMessageAt: repliedAt,
      messageCount: 4,
      page: { url: context.pageUrl, title: context.pageTitle, referrer: context.referrer, utm: 'spring' },
      country: null,
      summary: null,
      labels: { intent: null, sentiment: null, leadQuality: null, outcome: null, topics: [] },
      tags: [{ id: label.id, name: 'Bikes', color: '#3b82f6' }],
      attributes: { a: 'b' },
      assignedTo: null,
      unanswered: [],
      followUp: null,
      lead: expect.objectContaining({ name: 'Ann', email: 'ann@example.com', fields: '{"shoe":"42"}', tags: [] }),
      data: {},
      user: { id: 7, plan: 'basic' },
      transcript: [
        { role: 'visitor', text: 'Do you mend bikes?', at: startedAt },
        { role: 'assistant', text: 'All is well.', at: startedAt },
        { role: 'team', text: 'Anna here.', at: repliedAt },
      ],
    })
  })

  test('is completed again when the visitor returned, but not because the team writes [R83]', async () => {
    const { id } = await world.start()
    world.clock.move(5 * minute)
    await isCompleted(id, 1)
    await world.say(id, { text: 'One more thing.' })
    await world.say(id, { text: 'Thanks.' })
    await isPlanned(id, world.clock.now() + 5 * minute)
    world.clock.move(5 * minute)
    await isCompleted(id, 2)
    expect((await world.completed(id)).map(({ data }: Body) => data.transcript.length)).toEqual([2, 6])
    await world.post(`/conversations/${id}/reply`, { text: 'Still there?' })
    await world.post(`/conversations/${id}/close`)
    await isPlanned(id)
    expect(await timesCompleted(id)).toBe(2)
  })

  test('is also completed if its visitor never wrote, or it was ended [R79, R81]', async () => {
    const [{ id: silent }, { id: ended }] = [await world.start({}), await world.start()]
    await world.post(`/conversations/${ended}/end`)
    world.clock.move(5 * minute)
    await isCompleted(silent, 1)
    await isCompleted(ended, 1)
    await world.say(silent, { text: 'Hello' })
    world.clock.move(5 * minute)
    await isCompleted(silent, 2)
  })

  test('is not completed while a reply is being written', async () => {
    const { id } = await world.start()
    const { sql } = world.services.database
    await addReply(world, id, world.services.heartbeat.newLease())
    world.clock.move(5 * minute)
    await isPlanned(id, world.clock.now() + 15_000)
    await sql`delete from queue where type = 'reply.write' and name = ${id}`
    world.clock.move(15_000)
    await isCompleted(id, 1)
  })

  test('that was deleted before emits nothing', async () => {
    const { id } = await world.start()
    await world.api('DELETE', `/conversations/${id}?site=demo`)
    world.clock.move(5 * minute)
    await isPlanned(id)
    expect(await timesCompleted(id)).toBe(0)
  })
})

describe('a live chat', () => {
  const live = async () => {
    const { id } = await world.start()
    await world.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
    return id as string
  }

  test('is completed when it is closed, and not after five minutes [R82]', async () => {
    const id = await live()
    world.clock.move(5 * minute)
    await isPlanned(id, world.clock.now() + 5 * minute)
    expect(await timesCompleted(id)).toBe(0)
    await world.post(`/conversations/${id}/close`)
    await isCompleted(id, 1)
    const { completed_at, closed_at } = await read(id)
    expect(completed_at).toEqual(closed_at)
    world.clock.move(10 * minute)
    await isPlanned(id)
    expect(await timesCompleted(id)).toBe(1)
  })

  test.each([-10 * minute, 7 * minute])(
    'is completed when it closes, also with a clock that is off by %d ms [R82]',
    async (by) => {
      const id = await live()
      world.clock.jump(by)
      await world.post(`/conversations/${id}/close`)
      await isCompleted(id, 1)
    },
  )

  test('is completed immediately when it closes for inactivity [R75, R82]', async () => {
    const id = await live()
    world.clock.move(30 * minute)
    await isCompleted(id, 1)
    expect((await read(id)).closed_at).toEqual(world.clock.now())
  })

  test('that was handed back is completed five minutes after its last message [R81]', async () => {
    const id = await live()
    world.clock.move(7 * minute)
    await world.post(`/conversations/${id}/handback`)
    const at = world.clock.now()
    world.clock.move(5 * minute)
    await isCompleted(id, 1)
    expect((await read(id)).completed_at).toEqual(at + 5 * minute)
  })

  test('whose visitor writes again is completed again, five minutes later [R5, R83]', async () => {
    const id = await live()
    await world.post(`/conversations/${id}/close`)
    await isCompleted(id, 1)
    await world.say(id, { text: 'Thank you' })
    world.clock.move(5 * minute)
    await isCompleted(id, 2)
  })
})

test('a live chat that closes while its timer runs is completed once all the same [R82]', async () => {
  const chats = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { id } = await world.start()
      await world.post(`/conversations/${id}/reply`, { text: 'Anna here.' })
      return id as string
    }),
  )
  // The timers and the completion become due in the same moment.
  world.clock.move(30 * minute)
  for (const id of chats) await isCompleted(id, 1)
  world.clock.move(10 * minute)
  for (const id of chats) {
    await isPlanned(id)
    expect(await timesCompleted(id)).toBe(1)
  }
})

test('a conversation keeps one row in the queue, however many messages it has', async () => {
  const { id } = await world.start()
  for (let count = 0; count < 10; count++) {
    await world.say(id, { text: `Message ${count}` })
    world.clock.move(10_000)
  }
  await until(async () => (await planned(id)).length === 1)
  const [row] = await world.services.database.sql<{ count: number }[]>`
    select count(*)::int as count from queue where type = 'conversation.complete' and name = ${id}`
  expect(row?.count).toBe(1)
})

test('chats that cannot be stored after their tools ran do not hold up the others', async () => {
  const { sql } = world.services.database
  const { queue } = world.services
  await sql.unsafe(`
    create function refuse_completion() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger refuse_completion before update on conversations for each row
      when (new.completed_at is distinct from old.completed_at and new.page_title = 'Broken')
      execute function refuse_completion()`)
  const endedChat = async (pageTitle: string): Promise<string> => {
    const { id } = await world.start({ message: 'Hello', context: { pageTitle } })
    await sql`update conversations set last_at = last_at - ${6 * minute} where id = ${id}`
    await sql`
      update queue set type = 'conversation.runAfter', target = 'tools', run_at = 0,
        data = ${sql.json({ conversationId: id, closedAt: null })}
      where type = 'conversation.complete' and name = ${id}`
    return id
  }
  // As many failures in a row as would close a target.
  const broken = []
  for (let count = 0; count < 6; count++) broken.push(await endedChat('Broken'))
  queue.wake()
  await idle(world)
  expect(await sql`select from queue where type = 'conversation.runAfter' and failures > 0`).toHaveLength(6)
  const good = await endedChat('Good')
  queue.wake()
  await isCompleted(good, 1)
  await sql.unsafe('drop function refuse_completion cascade')
  await sql`delete from queue where type = 'conversation.runAfter'`
  expect(await timesCompleted(broken[0]!)).toBe(0)
})
