import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '../server/core/queue.ts'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { explain } from './support/explain.ts'
import { addTask, runTask } from './support/tasks.ts'
import { addPerson } from './support/team.ts'

const minute = 60_000
const day = 86_400_000
let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
})
afterAll(() => world.close())
// Each test begins on an unused day. Work that is due until then is counted too, so it is done first.
beforeEach(async () => {
  world.clock.move(2 * day)
  await until(async () => (await sql()`select from queue where run_at <= ${world.clock.now()}`).length === 0)
})

const overview = async (query = 'days=1'): Promise<Body> => (await world.get(`/overview?${query}`)).body
const sql = () => world.services.database.sql

/** A visitor who waited three quarters of a minute for Anna. */
async function answeredByAnna(): Promise<string> {
  const anna = await addPerson(world, 'Anna Adler')
  await anna.open()
  const { id } = await world.start({})
  await world.say(id, { action: { id: 'person' } })
  world.clock.move(45_000)
  expect((await anna.post(`/conversations/${id}/takeover`)).status).toBe(200)
  return id
}

test('[R186] days are 1 to 365, by default 30; days begin by minutes or by the name of a zone', async () => {
  const usual = await overview('')
  expect([usual.range.days, usual.series.length]).toEqual([30, 30])
  expect(usual.range.since % day).toBe(0)
  for (const query of ['days=0', 'days=366', 'days=1.5', 'days=many', 'tz=7', 'tz=900', 'tz=Mars/Olympus', 'tz=']) {
    const { status, body } = await world.get(`/overview?${query}`)
    expect([query, status, body.error.code]).toEqual([query, 400, 'bad_request'])
    expect(body.error.message).toContain(query.split('=')[0])
  }
  expect((await overview('days=1&tz=120')).range.since % day).toBe(day - 120 * minute)
  expect((await overview('days=1&tz=-210')).range.since % day).toBe(210 * minute)
})

test('[U109] days follow the daylight saving of a named zone: one has 23 hours, one 25', async () => {
  for (const [now, hours] of [
    [Date.UTC(2030, 2, 31, 12), 23],
    [Date.UTC(2030, 9, 27, 12), 25],
  ] as const) {
    world.clock.move(now - world.clock.now())
    const { since } = (await overview('days=1&tz=Europe/Berlin')).range
    world.clock.move(day)
    const next = await overview('days=2&tz=Europe/Berlin')
    expect((await overview('days=1&tz=Europe/Berlin')).range.since - since).toBe(hours * 3_600_000)
    expect(next.range.since).toBe(since)
  }
})

test('[R187, R188] visitors’ actions are counted at once, in their hour, and on the next day as the previous day', async () => {
  const { id } = await world.start({
    message: 'When are you open?',
    contact: { name: 'Ada Gray', email: 'ada@mail.example' },
    context: { pageUrl: 'https://demo.example/hours?from=ad' },
  })
  await world.say(id, { text: 'And on Sunday?' })
  await world.start({ message: 'Hello' })
  const hour = new Date(world.clock.now()).getUTCHours()
  const today = await overview()
  expect(today.totals).toEqual({ conversations: 2, messages: 6, leads: 1, conversion: 0.5, avgMessages: 3 })
  expect(today.previous).toEqual({ conversations: 0, messages: 0, leads: 0, conversion: 0, avgMessages: 0 })
  expect(today.series).toEqual([{ date: expect.stringMatching(/^2030-/), conversations: 2, leads: 1 }])
  expect(today.insights.hours).toEqual(Array.from({ length: 24 }, (_, at) => (at === hour ? 2 : 0)))
  expect(today.topPages).toEqual([{ url: 'https://demo.example/hours', count: 1 }])
  expect(today.insights.engagement).toMatchObject({ oneMessage: 1, returningVisitors: 0, avgMessages: 3 })
  expect(today.recentQuestions[0]).toMatchObject({ text: 'Hello', at: world.clock.now() })
  expect(today.recentLeads[0]).toMatchObject({ name: 'Ada Gray', email: 'ada@mail.example', conversationId: id })
  world.clock.move(day)
  const next = await overview()
  expect([next.totals.conversations, next.previous]).toEqual([0, today.totals])
})

test('a returning contact counts as returned', async () => {
  const contact = { email: 'bea@mail.example' }
  await world.start({ message: 'Hello', contact })
  world.clock.move(minute)
  await world.start({ message: 'It is me again', contact })
  expect((await overview()).insights.engagement.returningVisitors).toBe(1)
})

test('[R190] visitors who waited for a person are counted with their wait and who answered; others are not', async () => {
  const id = await answeredByAnna()
  const { id: missed } = await world.start({})
  await world.say(missed, { action: { id: 'person' } })
  world.clock.move(60 * minute)
  await until(async () => (await world.get(`/conversations/${missed}`)).body.conversation.status === 'bot')
  const { headline, insights } = await overview()
  expect(headline.current).toMatchObject({ escalated: 1 })
  expect(insights.live).toMatchObject({ requested: 2, answered: 1, missed: 1 })
  expect(insights.live.byPerson).toEqual([{ name: 'Anna Adler', count: 1 }])
  expect(Math.abs(insights.live.medianWaitSeconds - 45)).toBeLessThanOrEqual(1)
  await world.post(`/conversations/${id}/close`)
})

test('jobs and appointments, which do not exist here, are zero', async () => {
  const { jobs, appointments } = (await overview()).insights
  expect(jobs).toEqual({ created: 0, fromChat: 0, won: 0, lost: 0, wonValue: 0, currency: null })
  expect(appointments).toEqual({ booked: 0, fromChat: 0, completed: 0, noShow: 0, cancelled: 0 })
})

test('ratings are counted with their current value', async () => {
  const { id } = await world.start({ message: 'Hello' })
  const [reply] = (await world.stored(id)).filter(({ role }) => role === 'agent')
  const rate = (rating: number | null) => sql()`update messages set feedback = ${rating} where id = ${reply?.id ?? ''}`
  const rated = async () => {
    const { ratedUp, ratedDown } = (await overview()).headline.current
    return [ratedUp, ratedDown]
  }
  await rate(1)
  expect(await rated()).toEqual([1, 0])
  await rate(-1)
  expect(await rated()).toEqual([0, 1])
  await rate(null)
  expect(await rated()).toEqual([0, 0])
})

test('rated replies are counted, and the list contains their conversation once', async () => {
  const { id } = await world.start({ message: 'Hello' })
  await world.say(id, { text: 'And on Sunday?' })
  await sql()`update messages set feedback = 1 where conversation_id = ${id} and role = 'agent'`
  const { range, headline } = await overview()
  const found = (await world.get(`/conversations?from=${range.since}&rated=up`)).body.items
  expect([headline.current.ratedUp, found.map((one: Body) => one.id)]).toEqual([2, [id]])
})

test('what the team deletes or marks as spam is no longer counted; what retention removes still is', async () => {
  const { id: unwanted } = await world.start({ message: 'Buy now' })
  const { id: deleted } = await world.start({ message: 'A test of ours' })
  await world.start({ message: 'Hello' })
  expect((await overview()).totals.conversations).toBe(3)
  await world.api('PATCH', `/conversations/${unwanted}`, { body: { spam: true, site: 'demo' } })
  await world.api('DELETE', `/conversations/${deleted}?site=demo`)
  expect((await overview()).totals).toMatchObject({ conversations: 1, messages: 2 })
  await world.set({ retention: { conversations: 1 } })
  world.clock.move(3 * day)
  await addTask(world.services, 'retention.run')
  world.services.queue.wake()
  await until(
    async () => (await sql()`select from conversations where first_message = 'Hello' and site = 'demo'`).length === 0,
  )
  await world.set({ retention: { conversations: null } })
  expect((await overview('days=4')).totals).toMatchObject({ conversations: 1, messages: 2 })
})

test('[U3] another site’s visitors are counted only there', async () => {
  const key = await world.key(undefined, { site: 'other' })
  await world.api('POST', '/conversations', { key, body: { message: 'Hello' } })
  const theirs = await world.api('GET', '/overview?days=1', { key })
  expect([theirs.body.totals.conversations, (await overview()).totals.conversations]).toEqual([1, 0])
})

test('counts are added up by a job, and stay the same', async () => {
  await world.start({ message: 'Hello', contact: { email: 'cleo@mail.example' } })
  const before = await overview('days=30')
  await addTask(world.services, 'overview.addUp')
  world.services.queue.wake()
  await until(async () => (await sql()`select from tally_changes`).length === 0)
  expect(await overview('days=30')).toEqual(before)
})

test('a plan that was made without changes compares each change once, however many there are then', async () => {
  await sql()`truncate tally_changes`
  const explained = await explain(sql(), () => runTask(world.services, 'overview.addUp'))
  const about = explained.filter((one) => one.sql.includes('delete from tally_changes'))
  expect(about.map(({ filters }) => filters.filter((filter) => filter.includes('ANY')))).toEqual([[]])
})

test('no text of a deleted record remains in the counts', async () => {
  const { id } = await world.start({ message: 'Hello', context: { pageUrl: 'https://demo.example/for/ada-gray' } })
  const left = async () =>
    (
      await sql()`select from tallies where strpos(key, 'ada-gray') > 0 union all
      select from tally_changes where strpos(key, 'ada-gray') > 0`
    ).length
  const addUp = async () => {
    world.clock.move(5 * minute)
    await addTask(world.services, 'overview.addUp')
    world.services.queue.wake()
    await until(async () => (await sql()`select from tally_changes`).length === 0)
  }
  await addUp()
  expect(await left()).toBe(3)
  await world.api('DELETE', `/conversations/${id}?site=demo`)
  await addUp()
  await until(async () => (await left()) === 0)
})

describe('[R192] problems are listed with the page on which to fix them', () => {
  // Moving the clock may exceed the time limit of an embedding in progress.
  const health = async () =>
    (await overview()).health.filter(({ kind }: { kind: string }) => kind !== 'embedding_failing')
  const entry = { title: 'Opening hours', content: 'We are open from 9 to 17 o’clock.', site: 'demo' }

  test('[U12] a built-in assistant without knowledge, until it has some', async () => {
    expect(await health()).toMatchObject([
      { kind: 'knowledge_empty', reason: 'knowledge_empty', page: '/dashboard/knowledge' },
    ])
    expect((await world.api('POST', '/knowledge/manual', { body: entry })).status).toBe(201)
    expect(await health()).toEqual([])
  })

  test('a database that refuses writes, until it accepts them again', async () => {
    await sql().unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = '53100';
      end $$;
      create trigger refusing before insert on write_probe for each statement execute function refuse()`)
    const detail = 'The database cannot write: its disk is full (53100).'
    const problem = {
      ...{ kind: 'database_failing', title: 'The database does not store changes', detail },
      ...{ reason: 'database_full', params: {} },
    }
    try {
      world.clock.move(5_000)
      await expect.poll(health).toEqual([{ ...problem, page: '/dashboard/overview' }])
    } finally {
      await sql()`drop function refuse() cascade`
    }
    world.clock.move(5_000)
    await expect.poll(health).toEqual([])
  })

  test('[U12] a reached message limit, until the next day', async () => {
    const { messagesPerSitePerDay } = (await world.get('/settings')).body.settings.security.limits
    await world.set({ security: { limits: { messagesPerSitePerDay: 1 } } })
    try {
      await world.start()
      expect(await world.post('/conversations', { message: 'One more?' })).toMatchObject({ status: 429 })
      // Work that became due when the clock moved is done first, here and below.
      await expect
        .poll(health)
        .toMatchObject([
          { kind: 'daily_cap', reason: 'daily_cap', params: { limit: 1 }, page: '/dashboard/settings/data' },
        ])
      world.clock.move(day)
      await expect.poll(health).toEqual([])
    } finally {
      await world.set({ security: { limits: { messagesPerSitePerDay } } })
    }
  })

  test('[U12] a failing model, until it answers again', async () => {
    world.says({ text: 'We' }, { error: 'out of memory' })
    expect((await world.post('/conversations', { message: 'Are you there?' })).status).toBe(502)
    // Work that became due when the clock moved is done first.
    await expect.poll(async () => (await health()).length).toBe(1)
    const [problem] = await health()
    const why = { reason: 'model_stopped', params: { url: expect.stringMatching(/^http/) } }
    expect(problem).toMatchObject({ kind: 'ai_backend', title: 'The model is not responding', ...why })
    expect(problem.page).toMatch(/^\/dashboard\//)
    world.says({ text: 'All is well.' })
    await world.start({ message: 'And now?' })
    await expect.poll(health).toEqual([])
  })

  test('a website that could not be learned, until it was; a file from which nothing was learned', async () => {
    const run = { trigger: 'api', follows: false, include: [], exclude: [], total: 1, site: 'demo' }
    const add = (id: string, status: string, error: string | null, reason: string | null = null) =>
      sql()`insert into crawl_runs ${sql()({ ...run, id, status, error, reason, created_at: world.clock.now() })}`
    await add('run_1', 'failed', 'The host is not known.', 'crawl_gave_up')
    await expect.poll(health).toEqual([
      {
        ...{ kind: 'crawl_failed', title: 'The website could not be learned', detail: 'The host is not known.' },
        ...{ reason: 'crawl_gave_up', params: null, page: '/dashboard/knowledge' },
      },
    ])
    world.clock.move(minute)
    await add('run_2', 'done', null)
    const file = { id: 'file_1', site: 'demo', name: 'Prices.pdf', type: 'pdf', size: 1, created_at: 0 }
    await sql()`insert into files ${sql()({ ...file, status: 'error', error: 'It is locked with a password.' })}`
    await expect.poll(health).toEqual([
      {
        ...{ kind: 'file_failed', title: 'Files could not be read' },
        ...{ detail: 'Prices.pdf: It is locked with a password.', page: '/dashboard/knowledge/files' },
        ...{ reason: 'files_failed', params: { names: 'Prices.pdf' } },
      },
    ])
    await sql()`delete from files`
    await sql()`delete from crawl_runs`
  })

  test('a bot of this site, not of others', async () => {
    const broken = { token: 'sealed', status: 'error', last_error: 'Unauthorized', link_code: 'x' }
    await sql()`insert into telegram ${sql()({ site: 'other', ...broken } as never)}`
    await expect.poll(health).toEqual([])
    await sql()`update telegram set site = 'demo'`
    await expect.poll(health).toEqual([
      {
        ...{ kind: 'telegram_failing', title: 'Telegram is not working', detail: 'Unauthorized' },
        ...{ reason: null, params: null, page: '/dashboard/settings/telegram' },
      },
    ])
    await sql()`update telegram set reason = 'telegram_token', params = '{}'`
    await expect.poll(health).toMatchObject([{ kind: 'telegram_failing', reason: 'telegram_token', params: {} }])
    await sql()`delete from telegram`
  })

  test('background work that failed several times, or that waits', async () => {
    await enqueue(sql(), { type: 'none.such', site: '', data: {}, at: world.clock.now() + day })
    await sql()`update queue set failures = 3, last_error = 'Error: it broke' where type = 'none.such'`
    await expect
      .poll(health)
      .toMatchObject([
        { kind: 'jobs_late', detail: 'Error: it broke', reason: 'task_failed', params: { why: 'Error: it broke' } },
      ])
    await sql()`update queue set last_error = null, failures = 0, run_at = ${world.clock.now() - 6 * minute} where type = 'none.such'`
    await expect.poll(health).toMatchObject([{ kind: 'jobs_late', reason: 'tasks_late', params: { minutes: 5 } }])
    await sql()`delete from queue where type = 'none.such'`
  })
})
