import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, call } from '../server/core/call.ts'
import { Refusal } from '../server/core/error.ts'
import { type Answer, claimOrReplay, type Repeatable } from '../server/core/idempotency.ts'
import { operations } from '../server/operations.ts'
import { allScopes } from '../shared/scope.ts'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { patience } from './support/live.ts'
import { openSecond, type Second } from './support/second.ts'
import { createGate, stepped } from './support/steps.ts'
import type { Reply } from './support/world.ts'

const minute = 60_000
const day = 86_400_000

let world: ChatWorld
let second: Second
let key: string

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
  second = await openSecond(world)
  key = await world.key(allScopes, { ratePerMinute: 100_000 })
})
afterAll(async () => {
  await second.close()
  await world.close()
})
beforeEach(() => world.clock.move(minute))

const sql = () => world.parts.database.sql
const count = async (table: string): Promise<number> =>
  (await sql()<[{ rows: number }]>`select count(*) as rows from ${sql()(table)}`)[0].rows

let names = 0
/** A key that nobody used before. */
const fresh = () => `repeat ${++names}`

/** POSTs with an Idempotency-Key. */
const post = (path: string, idempotencyKey: string, body: unknown = {}, as = key): Promise<Reply> =>
  world.api('POST', path, { key: as, body, headers: { 'idempotency-key': idempotencyKey } })

const replayed = ({ headers }: Reply) => headers.get('idempotent-replay')
const entry = (title: string) => ({ title, content: 'We open at nine.' })

/** The same call by way of the other server, which has no port of its own. */
async function callSecond(path: string, operation: Call['operation'], idempotencyKey: string, body: unknown) {
  const actor = await second.parts.identify(key)
  if (!actor) throw new Error('the second server does not know the key')
  const input = async () => structuredClone(body) as Record<string, unknown>
  const { signal } = new AbortController()
  const request = { operation, actor, address: '127.0.0.1', signal, idempotencyKey, input, route: `/api/v1${path}` }
  return await call(second.parts, request).catch((error) => {
    if (error instanceof Refusal) return { status: error.status, body: error.body() }
    throw error
  })
}

describe('the same request again [U98]', () => {
  test('is done once and answered the same, success and refusal alike', async () => {
    const name = fresh()
    const first = await post('/conversations', name, { message: 'Hello' })
    const conversations = await count('conversations')
    const again = await post('/conversations', name, { message: 'Hello' })
    expect([again.status, again.body, replayed(again)]).toEqual([201, first.body, 'true'])
    expect([replayed(first), await count('conversations')]).toEqual([null, conversations])

    const refusal = fresh()
    const no = await post('/conversations/conv_none/messages', refusal, { text: 'Hello' })
    const noAgain = await post('/conversations/conv_none/messages', refusal, { text: 'Hello' })
    expect([noAgain.status, noAgain.body, replayed(noAgain)]).toEqual([404, no.body, 'true'])
  })

  test('is the same however its fields are ordered, and what nobody reads in it counts', async () => {
    const name = fresh()
    const send = (text: string) => post('/knowledge/manual', name, text)
    const first = await send('{"title":"Order","content":"a","more":{"x":1,"y":[2]}}')
    expect(first.status).toBe(201)
    expect((await send('{"more":{"y":[2],"x":1},"content":"a","title":"Order"}')).body).toEqual(first.body)
    expect((await send('{"more":{"y":[2],"x":2},"content":"a","title":"Order"}')).status).toBe(409)
  })

  test('with another body is 409, whether the first is done or still runs', async () => {
    const name = fresh()
    await post('/knowledge/manual', name, entry('One'))
    const other = await post('/knowledge/manual', name, entry('Two'))
    expect([other.status, other.body.error.code, replayed(other)]).toEqual([409, 'conflict', null])
    expect((await post('/knowledge/manual', name, entry('One'))).status).toBe(201)

    const gate = createGate()
    world.says(...stepped(gate, ['Slow']))
    const running = fresh()
    const first = post('/conversations', running, { message: 'Hello' })
    await expect.poll(async () => (await claimed(running)).length, patience).toBe(1)
    expect((await post('/conversations', running, { message: 'Bye' })).status).toBe(409)
    gate.open()
    expect((await first).status).toBe(201)
    world.says({ text: 'All is well.' })
  })

  test('is another one for another route, record, site or caller', async () => {
    const name = fresh()
    const [one, two] = [(await world.start({})).id, (await world.start({})).id]
    const other = await world.key(allScopes, { ratePerMinute: 1000 })
    const elsewhere = await world.key(allScopes, { site: 'other' })
    const all = [
      await post(`/conversations/${one}/end`, name),
      await post(`/conversations/${two}/end`, name),
      await post('/conversations', name),
      await post('/conversations', name, {}, other),
      await post('/conversations', name, {}, elsewhere),
      await post('/conversations?site=demo', name, {}, world.adminKey),
      await post('/conversations?site=other', name, {}, world.adminKey),
    ]
    expect(all.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201, 201])
    expect(all.map(replayed)).toEqual(all.map(() => null))
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(all.length)
  })

  test.each([
    ['', 400],
    ['x', 201],
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
  ])('with a key %j is %i', async (name, status) => {
    const reply = await post('/conversations', name)
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.body.error.message).toContain('Idempotency-Key')
  })

  test('leaves one line in the audit log', async () => {
    const name = fresh()
    const { body } = await post('/knowledge/manual', name, entry('Audited'))
    await post('/knowledge/manual', name, entry('Audited'))
    const lines = (await world.get('/audit?limit=20')).body.items.filter(
      (line: { target: string }) => line.target === body.id,
    )
    expect(lines).toMatchObject([{ action: 'POST /knowledge/manual', status: 201 }])
  })

  test('of whoever may not is refused as ever, and takes no key from who may', async () => {
    const name = fresh()
    const poor = await world.key(['chat'])
    expect((await post('/knowledge/manual', name, entry('Mine'), poor)).status).toBe(403)
    expect((await post('/knowledge/manual', name, entry('Mine'))).status).toBe(201)
    const seen = await post('/knowledge/manual', name, entry('Mine'), poor)
    expect([seen.status, replayed(seen)]).toEqual([403, null])
  })
})

const claimed = (name: string) => sql()`select * from idempotency where key = ${name}`

describe('twenty of the same request at once', () => {
  test('are done once, and all get the one answer [threat 7]', async () => {
    const name = fresh()
    const before = await count('conversations')
    const all = await Promise.all(Array.from({ length: 20 }, () => post('/conversations', name, { message: 'Hello' })))
    expect(await count('conversations')).toBe(before + 1)
    expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(all.filter((reply) => replayed(reply) === null)).toHaveLength(1)
  })

  test('over two servers on one database are done once', async () => {
    const name = fresh()
    const before = await count('documents')
    const operation = operations.manual.save as unknown as Call['operation']
    const one = () => post('/knowledge/manual', name, entry('Both'))
    const other = () => callSecond('/knowledge/manual', operation, name, entry('Both'))
    const all = await Promise.all(Array.from({ length: 20 }, (_, number) => (number % 2 ? one() : other())))
    expect(await count('documents')).toBe(before + 1)
    expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  })

  test('wait for the first, however long it takes, and their claim does not run out meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const gate = createGate()
    // A model that stays silent for so long is given up; this one is slow.
    world.says(...stepped(gate, ['A', 't ', 'l', 'a', 's', 't', '.']))
    const name = fresh()
    const first = post('/conversations', name, { message: 'Hello' })
    await expect.poll(async () => (await claimed(name)).length, patience).toBe(1)
    gate.step()
    const repeat = post('/conversations', name, { message: 'Hello' })
    const until = async () => (await claimed(name))[0]?.leased_until as number
    for (let step = 0; step < 6; step++) {
      world.clock.move(10_000)
      const now = world.clock.now()
      vi.advanceTimersByTime(10_000)
      await expect.poll(async () => (await until()) > now + 20_000, patience).toBe(true)
      gate.step()
    }
    vi.useRealTimers()
    gate.open()
    expect((await first).body.messages).toMatchObject([{ text: 'At last.' }])
    expect([(await repeat).body, replayed(await repeat)]).toEqual([(await first).body, 'true'])
    world.says({ text: 'All is well.' })
  })
})

describe('what is kept', () => {
  test('is no secret that is shown once: 409 with the record’s id', async () => {
    const body = { name: 'secret', preset: 'chat' }
    const name = fresh()
    const first = await post('/keys', name, body)
    const again = await post('/keys', name, body)
    expect([again.status, again.body.error, again.body.id]).toMatchObject([
      409,
      { code: 'conflict', id: first.body.id },
      first.body.id,
    ])

    const account = fresh()
    const withLink = await post('/admins', account, { email: 'linked@example.com' }, world.adminKey)
    expect(withLink.body.signInLink).toContain('/dashboard/link#')
    const noLink = await post('/admins', account, { email: 'linked@example.com' }, world.adminKey)
    expect([noLink.status, noLink.body.id]).toEqual([409, 'linked@example.com'])
    const rows = JSON.stringify(await sql()`select * from idempotency where key in (${name}, ${account})`)
    expect(rows).not.toContain(first.body.key.slice(22))
    expect(await sql()`select answer from idempotency where key in (${name}, ${account})`).toEqual([
      { answer: null },
      { answer: null },
    ])
  })

  test('of an answer without its secret is the answer', async () => {
    const name = fresh()
    const body = { email: 'password@example.com', password: 'a password of ten' }
    const first = await post('/admins', name, body, world.adminKey)
    expect(first.body.signInLink).toBeNull()
    const again = await post('/admins', name, body, world.adminKey)
    expect([again.status, again.body, replayed(again)]).toEqual([201, first.body, 'true'])
  })

  test('cannot be read in the database, neither the answer nor what was sent', async () => {
    const name = fresh()
    const text = 'My card number is 4929 1234'
    world.says({ text: 'That is between us.' })
    const { body } = await post('/conversations', name, { message: text, metadata: { ref: 'confidential' } })
    const [row] = await claimed(name)
    expect(row?.answer).toEqual(expect.any(String))
    const kept = JSON.stringify(row)
    for (const part of [text, 'between us', 'confidential', body.messages[0].id]) expect(kept).not.toContain(part)
    for (const decoded of ['base64', 'base64url', 'hex'] as const)
      expect(Buffer.from(row?.answer, decoded).toString('utf8')).not.toContain('between us')
    expect(world.parts.seal.open('idempotency', row?.answer)).toContain('between us')
    world.says({ text: 'All is well.' })
  })

  test('is kept for 24 hours, and then the request is a new one', async () => {
    const name = fresh()
    const first = await post('/conversations', name)
    world.clock.move(day - minute)
    expect((await post('/conversations', name)).body).toEqual(first.body)
    world.clock.move(2 * minute)
    const anew = await post('/conversations', name)
    expect([anew.status, replayed(anew)]).toEqual([201, null])
    expect(anew.body.id).not.toBe(first.body.id)
    const other = fresh()
    await post('/knowledge/manual', other, entry('Day one'))
    world.clock.move(day + minute)
    expect((await post('/knowledge/manual', other, entry('Day two'))).status).toBe(201)
    expect((await post('/knowledge/manual', other, entry('Day two'))).status).toBe(201)
  })

  test('is no refusal that may pass: 429, 502 and 503 are tried anew', async () => {
    const limits = (messagesPerSession: number) => world.set({ security: { limits: { messagesPerSession } } })
    const { id } = await world.start()
    await limits(1)
    const name = fresh()
    const full = await post(`/conversations/${id}/messages`, name, { text: 'More' })
    expect([full.status, full.body.error.code]).toEqual([429, 'quota_exceeded'])
    await limits(60)
    const later = await post(`/conversations/${id}/messages`, name, { text: 'More' })
    expect([later.status, replayed(later)]).toEqual([200, null])

    world.says({ error: 'the model broke' })
    const failing = fresh()
    const sent = { text: 'Still there?', clientMessageId: 'still' }
    expect((await post(`/conversations/${id}/messages`, failing, sent)).status).toBe(502)
    world.says({ text: 'Yes.' })
    const again = await post(`/conversations/${id}/messages`, failing, sent)
    expect([again.status, again.body.messages[0]?.text]).toEqual([200, 'Yes.'])
    expect((await post(`/conversations/${id}/messages`, failing, sent)).body).toEqual(again.body)
    const said = (await world.stored(id)).filter(({ text }) => text === 'Still there?')
    expect(said).toHaveLength(1)
  })

  test('of a start whose model failed is no second conversation', async () => {
    world.says({ error: 'the model broke' })
    const name = fresh()
    const before = await count('conversations')
    const failed = await post('/conversations', name, { message: 'Hello' })
    expect(failed.status).toBe(502)
    world.says({ text: 'All is well.' })
    const again = await post('/conversations', name, { message: 'Hello' })
    expect([again.status, again.body.id, await count('conversations')]).toEqual([201, failed.body.id, before + 1])
    expect(replayed(again)).toBeNull()
    expect((await post('/conversations', name, { message: 'Hello' })).body).toEqual(again.body)
  })
})

describe('a server that dies', () => {
  const { signal } = new AbortController()
  const caller = () => `key:${key.slice(9, 21)}`
  const request = (): Repeatable => ({ caller: caller(), route: 'x', key: fresh(), body: { a: 1 }, signal })
  const answer: Answer = { status: 201, body: { id: 'x_1' } }

  /** Claims as a server does that then dies: it neither keeps an answer nor renews its claim. */
  async function claimAndDie(repeatable: Repeatable, record?: string) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const claimed = await claimOrReplay(world.parts, repeatable)
    vi.useRealTimers()
    if (!('claim' in claimed)) throw new Error('it was claimed before')
    if (record !== undefined) await sql().begin((tx) => claimed.claim.committed(tx as never, record))
    return claimed.claim
  }

  test('before it changed anything leaves the request to the next, once its claim has run out', async () => {
    const repeatable = request()
    await claimAndDie(repeatable)
    const next = claimOrReplay(second.parts, repeatable)
    let taken = false
    void next.then(() => {
      taken = true
    })
    world.clock.move(29_000)
    await expect.poll(async () => (await claimed(repeatable.key))[0]?.committed, patience).toBe(false)
    expect(taken).toBe(false)
    world.clock.move(1_000)
    const takenOver = await next
    if (!('claim' in takenOver)) throw new Error('nothing was answered yet')
    await takenOver.claim.keep(answer)
    expect(await claimOrReplay(world.parts, repeatable)).toEqual({ answer })
  })

  test('between the commit and its answer leaves 409 with the record’s id', async () => {
    const repeatable = request()
    await claimAndDie(repeatable, 'conv_made')
    const repeat = claimOrReplay(second.parts, repeatable).then(
      () => undefined,
      (error) => error,
    )
    world.clock.move(30_000)
    const error = await repeat
    expect(error).toBeInstanceOf(Refusal)
    expect([error.status, error.body()]).toMatchObject([409, { error: { code: 'conflict' }, id: 'conv_made' }])
  })

  test('is not waited for by a caller that leaves', async () => {
    const leaving = new AbortController()
    const repeatable = { ...request(), signal: leaving.signal }
    await claimAndDie(repeatable)
    const repeat = claimOrReplay(world.parts, repeatable)
    leaving.abort()
    await expect(repeat).rejects.toMatchObject({ status: 503 })
  })

  test('but was only slow cannot commit what another server has taken over', async () => {
    const repeatable = request()
    const slow = await claimAndDie(repeatable)
    world.clock.move(30_000)
    const taken = await claimOrReplay(second.parts, repeatable)
    if (!('claim' in taken)) throw new Error('it was not taken over')
    const late = sql().begin(async (tx) => {
      await tx`insert into usage_days (site, day) values ('late', 'never')`
      await slow.committed(tx as never, 'from the slow one')
    })
    await expect(late).rejects.toThrow()
    expect(await sql()`select from usage_days where site = 'late'`).toEqual([])
    await sql().begin((tx) => taken.claim.committed(tx as never, 'from the other'))
    await taken.claim.keep(answer)
    await slow.release()
    await slow.keep({ status: 500, body: {} })
    expect(await claimOrReplay(world.parts, repeatable)).toEqual({ answer })
  })
})

test('what the retention removes while it is looked at is past: another body under its key is a new request', async () => {
  const request = { caller: 'key:x', route: 'x', key: fresh(), signal: new AbortController().signal }
  const first = await claimOrReplay(world.parts, { ...request, body: { day: 1 } })
  if (!('claim' in first)) throw new Error('it was claimed before')
  await first.claim.keep({ status: 201, body: {} })
  world.clock.move(day + minute)
  const { database } = world.parts
  const racing = ((strings: TemplateStringsArray, ...values: never[]) => {
    const query = () => database.sql(strings, ...values)
    if (!strings[0]?.includes('delete from idempotency')) return query()
    return database.sql`delete from idempotency where key = ${request.key}`.then(query)
  }) as unknown as typeof database.sql
  const parts = { ...world.parts, database: { ...database, sql: racing } }
  const second = await claimOrReplay(parts, { ...request, body: { day: 2 } })
  expect(second).toHaveProperty('claim')
  if ('claim' in second) await second.claim.release()
})
