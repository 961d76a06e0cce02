import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { idle } from './support/idle.ts'
import { addPerson, type Person } from './support/team.ts'

let world: ChatWorld
let anna: Person

beforeAll(async () => {
  world = await createChatWorld()
  anna = await addPerson(world, 'Anna Adler')
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(60_000))

const person = (id: string) => world.say(id, { action: { id: 'person' } })
const start = async (body: Record<string, unknown>): Promise<string> =>
  (await world.start({ message: 'Hello', ...body })).id

describe('a callback request', () => {
  const ada = { name: 'Ada', phone: '+44 20 7946 0958', email: 'ada@example.com', message: 'About my order' }

  /** A visitor for whom nobody was available, with the form that they were shown. */
  async function offered(): Promise<{ id: string; form: string }> {
    const id = await start({ context: { pageUrl: 'https://demo.example/help' } })
    return { id, form: (await person(id)).body.messages[1].id }
  }
  const answer = ({ id, form }: { id: string; form: string }, value: object) =>
    world.say(id, { action: { id: form, value: JSON.stringify(value) } })
  const callbacks = async (id: string): Promise<Body[]> => (await world.get(`/conversations/${id}`)).body.callbacks

  test('[R36] [R86] is stored with its contact, emitted, and answered without a model', async () => {
    const chat = await offered()
    const calls = world.model.seen.length
    const reply = await answer(chat, ada)
    expect(reply.body.messages).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^Thank you\. We have your request/) },
    ])
    await idle(world)
    expect(world.model.seen).toHaveLength(calls)
    const { lead } = (await world.get(`/conversations/${chat.id}`)).body
    const [callback, ...more] = await callbacks(chat.id)
    expect(more).toEqual([])
    const { message: reason, ...who } = ada
    expect(callback).toEqual({
      id: expect.stringMatching(/^cb_/),
      conversationId: chat.id,
      leadId: lead.id,
      ...who,
      reason,
      status: 'open',
      note: null,
      requestedAt: world.clock.now(),
      closedAt: null,
      closedBy: null,
      pageUrl: 'https://demo.example/help',
    })
    expect(lead).toMatchObject({ ...who, source: 'form', fields: null })
    const emitted = (await world.emitted(chat.id)).slice(-4)
    expect(emitted.map(({ type }: Body) => type)).toEqual([
      'lead.captured',
      'callback.requested',
      'message.received',
      'message.sent',
    ])
    expect(emitted[1].data).toEqual({
      callbackId: callback.id,
      conversationId: chat.id,
      ...who,
      message: reason,
      requestedAt: new Date(callback.requestedAt).toISOString(),
    })
  })

  test('[R91] while it is open is emitted again with the same id; [R92] after it was closed it is a new one', async () => {
    const chat = await offered()
    await answer(chat, ada)
    const [first] = await callbacks(chat.id)
    world.clock.move(1_000)
    await answer(chat, { name: 'Ada', phone: '+44 20 7946 0000' })
    const changed = { ...first, phone: '+44 20 7946 0000' }
    expect(await callbacks(chat.id)).toEqual([changed])
    const emitted = (await world.emitted(chat.id)).filter(({ type }: Body) => /^(callback|lead)/.test(type))
    expect(emitted.map(({ type }: Body) => type)).toEqual([
      'lead.captured',
      'callback.requested',
      'lead.captured',
      'callback.requested',
    ])
    expect(emitted[3].data).toMatchObject({ callbackId: first!.id, phone: '+44 20 7946 0000' })
    await world.services.database.sql`update callbacks set status = 'done' where id = ${first!.id}`
    await answer(chat, ada)
    const ids = (await callbacks(chat.id)).map((callback) => callback.id)
    expect(new Set(ids).size).toBe(2)
  })

  test('needs a name and a number, and can be made while a person has the chat', async () => {
    const chat = await offered()
    expect((await answer(chat, { name: 'Ada' })).status).toBe(400)
    expect(await callbacks(chat.id)).toEqual([])
    await anna.post(`/conversations/${chat.id}/takeover`)
    expect((await answer(chat, ada)).body.messages).toEqual([])
    expect(await callbacks(chat.id)).toHaveLength(1)
  })
})
