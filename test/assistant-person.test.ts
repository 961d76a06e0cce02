import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SettingsPatch } from '../shared/settings.ts'
import { createDesk, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, type OllamaChat, startFakeOllama } from './support/fake-ollama.ts'
import type { Step } from './support/steps.ts'

const nobody = 'Nobody of the team can join this chat at the moment.'
const leave = 'Leave us your number, and somebody of the team calls you back.'

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

/** What is replied to a visitor by a model that says these steps. */
async function reply(steps: Step[], settings: SettingsPatch = {}, turn = turnOf('A person please')) {
  const asked: OllamaChat[] = []
  ollama.script((chat) => {
    asked.push(chat)
    return steps
  })
  const desk = createDesk(database, { ai: { provider: 'ollama' } }, { OLLAMA_HOST: ollama.url })
  closing.push(desk.close)
  return { ...(await replyTo(await desk.context(settings), turn)), asked }
}

test('a model that only asks for a person is not asked again: the chat itself says what can be done', async () => {
  const { asked, stream, messages, handover } = await reply([asks])
  expect(asked).toHaveLength(1)
  expect(stream).toEqual(['open', `${nobody} ${leave}`])
  expect(messages).toMatchObject([
    { type: 'text', text: `${nobody} ${leave}` },
    {
      type: 'form',
      title: 'Shall we call you back?',
      purpose: 'callback',
      fields: [{ name: 'name' }, { name: 'phone' }, { name: 'email' }, { name: 'message' }],
    },
  ])
  expect(handover).toEqual({ reason: 'Complaint', comes: false })
})

test('a model that promises somebody is set right', async () => {
  const { messages } = await reply([{ text: 'A colleague joins you in a minute.' }, asks])
  expect(messages.map((message) => message.type)).toEqual(['text', 'text', 'form'])
  expect(messages[1]).toMatchObject({ text: `${nobody} ${leave}` })
})

test('one form is enough: what asks for a call takes the place of the model’s own', async () => {
  const fields = [{ label: 'Colour', name: 'colour', type: 'text' }]
  const { messages } = await reply([{ text: 'Sure.' }, { tool: 'show_form', arguments: { fields } }, asks])
  expect(messages.map(({ type }) => type)).toEqual(['text', 'text', 'form'])
  expect(messages[2]).toMatchObject({ purpose: 'callback' })
})

test('where somebody can come, the visitor is told that the team was asked, and keeps the model’s form', async () => {
  const { sql } = database
  await sql`insert into accounts (email, role, created_at) values ('anna@demo.example', 'member', 0)`
  const window = { site: 'demo', email: 'anna@demo.example', window_id: 'w', server: 's', available: true }
  await sql`insert into presence ${sql({ ...window, until: Date.UTC(2100, 0) })}`
  const fields = [{ label: 'Colour', name: 'colour', type: 'text' }]
  const { messages, handover } = await reply([{ tool: 'show_form', arguments: { fields } }, asks])
  expect(messages.map(({ type }) => type)).toEqual(['form', 'text'])
  expect(messages[1]).toMatchObject({ text: expect.stringMatching(/^I have asked the team/) })
  expect(handover).toEqual({ reason: 'Complaint', comes: true })
  await sql`delete from presence`
})

test('known details take no one’s wish for a call for granted', async () => {
  const lead = { name: 'Ada', email: 'ada@example.com', phone: null }
  expect((await reply([asks], {}, turnOf('A person please', {}, lead))).messages).toMatchObject([
    { type: 'text', text: `${nobody} ${leave}` },
    { type: 'form', purpose: 'callback' },
  ])
  const wrote = await reply([asks], {}, turnOf('Have somebody call +44 20 7946 0958'))
  expect([wrote.text, wrote.lead]).toEqual([`${nobody} ${leave}`, { phone: '+44 20 7946 0958' }])
})

test('a site that wants no details names the ways to reach it, and promises nothing', async () => {
  const action = { id: 'call', kind: 'tel' as const, label: 'Workshop', phone: '+44 20 7946 0958' }
  const home = { shortcuts: [{ id: 'call', label: 'Call', icon: 'phone', action }] }
  const { messages } = await reply([asks], { leads: { enabled: false }, home })
  expect(messages).toEqual([
    { type: 'text', text: `${nobody}\n\nThis is how you reach us:\n\n- Workshop: +44 20 7946 0958` },
  ])
})

test('in the visitor’s language', async () => {
  const { messages } = await reply([asks], {}, turnOf('Einen Menschen bitte', { locale: 'de-AT' }))
  expect(messages[0]).toMatchObject({ text: expect.stringMatching(/^Zurzeit kann niemand aus dem Team/) })
})
