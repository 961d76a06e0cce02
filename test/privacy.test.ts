import { afterAll, beforeAll, expect, test } from 'vitest'
import { privacyDownloads } from '../server/features/contacts/privacy.ts'
import { unzip } from '../server/features/knowledge/reading/zip.ts'
import { events } from '../shared/event.ts'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { type Caller, emittedBy, person, program } from './support/desk.ts'

let world: ChatWorld
let key: Caller
let anna: Caller

beforeAll(async () => {
  world = await createChatWorld()
  key = await program(world)
  anna = await person(world)
})
afterAll(() => world.close())

const email = 'grace.hopper@mail.example'
const secret = 'heliotrope'

/** A person with data in every place where the product stores what a visitor said. */
async function fill(): Promise<{ lead: string; conversations: string[] }> {
  const { sql } = world.services.database
  world.says({ text: `We will write to ${email} about ${secret}.` })
  const contact = { name: 'Grace Hopper', email, phone: '+44 20 7946 0958', shoe: secret }
  const user = { id: email, email, name: 'Grace Hopper' }
  const context = { pageUrl: `https://demo.example/?q=${email}`, referrer: `https://demo.example/${email}` }
  const start = { message: `I am ${email}, ${secret}`, contact, user, context, externalId: email, metadata: { email } }
  const started = await world.post('/conversations', start, { 'idempotency-key': 'first of Grace' })
  const { id } = started.body
  await world.say(id, { text: `Again: ${email}`, clientMessageId: email }, { 'idempotency-key': 'second of Grace' })
  const offer = (await world.say(id, { action: { id: 'person', label: email } })).body.messages.at(-1)
  const answers = { name: 'Grace', phone: '+44 20 7946 0958', email, message: `${secret} ${email}` }
  await world.say(id, { action: { id: offer.id, value: JSON.stringify(answers) } })
  const other = (await world.start({ message: 'Me again', user: { id: 7, email } })).id
  const [wish] = (await key.get('/callbacks')).body.items
  await key.patch(`/callbacks/${wish.id}`, { note: `Called ${email}` })
  await key.post(`/conversations/${id}/notes`, { text: `Careful with ${email}` })
  const { lead } = (await key.get(`/conversations/${id}`)).body
  await key.post(`/leads/${lead.id}/notes`, { text: `Prefers ${email}` })
  await key.patch(`/leads/${lead.id}`, {
    notes: email,
    company: secret,
    attributes: { mail: email },
    fields: { mail: email },
  })
  await key.patch(`/conversations/${id}`, { attributes: { mail: email } })
  await anna.put(`/conversations/${id}/draft`, { text: `Dear ${email}`, mode: 'reply' })
  await sql`
    insert into gaps (id, site, question, terms, lexemes, count, first_asked_at, last_asked_at)
    values ('gap_grace', 'demo', ${`Does ${email} sell tandems?`}, '[]', '{}', 1, 1, 1)`
  await sql`
    insert into gap_askings (id, gap, conversation_id, question, terms, at)
    values ('ask_grace', 'gap_grace', ${id}, ${`Does ${email} sell tandems?`}, '[]', 1)`
  await sql`update conversations set summary = ${`Wants to be called: ${email}`}, data = ${sql.json({ tool: { email } })} where id = ${id}`
  await world.api('POST', '/admins', { body: { email } })
  await world.api('DELETE', `/admins/${email}`)
  world.says({ text: 'All is well.' })
  return { lead: lead.id, conversations: [id, other] }
}

/** The columns that contain a text in a dump of the whole database. */
async function columnsWith(text: string): Promise<string[]> {
  const { sql } = world.services.database
  const columns = await sql<{ place: string; table: string; column: string }[]>`
    select table_name || '.' || column_name as place, table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  expect(columns.length).toBeGreaterThan(200)
  const found = columns.map(
    ({ place, table, column }) =>
      sql`select ${place} as place where exists (select from ${sql(table)} t where strpos(lower(t.${sql(column)}::text), ${text}) > 0)`,
  )
  const rows = await Promise.all(found.map((query) => sql<{ place: string }[]>`${query}`))
  return rows.flat().map(({ place }) => place)
}

test('everything about a person is exported as one archive, which is audited', async () => {
  const { lead, conversations } = await fill()
  const token = await world.key()
  const get = (key: string) =>
    fetch(`${world.url}/api/v1/leads/${lead}/archive`, { headers: { authorization: `Bearer ${key}` } })
  const response = await get(token)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${lead}.zip"`)
  const files = unzip(new Uint8Array(await response.arrayBuffer()), () => true, 10_000_000)
  const read = (name: string): Body => JSON.parse(new TextDecoder().decode(files.get(name)))
  expect([...files.keys()].sort()).toEqual(
    ['contact.json', ...conversations.map((id) => `conversations/${id}.json`)].sort(),
  )
  expect(read('contact.json')).toMatchObject({ id: lead, email, attributes: { mail: email } })
  expect(read('contact.json').teamNotes).toHaveLength(2)
  const whole = read(`conversations/${conversations[0]}.json`)
  expect(whole.messages.map(({ text }: Body) => text)).toContain(`Again: ${email}`)
  expect(whole).toMatchObject({ callbacks: [{ note: `Called ${email}` }], notes: [{ text: `Careful with ${email}` }] })
  expect(whole.traces.length).toBeGreaterThan(0)
  expect(whole.conversation).not.toHaveProperty('start_hash')
  const [line] = (await world.get('/audit?limit=1')).body.items
  expect(line).toMatchObject({ action: 'GET /leads/:id/archive', target: lead, status: 200 })
  expect((await get(await world.key(['leads:write']))).status).toBe(403)
  expect((await get(await world.key(['leads:read', 'conversations:read']))).status).toBe(200)
  const theirs = (await world.api('POST', '/leads?site=other', { body: { name: 'Theirs' } })).body.id
  const foreign = await fetch(`${world.url}/api/v1/leads/${theirs}/archive`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(foreign.status).toBe(404)
})

test('an erased person is nowhere in a dump of the database; the receipt says what was erased', async () => {
  const items = (await key.get(`/leads?q=${email}`)).body.items
  const { id: lead, conversations: count } = items[0]
  expect(count).toBe(2)
  const stranger = (await world.start({ message: 'Hello', contact: { email: 'stranger@mail.example' } })).id
  const writer = await program(world, ['leads:write'])
  expect((await writer.post(`/leads/${lead}/erase`)).status).toBe(403)
  const before = await columnsWith(email)
  for (const place of ['messages.text', 'events.data', 'leads.email', 'audit.target', 'gaps.question', 'drafts.text'])
    expect(before).toContain(place)
  const shape = async () =>
    await world.services.database.sql`select seq, type, at from events where site = 'demo' order by seq`
  const log = await shape()
  let receipt: Body
  const emitted = await emittedBy(world, async () => {
    const reply = await anna.post(`/leads/${lead}/erase`)
    expect(reply.status).toBe(200)
    receipt = reply.body
  })
  for (const text of [email, secret, 'grace hopper', '7946 0958']) expect(await columnsWith(text), text).toEqual([])
  expect(receipt!).toMatchObject({ id: lead, erased: true, at: world.clock.now(), by: anna.id })
  expect(receipt!.removed).toMatchObject({
    conversations: 2,
    callbacks: 1,
    notes: 2,
    drafts: 1,
    questions: 1,
    answers: 2,
  })
  for (const count of [receipt!.removed.messages, receipt!.removed.traces, receipt!.emptied.events])
    expect(count).toBeGreaterThan(2)
  expect(receipt!.emptied.auditTargets).toBe(2)
  expect(receipt!.stillNamed).toEqual({ conversations: [], contacts: [], notes: [], callbacks: [], jobs: [] })
  expect(emitted.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['lead.changed', 'conversation.changed', 'gap.changed']),
  )
  expect((await shape()).slice(0, log.length)).toEqual(log)
  for (const { type, data } of await world.services.database.sql<
    { type: keyof typeof events; data: Body }[]
  >`select * from events`)
    expect(events[type].data.parse(data)).toEqual(data)
  expect((await key.get(`/conversations/${stranger}`)).body.lead.email).toBe('stranger@mail.example')
  expect((await anna.post(`/leads/${lead}/erase`)).status).toBe(404)
})

test('what others wrote with the same email is named and kept', async () => {
  const { id: lead } = (await key.post('/leads', { email: 'named@mail.example' })).body
  const other = (await world.start({ message: 'Hello', contact: { name: 'Bea' } })).id
  await key.patch(`/conversations/${other}`, { attributes: { friend: 'Named@Mail.example' } })
  const friend = (await key.post('/leads', { name: 'Cid', notes: 'Knows named@mail.example' })).body.id
  const theirs = (await key.get(`/conversations/${other}`)).body.lead.id
  const note = (await key.post(`/leads/${friend}/notes`, { text: 'See named@mail.example' })).body.id
  const { body } = await key.post(`/leads/${lead}/erase`)
  expect(body.removed.conversations).toBe(0)
  expect(body.stillNamed).toMatchObject({ conversations: [other], notes: [note], callbacks: [] })
  expect(body.stillNamed.contacts).toContain(friend)
  expect((await key.get(`/leads/${theirs}`)).status).toBe(200)
})

test('if many erase one person while they write, one gets the receipt, and nothing is left', async () => {
  const contact = { email: 'busy@mail.example' }
  const first = (await world.start({ message: 'Hello', contact })).id
  const { lead } = (await key.get(`/conversations/${first}`)).body
  const [erased] = await Promise.all([
    Promise.all([1, 2, 3].map(() => key.post(`/leads/${lead.id}/erase`))),
    ...[1, 2, 3, 4].map(() => world.post('/conversations', { message: 'Hello again', contact })),
  ])
  expect(erased.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  const { sql } = world.services.database
  expect(await sql`select from conversations where lead_id = ${lead.id}`).toHaveLength(0)
  expect(await sql`select from leads where id = ${lead.id}`).toHaveLength(0)
})

const filesOf = (archive: Uint8Array): Map<string, Uint8Array> => unzip(archive, () => true, 10_000_000)

/** The archive of a contact. `meanwhile` happens after its first part was sent. */
async function archiveOf(
  id: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Map<string, Uint8Array>> {
  const { parts } = await privacyDownloads.archive.run(await world.context(), { id })
  const chunks: Uint8Array[] = []
  for await (const part of parts as AsyncIterable<Uint8Array>) if (chunks.push(part) === 1) await meanwhile()
  return filesOf(new Uint8Array(Buffer.concat(chunks)))
}

test('the archive has jobs and appointments, and leaves out what is deleted while it is sent', async () => {
  await world.set({ bookings: { mode: 'picker' } })
  const contact = { name: 'Mary Jackson', email: 'mary@mail.example' }
  const { id: conversation } = await world.start({ message: 'Hello', contact })
  const { id: lead } = (await key.get(`/conversations/${conversation}`)).body.lead
  const job = (await key.post('/jobs', { title: 'Wind tunnel', contactId: lead })).body.id
  const start = world.clock.now() + 86_400_000
  const appointment = (await key.post('/appointments', { start, jobId: job, notes: 'Bring the plan' })).body.id
  const files = await archiveOf(lead)
  expect([...files.keys()].sort()).toEqual(
    [
      'contact.json',
      `conversations/${conversation}.json`,
      `jobs/${job}.json`,
      `appointments/${appointment}.json`,
    ].sort(),
  )
  const read = (name: string): Body => JSON.parse(new TextDecoder().decode(files.get(name)))
  expect(read(`appointments/${appointment}.json`)).toMatchObject({ start, notes: 'Bring the plan', attendee: contact })
  const url = `${world.url}/api/v1/leads/${lead}/archive`
  const headers = { authorization: `Bearer ${await world.key(['leads:read', 'conversations:read'])}` }
  expect((await fetch(url, { headers })).status).toBe(403)
  const left = await archiveOf(lead, async () => {
    await key.del(`/jobs/${job}`)
    await key.del(`/conversations/${conversation}`)
  })
  expect([...left.keys()].sort()).toEqual([`appointments/${appointment}.json`, 'contact.json'])
})

test('a callback of an erased person is removed from a chat that somebody else continued', async () => {
  const { id } = await world.start({ message: 'Hello', contact: { name: 'Ida', email: 'ida@mail.example' } })
  const { lead } = (await key.get(`/conversations/${id}`)).body
  const offer = (await world.say(id, { action: { id: 'person', label: 'A person' } })).body.messages.at(-1)
  const wish = { name: 'Ida', phone: '+44 20 7946 0959', email: 'ida@mail.example', message: 'About zeppelins' }
  await world.say(id, { action: { id: offer.id, value: JSON.stringify(wish) } })
  const [callback] = (await key.get(`/conversations/${id}`)).body.callbacks
  await key.patch(`/callbacks/${callback.id}`, { note: 'Ida likes zeppelins' })
  await world.say(id, { text: 'Please write to joe@mail.example' })
  expect((await key.get(`/conversations/${id}`)).body.lead.email).toBe('joe@mail.example')
  const { body } = await key.post(`/leads/${lead.id}/erase`)
  expect(body.removed).toMatchObject({ conversations: 0, callbacks: 1 })
  // Both events of the contact, and both of the callback.
  expect(body.emptied.events).toBe(4)
  const { sql } = world.services.database
  const logged = await sql<{ text: string }[]>`select data::text as text from events where type like 'callback.%'`
  for (const { text } of logged) expect(text).not.toMatch(/zeppelins|mail\.example/)
  expect((await key.get(`/conversations/${id}`)).body.callbacks).toEqual([])
})
