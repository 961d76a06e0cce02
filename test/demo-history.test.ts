import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planHistory, resumeHistory } from '../server/features/demo/make.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { makeDemoHistory } from './support/demo.ts'
import { type FakeBrowser, type FakePush, startFakePush } from './support/fake-push.ts'
import { idle } from './support/idle.ts'
import { patience } from './support/live.ts'
import { signIn } from './support/sign-in.ts'

const minute = 60_000
const day = 1_440 * minute

let world: ChatWorld
let push: FakePush
let browser: FakeBrowser
let start: number

/** The demo when its history is created, with a model, and somebody who receives all push notifications. */
beforeAll(async () => {
  push = await startFakePush()
  world = await createChatWorld({
    file: {
      sites: [{ id: 'demo', name: 'Wrenmouth Cycle Works' }],
      outbound: { push: [`127.0.0.1:${push.port}`] },
      timings: { completeAfterMinutes: 5, eventDays: 90 },
    },
  })
  start = world.clock.now()
  const { token } = await signIn(world)
  browser = push.browser()
  await world.api('POST', '/push/subscriptions', {
    key: token,
    body: { endpoint: browser.endpoint, keys: browser.keys },
  })
  await makeDemoHistory(await world.context())
})
afterAll(async () => {
  await world.close()
  await push.close()
})

async function jobs(type: string): Promise<number> {
  const [row] = await world.services.database.sql`select count(*)::int as count from queue where type = ${type}`
  return row?.count
}
const get = async (path: string): Promise<Body> => (await world.get(path)).body
const items = async (path: string): Promise<Body[]> => (await get(path)).items
const overview = () => get('/overview?days=90')
const events = async (type: string): Promise<Body[]> =>
  (await items('/events?limit=500')).filter((one) => one.type === type)

describe('the history of the demo', () => {
  test('is created once, with 60 to 120 conversations of the last six weeks, in two languages', async () => {
    const all = await items('/conversations?limit=100')
    expect(await get('/demo/history')).toEqual({
      conversations: all.length + 3,
      contacts: expect.any(Number),
      making: false,
    })
    expect(all.length).toBeGreaterThan(60)
    expect(all.length).toBeLessThan(120)
    const times = all.map(({ startedAt }) => startedAt)
    expect(Math.max(...times)).toBeLessThan(start - 15 * minute)
    expect(Math.min(...times)).toBeGreaterThan(start - 44 * day)
    expect(new Set(times.map((at) => Math.floor(at / day))).size).toBeGreaterThan(20)
    expect(all.filter(({ firstMessage }) => /\b(ich|sie|wir|haben)\b/i.test(firstMessage)).length).toBeGreaterThan(6)
  })

  test('leaves no list empty', async () => {
    const callbacks = await get('/callbacks')
    expect(Object.values(callbacks.counts).every((count) => Number(count) > 0)).toBe(true)
    const leads = await get('/leads')
    expect(Object.entries(leads.counts).filter(([, count]) => Number(count) > 0).length).toBe(5)
    const isFilled = (of: (lead: Body) => object) => leads.items.some((lead: Body) => Object.keys(of(lead)).length > 0)
    expect([isFilled(({ tags }) => tags), isFilled(({ attributes }) => attributes)]).toEqual([true, true])
    expect((await items('/conversations?filter=spam')).length).toBeGreaterThan(0)
    expect((await items('/conversations?status=live')).map(({ assignedName }) => assignedName)).toEqual(
      expect.arrayContaining(['Hanna Lind', 'Leila Haddad']),
    )
    expect((await get('/knowledge/gaps?status=open')).gaps.length).toBeGreaterThan(10)
    expect((await get('/knowledge/gaps?status=dismissed')).gaps.length).toBeGreaterThan(0)
    expect((await items('/canned-replies')).length).toBe(4)
    expect((await get('/labels')).labels.length).toBe(5)
    const { stages, items: jobs } = await get('/jobs?status=all')
    const filled = stages.filter(({ count }: Body) => count > 0)
    expect(new Set(filled.map(({ kind }: Body) => kind))).toEqual(new Set(['open', 'won', 'lost']))
    expect(filled.length).toBeGreaterThan(4)
    expect(jobs.filter(({ status, contact, value }: Body) => status === 'won' && contact && value > 0)).not.toEqual([])
    expect(Math.max(...jobs.map(({ createdAt }: Body) => createdAt))).toBeLessThan(start - 15 * minute)
  })

  test('has sources, summaries, labels, notes and ratings in its conversations', async () => {
    const all = await items('/conversations?limit=100')
    const answered = all.find(({ firstMessage }) => firstMessage === 'Are dogs welcome?')
    const { messages, summary } = await get(`/conversations/${answered.id}`)
    expect(messages.find(({ role }: Body) => role === 'agent')).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ url: expect.stringContaining('faq.html') })]),
      feedback: 1,
    })
    expect(summary).toMatchObject({ by: 'rules', outcome: 'answered', sentiment: 'positive' })
    const [taken] = await items(`/conversations?q=${encodeURIComponent('ticket 4127')}`)
    const whole = await get(`/conversations/${taken.id}`)
    expect(whole.labels.map(({ name }: Body) => name)).toEqual(['Complaint', 'Repair'])
    expect(whole.notes).toMatchObject([{ authorName: 'Hanna Lind' }])
    expect(whole.messages.some(({ author }: Body) => author?.name === 'Hanna Lind')).toBe(true)
  })

  test('is counted by the overview, with every figure that a demo can have', async () => {
    const { totals, headline, insights, topPages, series } = await overview()
    const { answered, lead_captured, callback_requested, unanswered } = insights.outcomes
    const { summarized, resolved, escalated, needsPerson, ratedUp, ratedDown, callbacks } = headline.current
    const { requested, answered: came, missed, medianWaitSeconds, byPerson } = insights.live
    for (const figure of [
      ...[totals.conversations, totals.messages, totals.leads, answered, lead_captured, callback_requested, unanswered],
      ...[summarized, resolved, escalated, needsPerson, headline.current.unanswered, ratedUp, ratedDown, callbacks],
      ...[
        requested,
        came,
        missed,
        medianWaitSeconds,
        insights.engagement.returningVisitors,
        insights.sentiment.negative,
      ],
      ...[
        insights.callbacks.done,
        insights.callbacks.dismissed,
        insights.callbacks.open,
        insights.callbacks.medianHoursToDone,
      ],
    ])
      expect(figure).toBeGreaterThan(0)
    expect([topPages.length, byPerson.length, insights.topics.length].every((length) => length > 2)).toBe(true)
    expect(series.reduce((sum: number, one: Body) => sum + one.conversations, 0)).toBe(totals.conversations)
  })

  test('notified nobody, called no model, and scheduled only what open chats need', async () => {
    expect(browser.tried()).toBe(0)
    expect(await jobs('push.send')).toBe(0)
    expect(world.model.seen.filter(({ path }) => path === '/api/chat')).toEqual([])
    const rows = await world.services.database.sql`select distinct type from queue where run_at < ${start}`
    expect(rows).toHaveLength(0)
    expect(
      (await events('handover.requested')).every(({ createdAt }) => Date.parse(createdAt) < start - 15 * minute),
    ).toBe(true)
    expect((await world.services.database.sql`select from presence`).length).toBe(0)
  })
})

describe('its removal', () => {
  test('removes what was created, from every count too, and can be repeated', async () => {
    const real = await world.start({
      message: 'Do you rent out tandems?',
      contact: { email: 'maddie.brook@example.com' },
    })
    const [label] = (await get('/labels')).labels
    await world.api('PATCH', `/conversations/${real.id}`, { body: { addLabels: [label.id] } })
    const [{ id: contactId }] = await items('/leads?q=fiona.drake')
    const { body: job } = await world.api('POST', '/jobs', { body: { title: 'A real one', contactId } })
    const before = await get('/demo/history')
    const removed = (await world.api('DELETE', '/demo/history')).body
    expect(removed).toEqual({ conversations: before.conversations, contacts: before.contacts - 2 })
    expect((await items('/jobs?status=all')).map(({ id }) => id)).toEqual([job.id])
    expect((await items('/conversations?limit=100')).map(({ id }) => id)).toEqual([real.id])
    expect(await items('/conversations?filter=spam')).toEqual([])
    expect((await items('/leads')).map(({ email }) => email).sort()).toEqual([
      'fiona.drake@example.net',
      'maddie.brook@example.com',
    ])
    expect((await get('/labels')).labels).toEqual([label])
    expect([await items('/callbacks'), await items('/canned-replies'), (await get('/contact-tags')).tags]).toEqual([
      [],
      [],
      [],
    ])
    const { gaps } = await get('/knowledge/gaps?status=all')
    expect(gaps.map(({ conversationId }: Body) => conversationId)).toEqual([real.id])
    const { totals, insights } = await overview()
    expect([totals.conversations, totals.leads]).toEqual([1, 2])
    expect(insights.live).toEqual({ requested: 0, answered: 0, missed: 0, medianWaitSeconds: null, byPerson: [] })
    expect(insights.callbacks).toMatchObject({ requested: 0, done: 0, open: 0 })
    const { days } = await get('/usage')
    expect(days.reduce((sum: number, one: Body) => sum + one.messages, 0)).toBe(1)
    expect((await world.api('DELETE', '/demo/history')).body).toEqual({ conversations: 0, contacts: 0 })
    expect(await get('/demo/history')).toEqual({ conversations: 0, contacts: 0, making: false })
  })
})

test('a history whose task gave up goes on with the next start, and one that was removed does not come back', async () => {
  const ctx = await world.context()
  const made = async () => (await get('/demo/history')).conversations
  await ctx.tx(resumeHistory)
  await idle(world)
  expect(await made()).toBe(0)
  await ctx.tx(planHistory)
  await ctx.sql`update demo_histories set next = next + 80`
  await ctx.sql`delete from queue where type = 'demo.makeHistory'`
  await ctx.tx(resumeHistory)
  await expect.poll(made, patience).toBeGreaterThan(0)
})
