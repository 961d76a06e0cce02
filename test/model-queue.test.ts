import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '../server/core/transaction.ts'
import { countTokens } from '../server/features/assistant/prompt/tokens.ts'
import { assistantState } from '../server/features/assistant/reply/state.ts'
import { lockKnowledge, storeDocument } from '../server/features/knowledge/documents.ts'
import { languages } from '../server/language/languages.ts'
import { type ChatWorld, createChatWorld, eventsOf, nextEvent, quietAsUsual, until } from './support/chat.ts'
import type { OllamaChat } from './support/fake-ollama.ts'
import { idle } from './support/idle.ts'
import { at, type Chat, createPage, sse } from './support/page.ts'
import { questionIn } from './support/quote.ts'
import { createGate, type Gate } from './support/steps.ts'

/** A model server that works on one request at a time, as Ollama does by default. */
let world: ChatWorld
let gate: Gate
let asked: OllamaChat[]
const { send, history, start, follow } = createPage(() => world)
const limits = { messagesPerIpPerMinute: 10_000, messagesPerSitePerDay: 100_000, maxMessageLength: 32_000 }
const minute = 60_000

const isSummary = ({ messages }: OllamaChat) => messages[0]!.content.includes('You take notes')
const summary = {
  ...{ summary: 'They asked about bikes.', intent: 'Repair', sentiment: 'neutral', leadQuality: 'none' },
  ...{ outcome: 'answered', topics: [], unanswered: [], followUp: '' },
}

beforeAll(async () => {
  world = await createChatWorld({ file: { ai: { provider: 'ollama' }, timings: quietAsUsual } })
  await world.set({ autoSummary: true, security: { limits } })
})
afterAll(() => world.close())
afterEach(async () => {
  gate.open()
  await until(() => queue().running === 0)
  await world.services.database.sql`delete from queue where type = 'conversation.complete'`
})

const queue = () => assistantState(world.services).queue
/** How many wait behind visitors, which ends after four minutes. */
const behind = () => world.clock.timers(4 * minute)

/** The model begins each answer when the gate lets it. */
function scripted() {
  gate = createGate()
  asked = []
  world.model.script((chat) => {
    asked.push(chat)
    return [{ wait: gate }, { text: isSummary(chat) ? JSON.stringify(summary) : `To ${questionIn(chat.messages)}` }]
  })
}

/** Sends a message over a page, and reads the stream of its answer. */
async function ask({ id, token }: Chat, text: string, signal?: AbortSignal) {
  const before = queue().running + queue().waiting
  const response = await send('POST', at(id, 'messages'), {
    token,
    body: { text },
    headers: sse,
    ...(signal && { signal }),
  })
  await until(() => queue().running + queue().waiting > before)
  return eventsOf(response)
}

/** A page that the assistant has learned. */
async function learnPage(): Promise<void> {
  const { sql } = world.services.database
  const [id, url, title] = ['page_lamps', 'https://demo.example/lamps', 'Lamps']
  await sql`
    insert into pages (id, site, url, title, status, selected, source, created_at)
    values (${id}, 'demo', ${url}, ${title}, 'indexed', true, 'link', 1) on conflict do nothing`
  const document = { id, kind: 'page' as const, title, url, category: null, content: 'We sell lamps for £5.' }
  await systemContext(world.services, (await world.services.sites.find('demo'))!).tx(async (tx) => {
    await lockKnowledge(tx)
    await storeDocument(tx, { ...document, language: 'english', updatedBy: null })
  })
}

describe('visitors who write at the same time', () => {
  test('are answered one after the other, and see their places after five seconds', async () => {
    const chats = await Promise.all([start(), start(), start()])
    scripted()
    const [first, second, third] = [
      await ask(chats[0]!, 'one'),
      await ask(chats[1]!, 'two'),
      await ask(chats[2]!, 'three'),
    ]
    const other = eventsOf(await follow(chats[2]!))
    world.clock.move(4_000)
    expect([asked.length, queue().waiting]).toEqual([1, 2])
    world.clock.move(1_000)
    expect((await nextEvent(second, 'waiting')).data).toEqual({ place: 1 })
    expect((await nextEvent(third, 'waiting')).data).toEqual({ place: 2 })
    expect((await nextEvent(other, 'reply.writing')).data).toMatchObject({ text: '', place: 2, done: false })
    gate.step()
    expect((await nextEvent(first, 'done')).data.messages).toMatchObject([{ text: 'To one' }])
    expect((await nextEvent(third, 'waiting')).data).toEqual({ place: 1 })
    expect((await nextEvent(second, 'waiting')).data).toEqual({ place: 0 })
    gate.open()
    for (const [stream, text] of [
      [second, 'To two'],
      [third, 'To three'],
    ] as const)
      expect((await nextEvent(stream, 'done')).data.messages).toMatchObject([{ text }])
  })

  test('never see that the assistant is unavailable, however long the others take', async () => {
    const chats = await Promise.all(Array.from({ length: 8 }, () => start()))
    scripted()
    const streams = []
    for (const [place, chat] of chats.entries()) streams.push(await ask(chat, String(place)))
    for (const [place, stream] of streams.entries()) {
      // Each reply takes 25 of the 30 seconds within which a model must begin.
      world.clock.move(25_000)
      gate.step()
      const { data } = await nextEvent(stream, 'done')
      expect(data.messages).toMatchObject([{ text: `To ${place}` }])
    }
  })

  test('a visitor who leaves while waiting finds the answer later', async () => {
    const chats = await Promise.all([start(), start()])
    scripted()
    const first = await ask(chats[0]!, 'one')
    const leaving = new AbortController()
    await ask(chats[1]!, 'two', leaving.signal)
    leaving.abort()
    gate.open()
    await nextEvent(first, 'done')
    await until(async () => (await history(chats[1]!)).messages.at(-1)?.text === 'To two')
  })
})

describe('background work', () => {
  test('makes room for a visitor at once, and is taken up again afterwards', async () => {
    const quiet = await start({ message: 'Do you mend bikes?' })
    const chat = await start()
    scripted()
    world.clock.move(5 * minute + 1_000)
    await until(() => asked.some(isSummary))
    const body = { text: 'hello' }
    const stream = eventsOf(await send('POST', at(chat.id, 'messages'), { token: chat.token, body, headers: sse }))
    // The gate is closed: only the visitor's request can have begun after the one for the summary.
    await until(() => asked.some((one) => questionIn(one.messages) === 'hello'))
    gate.open()
    expect((await nextEvent(stream, 'done')).data.messages).toMatchObject([{ text: 'To hello' }])
    world.clock.move(10_000)
    await idle(world)
    expect(await world.completed(quiet.id)).toMatchObject([{ data: { summary: summary.summary } }])
  })

  test.each([
    ['the questions for the widget', '/knowledge/suggest-questions', {}],
    ['the links of the home screen', '/home/suggest', {}],
    ['the details of the business', '/knowledge/facts/detect', {}],
    ['a test of the model', '/assistant/test', { question: 'Ready?' }],
  ])('that a person asked for makes room, too, and is done afterwards: %s', async (_, path, body) => {
    await learnPage()
    const chat = await start()
    scripted()
    const asking = world.post(path, body)
    await until(() => asked.length === 1)
    const hello = { text: 'hello' }
    const stream = eventsOf(
      await send('POST', at(chat.id, 'messages'), { token: chat.token, body: hello, headers: sse }),
    )
    await until(() => asked.some((one) => questionIn(one.messages) === 'hello'))
    gate.open()
    expect((await nextEvent(stream, 'done')).data.messages).toMatchObject([{ text: 'To hello' }])
    expect([(await asking).status, asked.length > 2]).toEqual([200, true])
  })

  /** Visitors who are answered one after the other, 20 seconds each, while other work waits. */
  async function answerMany(chats: Chat[], before: () => Promise<void>): Promise<void> {
    const streams = []
    for (const [place, chat] of chats.entries()) streams.push(await ask(chat, String(place)))
    await before()
    for (const stream of streams) {
      world.clock.move(20_000)
      gate.step()
      await nextEvent(stream, 'done')
    }
  }
  const startMany = () => Promise.all(Array.from({ length: 14 }, () => start()))

  test('that a person asked for does without the model if visitors leave it no time', async () => {
    await learnPage()
    const chats = await startMany()
    scripted()
    let asking: ReturnType<typeof world.post>[] = []
    await answerMany(chats, async () => {
      asking = [world.post('/knowledge/suggest-questions'), world.post('/assistant/test', { question: 'Ready?' })]
      await until(() => behind() === 2)
    })
    const [questions, tried] = await Promise.all(asking)
    expect(questions!.body).toMatchObject({ source: 'knowledge' })
    expect(tried!.body).toMatchObject({ ok: false, reply: expect.stringContaining('Try again in a moment.') })
  })

  test('does not fail when there are more visitors than time', async () => {
    const quiet = await start({ message: 'Do you mend bikes?' })
    const chats = await startMany()
    scripted()
    await answerMany(chats, async () => {
      const { database, queue: tasks } = world.services
      await database.sql`update conversations set last_at = last_at - ${6 * minute} where id = ${quiet.id}`
      await database.sql`update queue set run_at = 0 where type = 'conversation.complete' and name = ${quiet.id}`
      tasks.wake()
      await until(() => behind() === 1)
    })
    expect(await world.completed(quiet.id)).toEqual([])
    gate.open()
    await idle(world)
    world.clock.move(minute)
    await idle(world)
    expect(await world.completed(quiet.id)).toMatchObject([{ data: { summary: summary.summary } }])
  })
})

describe('a server whose process for the model died', () => {
  test('is asked once more, because nothing was shown yet', async () => {
    const chat = await start()
    let calls = 0
    gate = createGate()
    const died = { status: 500, body: '{"error":"llama-server process no longer running: -1"}' }
    world.model.script(() => (++calls === 1 ? [died] : [{ text: 'We are open.' }]))
    const { body } = await world.post(`/conversations/${chat.id}/messages`, { text: 'Open?' })
    expect(body).toBeDefined()
    const answer = await (
      await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Open?' } })
    ).json()
    expect([answer.messages[0].text, calls]).toEqual(['We are open.', 2])
  })
})

describe('a prompt that the server finds too long', () => {
  const tooLong = (tokens: number) => ({
    status: 400,
    body: JSON.stringify({
      error: JSON.stringify({ error: { type: 'exceed_context_size_error', n_prompt_tokens: tokens, n_ctx: 8192 } }),
    }),
  })

  test('because its window is smaller than it said is built for that window, and so are the next ones', async () => {
    const { id } = await world.start()
    gate = createGate()
    let window = 0
    let calls = 0
    world.model.script(({ messages }) => {
      calls++
      const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
      window ||= Math.floor(tokens * 0.7)
      if (tokens <= window) return [{ text: 'Because.' }]
      const error = { type: 'exceed_context_size_error', n_prompt_tokens: tokens, n_ctx: window }
      return [{ status: 400, body: JSON.stringify({ error: JSON.stringify({ error }) }) }]
    })
    const text = 'Why is the bike blue and green? '.repeat(400)
    for (const total of [2, 3]) {
      const { body } = await world.say(id, { text })
      expect([body.messages[0].text, calls]).toEqual(['Because.', total])
    }
  })

  test('is built again, shorter, and the next ones fit at once', async () => {
    const { id } = await world.start()
    gate = createGate()
    const lengths: number[] = []
    world.model.script(({ messages }) => {
      lengths.push(messages.reduce((sum, { content }) => sum + content.length, 0))
      return lengths.length === 1 ? [tooLong(16_000)] : [{ text: 'Because.' }]
    })
    const text = 'Why is the bike blue and green? '.repeat(500)
    for (const calls of [2, 3]) {
      const { body } = await world.say(id, { text })
      expect([body.messages[0].text, lengths.length]).toEqual(['Because.', calls])
      expect(lengths.at(-1)).toBeLessThan(lengths[0]! * 0.9)
    }
  })

  test('is no reason to ask for ever', async () => {
    const chat = await start()
    gate = createGate()
    let calls = 0
    world.model.script(() => {
      calls++
      return [tooLong(9_000)]
    })
    const response = await send('POST', at(chat.id, 'messages'), { token: chat.token, body: { text: 'Hi' } })
    expect([response.status, calls]).toEqual([502, 2])
    expect((await response.json()).error.message).toBe(languages.en.phrases.trouble)
  })
})
