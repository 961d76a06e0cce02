import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld } from './support/chat.ts'
import { chatModel, embedModel, type OllamaChat } from './support/fake-ollama.ts'

let world: ChatWorld
beforeAll(async () => {
  world = await createChatWorld({ file: { ai: { provider: 'ollama', model: chatModel.name } } })
  const narrow = { name: 'narrow:1b', capabilities: ['completion'], contextLength: 4096 }
  world.model.models.push({ ...chatModel, ...narrow })
})
afterAll(() => world.close())

const setModel = (model: string) => world.set({ assistant: { model } })
const health = async (): Promise<Body> =>
  ((await (await fetch(`${world.url}/healthz?deep=1`)).json()) as Body).parts.assistant

/** The model request for a message, and the trace of the reply. */
async function ask() {
  const asked = world.model.next('/api/chat')
  const { id } = await world.start({ message: 'Hello' })
  const reply = (await world.stored(id)).at(-1)
  return { chat: (await asked).json as OllamaChat, trace: (await world.get(`/messages/${reply.id}/trace`)).body }
}

test('a site’s own model writes its replies, within its window and without unsupported tools', async () => {
  await setModel('narrow:1b')
  const { chat, trace } = await ask()
  expect(chat.model).toBe('narrow:1b')
  expect(chat.options?.num_ctx).toBe(4096)
  expect(chat.tools).toBeUndefined()
  expect(chat.messages[0]?.content).toContain('<tool_call>')
  expect(trace).toMatchObject({ model: 'narrow:1b', tokens: { window: 4096 }, options: { protocol: 'text' } })
})

test('without the setting the deployment’s model is used', async () => {
  await setModel('')
  const { chat } = await ask()
  expect([chat.model, chat.options?.num_ctx]).toEqual([chatModel.name, 8192])
  expect(chat.tools).toBeDefined()
})

test.each([
  ['missing', 'gone:70b', /Site demo: .*gone:70b/],
  ['an embedding model', embedModel.name, /Site demo: .*cannot chat/],
])(
  'one that is %s is replaced by that of the deployment, and a line in health until the settings are right',
  async (_, name, line) => {
    await setModel(name)
    const request = world.model.next('/api/chat')
    const { status, body } = await world.post('/conversations', { message: 'Hello' })
    expect(((await request).json as OllamaChat).model).toBe(chatModel.name)
    expect([status, body.messages.length]).toEqual([201, 1])
    expect(await health()).toMatchObject({ ok: false, detail: expect.stringMatching(line) })
    await setModel(chatModel.name)
    await world.say(body.id, { text: 'Hello' })
    expect((await health()).ok).toBe(true)
  },
)

test('one that is missing is not replaced by a model that runs elsewhere', async () => {
  const cloud = { ...chatModel, name: 'big:cloud', remoteHost: 'https://ollama.com:443' }
  world.model.models.push(cloud)
  const remote = await createChatWorld({
    file: { ai: { provider: 'ollama', model: cloud.name } },
    environment: { OLLAMA_HOST: world.model.url },
  })
  try {
    await remote.set({ assistant: { model: 'gone:70b' } })
    const failed = await remote.post('/conversations', { message: 'Hello' })
    expect(failed).toMatchObject({ status: 502, body: { error: { code: 'connector_error' } } })
    expect(failed.body.error.message).not.toContain('gone')
  } finally {
    await remote.close()
    world.model.models.pop()
  }
})
