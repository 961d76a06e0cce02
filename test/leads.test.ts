import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
})
afterAll(() => world.close())

const start = async (body: Record<string, unknown>, site = 'demo') => {
  const reply = await world.api('POST', '/conversations', { body: { site, ...body } })
  expect(reply.status).toBe(201)
  const { body: answer } = await world.api('GET', `/conversations/${reply.body.id}?site=${site}`)
  return { id: reply.body.id as string, lead: answer.lead }
}
const captured = async (conversationId: string) =>
  (await world.get('/events?limit=500')).body.items
    .filter((event: Body) => event.type === 'lead.captured' && event.data.conversationId === conversationId)
    .map((event: Body) => event.data)

test('[R113] [U58] a contact becomes a lead with source api', async () => {
  const contact = { name: 'Jo Doe', email: 'jo@new.example', phone: '+49 30 1', company: 'Doe & Co', colour: 'red' }
  const { id, lead } = await start({ message: 'Hello', contact })
  const { colour, ...known } = contact
  expect(lead).toMatchObject({ ...known, source: 'api', status: 'new', conversation_id: id, site_id: 'demo' })
  expect(lead.id).toMatch(/^lead_/)
  expect(JSON.parse(lead.fields)).toEqual({ colour })
  const { name, email, phone } = contact
  const fields = { colour }
  expect(await captured(id)).toEqual([
    {
      leadId: lead.id,
      conversationId: id,
      source: 'api',
      name,
      email,
      phone,
      fields,
      message: 'Hello',
      verified: true,
    },
  ])
})

test('[R5] [U59] [U60] the same email is the same lead, in any case and with spaces, but not on another site', async () => {
  const first = await start({ contact: { email: 'same@mail.example' } })
  const second = await start({ contact: { email: '  SAME@Mail.Example ' } })
  expect(second.lead.id).toBe(first.lead.id)
  expect((await start({ contact: { email: 'same@mail.example' } }, 'other')).lead.id).not.toBe(first.lead.id)
})

test('[U58] lead.captured is emitted only if an email, a phone or a name created or changed a lead', async () => {
  const user = { id: 7, email: 'quiet@mail.example', name: 'Quiet' }
  await start({ user })
  expect(await captured((await start({ user })).id)).toEqual([])
  expect(await captured((await start({ user, contact: { company: 'New' } })).id)).toEqual([])
  const renamed = await start({ user: { ...user, name: 'Loud' } })
  expect(renamed.lead).toMatchObject({ name: 'Loud', company: 'New' })
  expect(await captured(renamed.id)).toMatchObject([{ name: 'Loud', email: 'quiet@mail.example' }])
})

test('[U60] leads without an email are never merged', async () => {
  const contact = { name: 'Nobody', phone: '+49 30 555' }
  const first = await start({ contact })
  expect((await start({ contact })).lead.id).not.toBe(first.lead.id)
})

test('details that neither identify a person nor allow contact create no lead', async () => {
  const { id, lead } = await start({ contact: { company: 'Doe & Co', name: ' ', email: '' } })
  expect(lead).toBeNull()
  expect(await captured(id)).toEqual([])
})

test('[R114] the user’s email and name override those of the contact', async () => {
  const user = { id: 7, email: 'Account@Mail.example', name: 'Account' }
  const { lead } = await start({ user, contact: { email: 'form@mail.example', name: 'Form', phone: '1' } })
  expect(lead).toMatchObject({ email: 'account@mail.example', name: 'Account', phone: '1' })
})

test('[R113] 20 parallel starts with one new email create one lead', async () => {
  const contact = { email: 'race@mail.example', name: 'Race' }
  const started = await Promise.all(Array.from({ length: 20 }, () => start({ message: 'Hello', contact })))
  expect(new Set(started.map(({ lead }) => lead.id)).size).toBe(1)
  const emitted = await Promise.all(started.map(({ id }) => captured(id)))
  expect(emitted.flat()).toHaveLength(1)
})

const fromPage = async (contact: Record<string, string>) => {
  const response = await fetch(`${world.url}/chat/conversations`, {
    method: 'POST',
    headers: { origin: 'https://demo.example', 'content-type': 'application/json' },
    body: JSON.stringify({ site: 'demo', contact, user: { id: '1', email: 'boss@mail.example' } }),
  })
  const { id } = (await response.json()) as { id: string }
  return { id, ...(await world.get(`/conversations/${id}`)).body }
}

test('what a page says about its visitor changes nothing of a known contact', async () => {
  const known = await start({ contact: { email: 'known@mail.example', name: 'Known' } })
  const claim = { email: 'known@mail.example', name: 'Mallory', phone: '+49 30 666' }
  const { id, lead, conversation } = await fromPage(claim)
  expect(lead).toMatchObject({ id: known.lead.id, name: 'Known', phone: null, source: 'api' })
  expect(await captured(id)).toMatchObject([
    { source: 'form', name: 'Mallory', phone: '+49 30 666', leadId: known.lead.id, verified: false },
  ])
  expect(conversation).toMatchObject({ user: null, lead_verified: false, lead_claim: claim })
})

test('a page cannot name a signed-in user', async () => {
  const { lead } = await fromPage({ email: 'page@mail.example' })
  expect(lead).toMatchObject({ email: 'page@mail.example', source: 'form' })
})

test('[R427] a visitor who types an address becomes a contact with source chat', async () => {
  const { id } = await start({ message: 'Hello, my address is typed@mail.example' })
  const leadOf = async () => (await world.get(`/conversations/${id}`)).body.lead
  expect(await leadOf()).toMatchObject({ email: 'typed@mail.example', source: 'chat', conversation_id: id })
  expect(await captured(id)).toMatchObject([{ source: 'chat', email: 'typed@mail.example' }])
})

test('[R427] details that the assistant finds in the visitor’s text have source ai; invented ones are dropped', async () => {
  const made = { name: 'Greta Garbo', email: 'boss@company.example' }
  world.says({ tool: 'save_contact', arguments: made }, { text: 'Thank you, Greta.' })
  const { id, lead } = await start({ message: 'My name is Greta Garbo, please keep it.' })
  world.says({ text: 'All is well.' })
  expect(lead).toMatchObject({ name: 'Greta Garbo', email: null, source: 'ai' })
  expect(await captured(id)).toMatchObject([{ source: 'ai', name: 'Greta Garbo', email: null }])
})
