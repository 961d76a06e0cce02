import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Call, call } from '../server/core/call.ts'
import { AppError } from '../server/core/error.ts'
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

const sql = () => world.services.database.sql
const count = async (table: string): Promise<number> =>
  (await sql()<[{ rows: number }]>`select count(*) as rows from ${sql()(table)}`)[0].rows

let names = 0
/** An unused key. */
const fresh = () => `repeat ${++names}`

/** POSTs with an Idempotency-Key. */
const post = (path: string, idempotencyKey: string, body: unknown = {}, as = key): Promise<Reply> =>
  world.api('POST', path, { key: as, body, headers: { 'idempotency-key': idempotencyKey } })

const replayed = ({ headers }: Reply) => headers.get('idempotent-replay')
const entry = (title: string) => ({ title, content: 'We open at nine.' })

/** The same call on the other server, which has no port. */
async function callSecond(path: string, operation: Call['operation'], idempotencyKey: string, body: unknown) {
  const actor = await second.services.identify(key)
  if (!actor) throw new Error('the second server does not know the key')
  const input = async () => structuredClone(body) as Record<string, unknown>
  const { signal } = new AbortController()
  const request = { operation, actor, address: '127.0.0.1', signal, idempotencyKey, input, route: `/api/v1${path}` }
  return await call(second.services, request).catch((error) => {
    if (error instanceof AppError) return { status: error.status, body: error.body() }
    throw error
  })
}

describe('the same request again [U98]', () => {
  test('runs once and is answered the same, success and refusal alike', async () => {
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

  test('is the same in any order of fields, but unknown fields count', async () => {
    const name = fresh()
    const send = (text: string) => post('/knowledge/manual', name, text)
    const first = await send('{"title":"Order","content":"a","more":{"x":1,"y":[2]}}')
    expect(first.status).toBe(201)
    expect((await send('{"more":{"y":[2],"x":1},"content":"a","title":"Order"}')).body).toEqual(first.body)
    expect((await send('{"more":{"y":[2],"x":2},"content":"a","title":"Order"}')).status).toBe(409)
  })

  test('with another body is 409, whether the first has ended or still runs', async () => {
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

  test('is another request for another route, record, site or caller', async () => {
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

  test('leaves one entry in the audit log', async () => {
    const name = fresh()
    const { body } = await post('/knowledge/manual', name, entry('Audited'))
    await post('/knowledge/manual', name, entry('Audited'))
    const lines = (await world.get('/audit?limit=20')).body.items.filter(
      (line: { target: string }) => line.target === body.id,
    )
    expect(lines).toMatchObject([{ action: 'POST /knowledge/manual', status: 201 }])
  })

  test('from a caller without access is refused as usual, and does not use up the key', async () => {
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
  test('run once, and all get the same answer [threat 7]', async () => {
    const name = fresh()
    const before = await count('conversations')
    const all = await Promise.all(Array.from({ length: 20 }, () => post('/conversations', name, { message: 'Hello' })))
    expect(await count('conversations')).toBe(before + 1)
    expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(all.filter((reply) => replayed(reply) === null)).toHaveLength(1)
  })

  test('over two servers on one database run once', async () => {
    const name = fresh()
    const before = await count('documents')
    const operation = operations.manual.save as unknown as Call['operation']
    const one = () => post('/knowledge/manual', name, entry('Both'))
    const other = () => callSecond('/knowledge/manual', operation, name, entry('Both'))
    const all = await Promise.all(Array.from({ length: 20 }, (_, number) => (number % 2 ? one() : other())))
    expect(await count('documents')).toBe(before + 1)
    expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  })

  test('wait while the first runs', async () => {
    const gate = createGate()
    world.says(...stepped(gate, ['At last.']))
    const name = fresh()
    const first = post('/conversations', name, { message: 'Hello' })
    await expect.poll(async () => (await claimed(name)).length, patience).toBe(1)
    const repeat = post('/conversations', name, { message: 'Hello' })
    gate.open()
    expect((await first).body.messages).toMatchObject([{ text: 'At last.' }])
    expect([(await repeat).body, replayed(await repeat)]).toEqual([(await first).body, 'true'])
    world.says({ text: 'All is well.' })
  })
})

describe('what is stored', () => {
  test('does not include a secret shown once: 409 with the record’s id', async () => {
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

  test('is the answer if it contains no secret', async () => {
    const name = fresh()
    const body = { email: 'password@example.com', password: 'a password of ten' }
    const first = await post('/admins', name, body, world.adminKey)
    expect(first.body.signInLink).toBeNull()
    const again = await post('/admins', name, body, world.adminKey)
    expect([again.status, again.body, replayed(again)]).toEqual([201, first.body, 'true'])
  })

  test('cannot be read in the database, neither the answer nor the request', async () => {
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
    expect(world.services.seal.open('idempotency', row?.answer)).toContain('between us')
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

  test('does not include temporary errors: 429, 502 and 503 are retried', async () => {
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

  test('does not create a second conversation for a start whose model failed', async () => {
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

  async function claim(repeatable: Repeatable) {
    const claimed = await claimOrReplay(world.services, repeatable)
    if (!('claim' in claimed)) throw new Error('it was claimed before')
    return claimed.claim
  }

  /** As if the server of the claim were dead: no heartbeat supports its lease. */
  const die = ({ key }: Repeatable) => sql()`update idempotency set lease = 'dead.1' where key = ${key}`

  test('before it changed anything leaves the request to the next server', async () => {
    const repeatable = request()
    await claim(repeatable)
    let looks = 0
    const { database } = second.services
    const counted = ((strings: TemplateStringsArray, ...values: never[]) => {
      if (strings.join().includes('insert into idempotency')) looks++
      return database.sql(strings, ...values)
    }) as unknown as typeof database.sql
    const next = claimOrReplay({ ...second.services, database: { ...database, sql: counted } }, repeatable)
    let taken = false
    void next.then(() => {
      taken = true
    })
    world.clock.move(10 * minute)
    const before = looks
    await expect.poll(() => looks, patience).toBeGreaterThan(before + 2)
    expect(taken).toBe(false)
    await die(repeatable)
    const takenOver = await next
    if (!('claim' in takenOver)) throw new Error('nothing was answered yet')
    await takenOver.claim.keep(answer)
    expect(await claimOrReplay(world.services, repeatable)).toEqual({ answer })
  })

  test('between the commit and its answer leaves 409 with the record’s id', async () => {
    const repeatable = request()
    const { committed } = await claim(repeatable)
    await sql().begin((tx) => committed(tx as never, 'conv_made'))
    const repeat = claimOrReplay(second.services, repeatable).then(
      () => undefined,
      (error) => error,
    )
    await die(repeatable)
    const error = await repeat
    expect(error).toBeInstanceOf(AppError)
    expect([error.status, error.body()]).toMatchObject([409, { error: { code: 'conflict' }, id: 'conv_made' }])
  })

  test('is not waited for by a caller that disconnects', async () => {
    const leaving = new AbortController()
    const repeatable = { ...request(), signal: leaving.signal }
    await claim(repeatable)
    const repeat = claimOrReplay(world.services, repeatable)
    leaving.abort()
    await expect(repeat).rejects.toMatchObject({ status: 503 })
  })

  test('but was only slow cannot commit what another server has taken over', async () => {
    const repeatable = request()
    const slow = await claim(repeatable)
    await die(repeatable)
    const taken = await claimOrReplay(second.services, repeatable)
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
    expect(await claimOrReplay(world.services, repeatable)).toEqual({ answer })
  })
})

test('a key that retention removes during the check is free: another body with it is a new request', async () => {
  const request = { caller: 'key:x', route: 'x', key: fresh(), signal: new AbortController().signal }
  const first = await claimOrReplay(world.services, { ...request, body: { day: 1 } })
  if (!('claim' in first)) throw new Error('it was claimed before')
  await first.claim.keep({ status: 201, body: {} })
  world.clock.move(day + minute)
  const { database } = world.services
  const racing = ((strings: TemplateStringsArray, ...values: never[]) => {
    const query = () => database.sql(strings, ...values)
    if (!strings[0]?.includes('delete from idempotency')) return query()
    return database.sql`delete from idempotency where key = ${request.key}`.then(query)
  }) as unknown as typeof database.sql
  const services = { ...world.services, database: { ...database, sql: racing } }
  const second = await claimOrReplay(services, { ...request, body: { day: 2 } })
  expect(second).toHaveProperty('claim')
  if ('claim' in second) await second.claim.release()
})
