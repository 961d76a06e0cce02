import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MessageContent } from '../shared/message.ts'
import { createDesk, type Desk, learnShop, replyTo, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, type OllamaChat, startFakeOllama } from './support/fake-ollama.ts'
import type { Step } from './support/steps.ts'

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

describe('structured actions', () => {
  test('are shown next to the reply, in order, and are in the trace', async () => {
    const asked = says(
      { text: 'Which size?' },
      { tool: 'show_options', arguments: { options: ['S', 'M'] } },
      { tool: 'show_links', arguments: { links: [{ label: 'Sizes', url: 'https://shop.example/returns' }] } },
    )
    const { messages, trace } = await replyTo(await withOllama().context(), turnOf('May I exchange a jacket?'))
    expect(messages.map(({ type }) => type)).toEqual(['text', 'options', 'links'])
    for (const message of messages) MessageContent.parse(message)
    expect(trace.calls).toMatchObject([
      { name: 'show_options', kind: 'action', ok: true },
      { name: 'show_links', kind: 'action', ok: true },
    ])
    const names = asked[0]?.tools?.map((tool) => (tool as { function: { name: string } }).function.name)
    const shown = ['show_options', 'show_form', 'show_links', 'show_card']
    expect(names).toEqual([...shown, 'save_contact', 'ask_for_person', 'note_unanswered'])
  })

  describe('the calendar', () => {
    const picker = { bookings: { mode: 'picker' } } as const
    const wish = turnOf('My tooth hurts, is there anything you can do for me soon?')
    const names = (asked: OllamaChat[]) =>
      (asked[0]?.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name)

    test('is opened by the model below its reply, or without one', async () => {
      const asked = says({ text: 'Of course.' }, { tool: 'open_calendar', arguments: {} })
      const { messages, trace } = await replyTo(await withOllama().context(picker), wish)
      const card = { type: 'card', title: 'Choose a time for your appointment.', picker: true }
      expect(messages).toMatchObject([{ type: 'text', text: 'Of course.' }, card])
      expect(trace.calls).toMatchObject([{ name: 'open_calendar', ok: true, result: 'the calendar was opened' }])
      expect(names(asked)).toContain('open_calendar')
      const again = says({ tool: 'open_calendar', arguments: { day: 'Monday' } })
      expect((await replyTo(await withOllama().context(picker), wish)).messages).toMatchObject([card])
      expect(again).toHaveLength(1)
    })

    test('is not opened if nothing is free: a callback is offered', async () => {
      says({ text: 'Of course.' }, { tool: 'open_calendar', arguments: {} })
      const full = {
        bookings: { ...picker.bookings, hours: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
      }
      const { messages } = await replyTo(await withOllama().context(full), wish)
      expect(messages).toMatchObject([{ type: 'text' }, { type: 'text' }, { type: 'form' }])
    })

    test('is opened by no model of a site without one', async () => {
      const asked = says({ text: 'Of course.' }, { tool: 'open_calendar', arguments: {} })
      const { messages, trace } = await replyTo(await withOllama().context({ bookings: { mode: 'link' } }), wish)
      expect(messages).toEqual([{ type: 'text', text: 'Of course.' }])
      expect(trace.calls).toMatchObject([{ name: 'open_calendar', ok: false }])
      expect(names(asked)).not.toContain('open_calendar')
    })
  })

  test('a model that only calls actions is asked once more for text, without tools', async () => {
    const asked: OllamaChat[] = []
    ollama.script((chat) => {
      asked.push(chat)
      return asked.length === 1
        ? [{ tool: 'save_contact', arguments: { email: 'ada@example.com' } }]
        : [{ text: 'Noted!' }]
    })
    const { messages, lead } = await replyTo(await withOllama().context(), turnOf('Reach me at ada@example.com'))
    expect(messages).toEqual([{ type: 'text', text: 'Noted!' }])
    expect(lead).toEqual({ email: 'ada@example.com' })
    expect(asked).toHaveLength(2)
    expect(asked[1]?.tools).toBeUndefined()
    expect(asked[1]?.messages.slice(-2).map(({ role }) => role)).toEqual(['assistant', 'tool'])
  })

  test('a model that twice only calls actions gets a text written for it', async () => {
    says({ tool: 'save_contact', arguments: { email: 'ada@example.com' } })
    const turn = turnOf('Reach me at ada@example.com')
    const { stream, messages } = await replyTo(await withOllama().context(), turn)
    expect(stream).toEqual(['open', 'Thank you, we have received your details.'])
    expect(messages).toEqual([{ type: 'text', text: 'Thank you, we have received your details.' }])
  })

  test('contact details are not an action if the site does not want them', async () => {
    const asked = says({ text: 'Ok.' }, { tool: 'save_contact', arguments: { email: 'ada@example.com' } })
    const context = await withOllama().context({ leads: { enabled: false } })
    const { lead, trace } = await replyTo(context, turnOf('Reach me at ada@example.com'))
    expect([lead, trace.calls[0]?.ok]).toEqual([undefined, false])
    expect(JSON.stringify(asked[0]?.tools)).not.toContain('save_contact')
  })

  test('a hostile model has no effect, and the reply is written all the same', async () => {
    says(
      { text: 'Hello.' },
      { tool: 'delete_conversation', arguments: { id: 'conv_1' } },
      { tool: 'show_options', arguments: { options: Array(10_000).fill('x') } },
      { tool: 'show_links', arguments: { links: [{ label: 'x', url: 'javascript:alert(1)' }] } },
      { tool: 'show_card', arguments: { title: 'Bike', image: { src: 'https://evil.example/?d=1', alt: 'x' } } },
    )
    const { messages, trace } = await replyTo(await withOllama().context(), turnOf('Hello'))
    expect(messages).toEqual([
      { type: 'text', text: 'Hello.' },
      { type: 'card', title: 'Bike' },
    ])
    expect(trace.calls.map(({ ok }) => ok)).toEqual([false, false, false, true])
  })

  describe('of a model without tools', () => {
    const plain = () => {
      ollama.models.push({ ...ollama.models[0]!, name: 'plain', capabilities: ['completion'] })
      return withOllama({ model: 'plain' })
    }

    test('are written below the text, which is streamed', async () => {
      const call = '<tool_call>{"name": "show_options", "arguments": {"options": ["S", "M"]}}</tool_call>'
      const written = `Which size?\n"S" or "M"\n${call}`
      const asked = says(...(written.match(/.{1,5}/gs) ?? []).map((text) => ({ text })))
      const { messages, stream, trace } = await replyTo(await plain().context(), turnOf('A jacket please'))
      expect(messages).toMatchObject([{ type: 'text', text: 'Which size?\n"S" or "M"' }, { type: 'options' }])
      expect(stream.length).toBeGreaterThan(4)
      expect(stream.slice(1).join('')).toBe('Which size?\n"S" or "M"')
      expect([asked[0]?.tools, asked[0]?.format]).toEqual([undefined, undefined])
      const [system] = asked[0]?.messages ?? []
      expect(system?.content).toContain(
        '- show_options {text?: text, options: [text|{label: text, value?: text}], multi?: true|false}: Offers',
      )
      expect(trace.options.protocol).toBe('text')
    })

    test('are done however they are marked', async () => {
      const call = '{"name": "show_options", "arguments": {"options": ["S", "M"]}}'
      for (const text of [
        `Which?\n${call}`,
        `Which?\n\`\`\`json\n${call}\n\`\`\``,
        `Which?\n<tool_call>\n${call}`,
        `${call}\nWhich?`,
        'Which?\n```tool_code\nshow_options(options=["S", "M"])\n```',
      ]) {
        says({ text })
        const { messages } = await replyTo(await plain().context(), turnOf('A jacket please'))
        expect(messages, text).toMatchObject([{ type: 'text', text: 'Which?' }, { type: 'options' }])
      }
    })

    test('without words are followed by the request for some, in the form of the model', async () => {
      const asked: OllamaChat[] = []
      ollama.script((chat) => {
        asked.push(chat)
        return [{ text: asked.length === 1 ? '<tool_call>{"name": "show_options"}</tool_call>' : 'Which size?' }]
      })
      const { text } = await replyTo(await plain().context(), turnOf('A jacket please'))
      expect(text).toBe('Which size?')
      expect(asked[1]?.messages.slice(-2)).toMatchObject([
        { role: 'assistant', content: '<tool_call>{"name":"show_options","arguments":{}}</tool_call>' },
        { role: 'user', content: '(Done. Now reply in words.)' },
      ])
    })

    test('a truncated answer keeps its text', async () => {
      says({ text: 'We open at ni' }, { done: { reason: 'length' } })
      expect((await replyTo(await plain().context(), turnOf('When do you open?'))).text).toBe('We open at ni…')
      says({ text: 'We open at nine.\n<tool_call>{"name": "show_op' }, { done: { reason: 'length' } })
      const { messages } = await replyTo(await plain().context(), turnOf('When do you open?'))
      expect(messages).toEqual([{ type: 'text', text: 'We open at nine.…' }])
    })
  })
})
