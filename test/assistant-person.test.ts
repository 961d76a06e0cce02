import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SettingsPatch } from '../shared/settings.ts'
import { createDesk, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, type OllamaChat, startFakeOllama } from './support/fake-ollama.ts'
import type { Step } from './support/steps.ts'

const nobody = 'Nobody is available right now.'
const leave = 'Leave your number or email and we’ll get back to you.'

let database: TestDatabase
let ollama: FakeOllama
const closing: (() => unknown)[] = []

beforeAll(async () => {
  database = await createDatabase()
  ollama = await startFakeOllama()
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(async () => {
  await ollama.close()
  await database.drop()
})

const asks: Step = { tool: 'ask_for_person', arguments: { reason: 'Complaint' } }

/** The reply to a visitor by a model with these steps. */
async function reply(
  steps: Step[],
  settings: SettingsPatch = {},
  turn = turnOf('The brake fails for the third time.'),
) {
  const asked: OllamaChat[] = []
  ollama.script((chat) => {
    asked.push(chat)
    return steps
  })
  const desk = createDesk(database, { ai: { provider: 'ollama' } }, { OLLAMA_HOST: ollama.url })
  closing.push(desk.close)
  return { ...(await replyTo(await desk.context(settings), turn)), asked }
}

test('a model that only asks for a person is not called again: the chat itself says what is possible', async () => {
  const { asked, stream, messages, handover } = await reply([asks])
  expect(asked).toHaveLength(1)
  expect(stream).toEqual(['open', `${nobody} ${leave}`])
  expect(messages).toMatchObject([
    { type: 'text', text: `${nobody} ${leave}` },
    {
      type: 'form',
      title: 'We’ll get back to you',
      purpose: 'callback',
      fields: [{ name: 'name' }, { name: 'phone' }, { name: 'email' }, { name: 'message' }],
    },
  ])
  expect(handover).toEqual({ reason: 'Complaint', comes: false })
})

test('a model that promises somebody is corrected', async () => {
  const { messages } = await reply([{ text: 'A colleague joins you in a minute.' }, asks])
  expect(messages.map((message) => message.type)).toEqual(['text', 'text', 'form'])
  expect(messages[1]).toMatchObject({ text: `${nobody} ${leave}` })
})

test('only one form is shown: the callback form replaces the model’s own', async () => {
  const fields = [{ label: 'Colour', name: 'colour', type: 'text' }]
  const { messages } = await reply([{ text: 'Sure.' }, { tool: 'show_form', arguments: { fields } }, asks])
  expect(messages.map(({ type }) => type)).toEqual(['text', 'text', 'form'])
  expect(messages[2]).toMatchObject({ purpose: 'callback' })
})

test('if somebody is available, the visitor reads that the team was asked, and keeps the model’s form', async () => {
  const { sql } = database
  await sql`insert into accounts (email, role, created_at) values ('anna@demo.example', 'member', 0)`
  const window = { site: 'demo', email: 'anna@demo.example', window_id: 'w', server: 's', available: true }
  await sql`insert into presence ${sql({ ...window, until: Date.UTC(2100, 0) })}`
  const fields = [{ label: 'Colour', name: 'colour', type: 'text' }]
  const { messages, handover } = await reply([{ tool: 'show_form', arguments: { fields } }, asks])
  expect(messages.map(({ type }) => type)).toEqual(['form', 'text'])
  expect(messages[1]).toMatchObject({ text: expect.stringMatching(/^I’ve asked the team/) })
  expect(handover).toEqual({ reason: 'Complaint', comes: true })
  await sql`delete from presence`
})

test('known details are not taken as a wish for a callback', async () => {
  const lead = { name: 'Ada', email: 'ada@example.com', phone: null }
  expect((await reply([asks], {}, turnOf('The brake fails for the third time.', {}, lead))).messages).toMatchObject([
    { type: 'text', text: `${nobody} ${leave}` },
    { type: 'form', purpose: 'callback' },
  ])
  const wrote = await reply([asks], {}, turnOf('Have somebody call +44 20 7946 0958'))
  expect([wrote.text, wrote.lead]).toEqual([`${nobody} ${leave}`, { phone: '+44 20 7946 0958' }])
})

test('a site that wants no details names the ways to contact it, and promises nothing', async () => {
  const action = { id: 'call', kind: 'tel' as const, label: 'Workshop', phone: '+44 20 7946 0958' }
  const home = { shortcuts: [{ id: 'call', label: 'Call', icon: 'phone', action }] }
  const { messages } = await reply([asks], { leads: { enabled: false }, home })
  expect(messages).toEqual([
    { type: 'text', text: `${nobody}\n\nThis is how you reach us:\n\n- Workshop: +44 20 7946 0958` },
  ])
})

test('in the visitor’s language', async () => {
  const { messages } = await reply([asks], {}, turnOf('Die Bremse versagt zum dritten Mal.', { locale: 'de-AT' }))
  expect(messages[0]).toMatchObject({ text: expect.stringMatching(/^Zurzeit ist niemand verfügbar/) })
})
