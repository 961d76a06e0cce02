import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await createChatWorld()
  await world.set({ security: { limits: { messagesPerSitePerDay: 100_000 } } })
})
afterAll(() => world.close())
afterEach(() => world.says({ text: 'All is well.' }))

test('[R129] an action answers a message of this conversation', async () => {
  world.says(
    { tool: 'show_options', arguments: { text: 'Which one?', options: ['Red', 'Blue'] } },
    { text: 'Which one?' },
  )
  const { id, messages } = await world.start()
  const options = messages.find(({ type }: Body) => type === 'options')
  expect(options).toBeDefined()
  const value = options.options[0].value
  const answered = await world.say(id, { action: { id: options.id, value, label: options.options[0].label } })
  expect(answered.status).toBe(200)
  const sent = (await world.stored(id)).filter(({ role }) => role === 'user').at(-1)
  expect(sent).toMatchObject({ text: 'Red', payload: { action: { id: options.id, value } } })
  const received = (await world.emitted(id)).filter((event: Body) => event.type === 'message.received').at(-1)
  expect(received.data).toMatchObject({ kind: 'action', action: { id: options.id, value } })
  const foreign = await world.start()
  expect(await world.say(foreign.id, { action: { id: options.id, value } })).toMatchObject({ status: 400 })
})

test('[R130] form answers are validated by a form that this conversation was shown', async () => {
  const fields = [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'size', label: 'Size', type: 'select', required: false, options: ['S', 'M'] },
  ]
  world.says({ tool: 'show_form', arguments: { title: 'Who are you?', fields } }, { text: 'Please fill this in.' })
  const { id, messages } = await world.start()
  const form = messages.find(({ type }: Body) => type === 'form')
  expect(form).toBeDefined()
  const answer = (value: unknown, form_id = form.id, conversation = id) =>
    world.say(conversation, { action: { id: form_id, value: JSON.stringify(value) } })
  for (const wrong of [
    {},
    { email: 'nobody' },
    { email: 'a@b.example', other: '1' },
    { email: 'a@b.example', size: 'XXL' },
    [],
  ])
    expect(await answer(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    })
  const foreign = await world.start()
  expect((await answer({ email: 'a@b.example' }, form.id, foreign.id)).status).toBe(400)
  expect((await answer({ email: 'a@b.example' }, 'msg_none')).status).toBe(400)
  expect((await answer({ email: ' A@B.example ' })).status).toBe(200)
  const { lead } = (await world.get(`/conversations/${id}`)).body
  expect(lead).toMatchObject({ email: 'a@b.example', source: 'form' })
  const captured = (await world.emitted(id)).find((event: Body) => event.type === 'lead.captured')
  expect(captured.data).toMatchObject({ source: 'form', email: 'a@b.example', leadId: lead.id })
})

test('asking for a person answers no message; the outcome is shown, and the form creates a contact', async () => {
  const { id } = await world.start()
  const calls = world.model.seen.length
  const reply = await world.say(id, { action: { id: 'person', value: '', label: 'Talk to a person' } })
  expect(reply).toMatchObject({ status: 200, body: { messages: [{ type: 'text' }, { type: 'form' }] } })
  expect(reply.body.messages[0].text).toMatch(/^Nobody is available right now\./)
  expect(world.model.seen).toHaveLength(calls)
  expect((await world.get(`/conversations/${id}`)).body.conversation).toMatchObject({
    status: 'bot',
    waiting_since: null,
  })
  const value = JSON.stringify({ name: 'Ada', email: 'ada@example.com', phone: '+44 20 7946 0958' })
  await world.say(id, { action: { id: reply.body.messages[1].id, value } })
  expect((await world.get(`/conversations/${id}`)).body.lead).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
})
