import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AppError } from '../server/core/error.ts'
import { noSources } from '../server/features/assistant/reply/echo.ts'
import { assistantState } from '../server/features/assistant/reply/state.ts'
import { languages } from '../server/language/languages.ts'
import { MessageContent } from '../shared/message.ts'
import { beginReply, createDesk, type Desk, learnShop, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, type OllamaChat, startFakeOllama } from './support/fake-ollama.ts'
import { questionIn } from './support/quote.ts'
import { createGate, type Step, stepped } from './support/steps.ts'

let database: TestDatabase
let ollama: FakeOllama
const desks: Desk[] = []

beforeAll(async () => {
  database = await createDatabase()
  ollama = await startFakeOllama()
  await learnShop(database)
})
afterEach(() => {
  for (const one of desks.splice(0)) one.close()
})
afterAll(async () => {
  await ollama.close()
  await database.drop()
})

const desk = (ai: Record<string, unknown>, host = ollama.url): Desk => {
  const made = createDesk(database, { ai }, { OLLAMA_HOST: host })
  desks.push(made)
  return made
}
const withOllama = (more: Record<string, unknown> = {}) => desk({ provider: 'ollama', ...more })

/** The requests to the model from now on, which answers each with these steps. */
function says(...steps: Step[]): OllamaChat[] {
  const asked: OllamaChat[] = []
  ollama.script((chat) => {
    asked.push(chat)
    return steps
  })
  return asked
}

const refusal = (error: unknown) => error as AppError

/** Lets time pass until this is over, because a server that may be starting again is waited for. */
async function passing<T>({ clock }: Desk, work: Promise<T>): Promise<T> {
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    clock.move(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return await work
}

describe('[R126] a model that fails', () => {
  const failing = async (steps: Step[], one = withOllama()) => {
    says(...steps)
    const writing = beginReply(await one.context(), turnOf('What does delivery cost?'))
    const written = writing.written.then(
      () => undefined,
      (error) => error,
    )
    const error = await passing(one, written)
    return { error: refusal(error), stream: writing.stream, one }
  }
  const health = async (one: Desk) => (await one.services.outside.models.health()).ok

  test.each<[string, Step[]]>([
    ['refuses', [{ status: 500, body: '{"error":"out of memory"}' }]],
    ['answers rubbish', [{ raw: 'not json\n' }]],
    ['says that it fails', [{ error: 'llama runner process has terminated' }]],
    ['hangs up at once', [{ cut: true }]],
    ['says nothing', []],
  ])('%s: one calm sentence and a line in health', async (_, steps) => {
    const { error, stream, one } = await failing(steps)
    expect([error.status, error.code, error.message]).toEqual([
      502,
      'connector_error',
      'The assistant cannot answer at the moment. Please try again in a little while.',
    ])
    expect(stream).toEqual([])
    if (steps.length > 0) expect(await health(one)).toBe(false)
  })

  test('ends without its end, because Ollama stops a model that repeats itself: the text so far is kept', async () => {
    says({ text: 'We deliver' }, { end: true })
    const { text, stream } = await replyTo(await withOllama().context(), turnOf('What does delivery cost?'))
    expect([text, stream]).toEqual(['We deliver…', ['open', 'We deliver', '…']])
  })

  test.each<[string, Step]>([['fails', { error: 'boom' }]])(
    '%s in the middle: an error after what was streamed',
    async (_, step) => {
      const { error, stream, one } = await failing([{ text: 'We deliver' }, step])
      expect(stream).toEqual(['open', 'We deliver'])
      expect([error.status, error.code]).toEqual([502, 'connector_error'])
      expect(await health(one)).toBe(false)
    },
  )

  /** Cuts the first response in the middle, and writes another one then. */
  const cutThen = async (...again: Step[]) => {
    const gate = createGate()
    const responses: Step[][] = [[{ text: 'We deliver ' }, { wait: gate }, { cut: true }], again]
    ollama.script(() => responses.shift() ?? [])
    const one = withOllama()
    const writing = beginReply(await one.context(), turnOf('What does delivery cost?'))
    await writing.next()
    gate.open()
    const { messages } = await passing(one, writing.written)
    return [messages[0], writing.stream.slice(1).join('')]
  }

  test('ends in the middle, as in a restart: the reply is written again, and what was shown is not shown again', async () => {
    expect(await cutThen({ text: 'We ' }, { text: 'deliver to all.' })).toEqual([
      { type: 'text', text: 'We deliver to all.' },
      'We deliver to all.',
    ])
  })

  test('ends in the middle and then writes something else: its text replaces what was shown', async () => {
    expect(await cutThen({ text: 'It takes two days.' })).toEqual([
      { type: 'text', text: 'It takes two days.' },
      'We deliver',
    ])
  })

  test('hangs: the call is ended', async () => {
    const one = withOllama()
    says({ text: 'We' }, { hang: true })
    const writing = beginReply(await one.context(), turnOf('Hello'))
    await writing.next()
    let over = false
    void writing.written.catch(() => (over = true))
    while (!over) {
      one.clock.move(10_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect(writing.written).rejects.toMatchObject({ status: 502, code: 'connector_error' })
    expect(one.clock.timers()).toBe(0)
  })

  test('does not stop: it is stopped', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const words = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => `${one}${two}${three} `)))
    says(...words.map((text) => ({ text })), { hang: true })
    const { text } = await replyTo(await withOllama().context(), turnOf('Hello'))
    expect(text.length).toBeLessThan(32_000)
    expect(text.endsWith('…')).toBe(true)
  })

  test.each(['word ', 'We deliver to all. ', 'We deliver to all. It takes some days. '])(
    'says the same without an end: it is stopped, and the reply says it once: %s',
    async (endless) => {
      says({ text: 'Hello. ' }, { endless })
      const { messages } = await replyTo(await withOllama().context(), turnOf('Hello'))
      expect(messages[0]).toEqual({ type: 'text', text: `Hello. ${endless.trim()}` })
    },
  )

  test('writes the visitor’s next message, too, without an end: it is stopped, and the reply ends before it', async () => {
    says({ text: 'We deliver.\n\nThe visitor writes:\n\nWhen?' }, { endless: 'And then? ' })
    const { messages } = await replyTo(await withOllama().context(), turnOf('Hello'))
    expect(messages[0]).toEqual({ type: 'text', text: 'We deliver.' })
  })

  test.each([
    ['tags without end', '<a', 15_000],
    ['images without end', '![', 15_000],
    ['one piece of nearly a million characters', 'word ', 150_000],
  ])('writes %s: the reply is cut at the maximum length of a message [threat 17]', async (_, text, times) => {
    says({ text: text.repeat(times) })
    const context = await withOllama().context({ behaviour: { length: 'long' } })
    const written = await replyTo(context, turnOf('Hello'))
    expect(MessageContent.safeParse(written.messages[0]).error).toBeUndefined()
    expect([written.text.length <= 32_000, written.text.endsWith('…')]).toEqual([true, true])
  })

  test('writes only what is never shown: the visitor reads that nothing was found [threat 4]', async () => {
    const hidden = ['<img src="https://evil.example/?d=1">', '![x](https://evil.example/?d=1)']
    for (const text of [...hidden, noSources, 'When do you open?']) {
      says({ text })
      const { text: shown } = await replyTo(await withOllama().context(), turnOf('When do you open?'))
      expect(shown).toBe(languages.en.phrases.foundNothing)
    }
  })

  test('is busy: the call is retried once', async () => {
    let tries = 0
    ollama.script(() => (++tries === 1 ? [{ status: 503, body: '{"error":"server busy"}' }] : [{ text: 'Here.' }]))
    expect((await replyTo(await withOllama().context(), turnOf('Hello'))).text).toBe('Here.')
    expect(tries).toBe(2)
  })

  test('is loading: the visitor waits for it', async () => {
    const one = withOllama()
    let tries = 0
    ollama.script(() => (++tries < 4 ? [{ status: 503, body: '{"error":"Loading model"}' }] : [{ text: 'Here.' }]))
    const writing = beginReply(await one.context(), turnOf('Hello'))
    let isOver = false
    void writing.written.finally(() => {
      isOver = true
    })
    while (!isOver) {
      one.clock.move(1_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect([(await writing.written).messages, tries]).toEqual([[{ type: 'text', text: 'Here.' }], 4])
  })

  test('stays busy: the visitor is asked for patience, in their language', async () => {
    says({ status: 503, body: '{"error":"server busy"}' })
    const context = await withOllama().context()
    await expect(replyTo(context, turnOf('Hallo', { locale: 'de' }))).rejects.toMatchObject({
      status: 502,
      message: 'Gerade werden viele Besucher bedient. Bitte versuchen Sie es in Kürze noch einmal.',
    })
  })

  test('is missing: an error if it was configured by name, quotes otherwise', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const question = turnOf('What does delivery cost?')
    await expect(replyTo(await desk({ provider: 'ollama' }, nowhere).context(), question)).rejects.toMatchObject({
      status: 502,
    })
    const quoted = await replyTo(await desk({ provider: 'auto' }, nowhere).context(), question)
    expect([quoted.trace.provider, quoted.text]).toEqual(['none', expect.stringContaining('£4.95')])
  })

  test('goes away between two checks: quotes', async () => {
    const short = await startFakeOllama()
    const one = desk({ provider: 'auto' }, short.url)
    short.script(() => [{ text: 'All is well.' }])
    expect((await replyTo(await one.context(), turnOf('What does delivery cost?'))).trace.provider).toBe('ollama')
    await short.close()
    expect((await replyTo(await one.context(), turnOf('What does delivery cost?'))).trace.provider).toBe('none')
  })
})

describe('[U101] a reply that is stopped', () => {
  test('ends with the text so far, and the model server notices', async () => {
    const gate = createGate()
    says(...stepped(gate, ['We', ' are', ' open.']))
    const seen = ollama.next('/api/chat')
    const writing = beginReply(await withOllama().context(), turnOf('Are you open?'))
    const next = writing.next()
    gate.step()
    await next
    writing.stop()
    const { messages, interrupted, trace, neurons } = await writing.written
    expect([messages, interrupted, trace.outcome]).toEqual([[{ type: 'text', text: 'We' }], true, 'interrupted'])
    expect(neurons).toBeGreaterThan(0)
    expect(await (await seen).left).toBeGreaterThan(0)
  })

  test('immediately contains nothing', async () => {
    const writing = beginReply(await withOllama().context(), turnOf('Are you open?'))
    writing.stop()
    expect(await writing.written).toMatchObject({ messages: [], interrupted: true, neurons: 0 })
  })

  test('does not disturb others', async () => {
    const gates = { 'One?': createGate(), 'Two?': createGate() }
    ollama.script((chat) => stepped(gates[questionIn(chat.messages) as keyof typeof gates], ['We', ' are', ' open.']))
    const one = withOllama({ concurrency: 2 })
    const [first, second] = [
      beginReply(await one.context(), turnOf('One?')),
      beginReply(await one.context(), turnOf('Two?')),
    ]
    const both = [first.next(), second.next()]
    for (const gate of Object.values(gates)) gate.step()
    await Promise.all(both)
    first.stop()
    await first.written
    gates['Two?'].open()
    expect((await second.written).messages).toEqual([{ type: 'text', text: 'We are open.' }])
    expect(assistantState(one.services).queue.running).toBe(0)
  })
})

describe('when all places are taken', () => {
  test('sites take turns, and a caller who gives up leaves the queue', async () => {
    const gate = createGate()
    const asked: string[] = []
    ollama.script((chat) => {
      asked.push(questionIn(chat.messages))
      return [{ wait: gate }, { text: 'Yes.' }]
    })
    const one = withOllama({ concurrency: 1 })
    const { queue } = assistantState(one.services)
    const begin = async (words: string, site: string) => {
      const waiting = queue.waiting + queue.running
      const writing = beginReply(await one.context({}, site), turnOf(words))
      while (queue.waiting + queue.running === waiting) await new Promise((resolve) => setImmediate(resolve))
      return writing
    }
    const first = await begin('a1', 'demo')
    const a2 = await begin('a2', 'demo')
    const a3 = await begin('a3', 'demo')
    const b1 = await begin('b1', 'other')
    a2.stop()
    expect(await a2.written).toMatchObject({ messages: [], interrupted: true })
    gate.open()
    const done = await Promise.all([first, a3, b1].map(({ written }) => written))
    expect(asked).toEqual(['a1', 'a3', 'b1'])
    expect(done[2]?.trace.ms.queued).toBeGreaterThan(0)
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })
})
