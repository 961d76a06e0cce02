import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { lastId } from './support/emit.ts'

let world: ChatWorld
beforeAll(async () => {
  world = await createChatWorld()
  await world.post('/knowledge/manual', {
    title: 'Punctures',
    content: 'A puncture costs £14 and takes 20 minutes.',
    url: 'https://demo.example/repairs',
  })
})
afterAll(() => world.close())

const user = (text: string) => ({ role: 'user', text })
const agent = (text: string) => ({ role: 'agent', text })
const tryChat = (...messages: Body[]) => world.post('/assistant/chat', { messages })
const chatSeen = () => world.model.seen.findLast(({ path }) => path === '/api/chat')?.json as Body
const neurons = async () => (await world.get('/usage')).body.today.neurons

test('a test chat is answered like a visitor’s, turn by turn, with each reply’s sources and trace', async () => {
  world.says({ text: 'A puncture costs £14. [1]' })
  const { status, body } = await tryChat(user('Hello'), agent('Good day.'), user('What does a puncture cost?'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    messages: [{ type: 'text', text: expect.stringContaining('A puncture costs £14.') }],
    text: expect.stringContaining('A puncture costs £14.'),
    trace: { provider: 'ollama', foundNothing: false, passages: [{ title: 'Punctures', used: true }], dropped: [] },
    handover: null,
  })
  const asked = chatSeen().messages.map(({ role, content }: Body) => [role, content])
  expect(asked).toContainEqual(['user', 'Hello'])
  expect(asked).toContainEqual(['assistant', 'Good day.'])
  expect(asked.at(-1)[1]).toContain('What does a puncture cost?')
})

test('unsupported claims are held back, and named', async () => {
  world.says({ text: 'Gladly. A puncture costs £99.' })
  const { body } = await tryChat(user('What does a puncture cost?'))
  expect(body.text).not.toContain('£99')
  expect(body.trace.dropped).toMatchObject([{ claim: '£99', kind: 'price' }])
})

test('nothing is recorded, and nobody is notified; the cost is counted', async () => {
  const stored = async () => [(await world.get('/conversations')).body, (await world.get('/leads')).body]
  const [kept, before, spent] = [await stored(), await lastId(world), await neurons()]
  world.says({ text: 'I ask for somebody.' }, { tool: 'ask_for_person', arguments: { reason: 'They want to.' } })
  const { body } = await tryChat(user('My email is ann@example.com. The brake fails for the third time.'))
  expect(body.handover).toMatchObject({ comes: false })
  expect(await stored()).toEqual(kept)
  expect(await lastId(world)).toBe(before)
  expect(await neurons()).toBeGreaterThan(spent)
})

test('it must end with a visitor’s message, and is limited in length', async () => {
  expect((await tryChat(user('Hello'), agent('Good day.'))).status).toBe(400)
  expect((await tryChat()).status).toBe(400)
  expect((await tryChat(...Array.from({ length: 41 }, () => user('Hello')))).status).toBe(400)
})

test('a failing model is reported as such', async () => {
  world.says({ status: 500, body: '{"error":"out of order"}' })
  const { status, body } = await tryChat(user('What does a puncture cost?'))
  expect([status, body.error.code]).toEqual([502, 'connector_error'])
})
