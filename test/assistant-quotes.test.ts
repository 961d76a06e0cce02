import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeGreeting } from '../server/features/assistant/reply/greeting.ts'
import { MessageContent } from '../shared/message.ts'
import { Trace } from '../shared/trace.ts'
import { createDesk, type Desk, learnShop, replyTo, said, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
const desks: Desk[] = []

beforeAll(async () => {
  database = await createDatabase()
  await learnShop(database)
})
afterEach(() => {
  for (const one of desks.splice(0)) one.close()
})
afterAll(() => database.drop())

const none = (): Desk => {
  const made = createDesk(database, { ai: { provider: 'none' } })
  desks.push(made)
  return made
}

describe('without a model', () => {
  test('the best extracts of the pages are quoted, with their pages', async () => {
    const { text, sources, stream, trace, neurons } = await replyTo(
      await none().context(),
      turnOf('What does delivery cost?'),
    )
    expect(text).toMatch(/^From our page \*\*Delivery\*\*:\n\n/)
    expect(text).toContain('We deliver inside Marlow for £4.95.')
    expect(sources[0]).toMatchObject({ title: 'Delivery', url: 'https://shop.example/delivery' })
    expect(stream[0]).toBe('open')
    expect(stream.slice(1).join('')).toBe(text)
    expect(neurons).toBe(0)
    expect(Trace.parse(trace)).toMatchObject({
      provider: 'none',
      model: null,
      foundNothing: false,
      outcome: 'finished',
    })
    expect(trace.passages.some(({ used, reason }) => used && reason === null)).toBe(true)
  })

  test('every word of a quotation is a word of the page', async () => {
    const { text } = await replyTo(await none().context(), turnOf('Do you ship abroad?'))
    const quoted = text.split('\n\n').filter((part) => !part.startsWith('From our page') && !part.startsWith('About'))
    expect(quoted.length).toBeGreaterThan(0)
    const pages =
      'Delivery Abroad Team We deliver inside Marlow for £4.95. It takes two days. We do not ship outside the United Kingdom. Returns You may send a jacket back within 30 days. Exchanging a size is free. Tomasz runs the workshop. Aisha looks after the rental desk.'
    for (const word of quoted.join(' ').match(/[\p{L}\p{N}]+/gu) ?? []) expect(pages).toContain(word)
  })

  test('a short question after another one is not answered with the other one’s answer', async () => {
    const desk = none()
    const asked = (latest: string) =>
      turnOf([said('user', 'What does delivery cost?'), said('agent', '£4.95.'), said('user', latest)])
    const pianos = await replyTo(await desk.context(), asked('Do you sell pianos?'))
    expect(pianos.trace.foundNothing).toBe(true)
    const abroad = await replyTo(await desk.context(), asked('And outside Marlow?'))
    expect(abroad.text).toContain('We deliver inside Marlow')
    const long = await replyTo(await desk.context(), asked('How long?'))
    expect(long.text).toContain('It takes two days.')
  })

  test('an entry without a page is named, not linked', async () => {
    const { text, sources } = await replyTo(await none().context(), turnOf('Who runs the workshop?'))
    expect(text).toMatch(/^About \*\*Team\*\*:/)
    expect(sources[0]).toMatchObject({ title: 'Team', url: null })
  })

  test('if nothing is found it says so, and offers to leave details', async () => {
    const { messages, sources, trace } = await replyTo(
      await none().context(),
      turnOf('Who won the football match in Brazil?'),
    )
    expect(messages.map(({ type }) => type)).toEqual(['text', 'form'])
    expect(messages[0]).toMatchObject({ text: expect.stringMatching(/^I found nothing about that/) })
    expect(sources).toEqual([])
    expect(trace.foundNothing).toBe(true)
    for (const message of messages) MessageContent.parse(message)
  })

  test('details are not requested twice, nor if they are known, nor if the site does not want them', async () => {
    const question = 'Who won the football match in Brazil?'
    const form = { type: 'form', title: 'x', fields: [] } as never
    const kinds = async (turn: ReturnType<typeof turnOf>, settings = {}) =>
      (await replyTo(await none().context(settings), turn)).messages.map(({ type }) => type)
    expect(await kinds(turnOf([said('user', 'Hm?'), said('agent', '', form), said('user', question)]))).toEqual([
      'text',
    ])
    expect(await kinds(turnOf(question, {}, { name: null, email: 'a@b.example', phone: null }))).toEqual(['text'])
    expect(await kinds(turnOf(question), { leads: { enabled: false } })).toEqual(['text'])
  })

  test.each([
    ['Hello!', null, 'Hello! What would you like to know?'],
    ['Danke schön', null, 'Gern geschehen! Kann ich sonst noch etwas nachsehen?'],
    ['Bonjour', 'fr-CA', 'Bonjour ! Que souhaitez-vous savoir ?'],
    ['Are you a robot?', 'de', 'Ich bin Assistant, der automatische Assistent von demo.'],
  ])('small talk is recognised: %s', async (words, locale, start) => {
    const expected = locale === 'de' ? 'I am Assistant, the automatic assistant of demo.' : start
    const { text, sources, trace } = await replyTo(await none().context(), turnOf(words, { locale }))
    expect(text.startsWith(expected)).toBe(true)
    expect([sources, trace.query, trace.foundNothing]).toEqual([[], '', false])
  })

  test('the language is the visitor’s, otherwise the site’s, otherwise English', async () => {
    const question = 'xyzzy plugh?'
    const words = async (locale: string | null, settings = {}) =>
      (await replyTo(await none().context(settings), turnOf(question, { locale }))).text
    expect(await words('de-AT')).toMatch(/^Dazu habe ich/)
    expect(await words(null, { assistant: { locale: 'es' } })).toMatch(/^No he encontrado/)
    expect(await words('ja')).toMatch(/^I found nothing/)
  })

  test('the answer to a form is acknowledged, not searched for', async () => {
    const form = said('agent', '', { id: 'msg_form', type: 'form', fields: [] } as never)
    const answer = said('user', 'Name: Ada', { payload: { action: { id: 'msg_form', value: '{"name":"Ada"}' } } })
    const { text, trace } = await replyTo(await none().context(), turnOf([form, answer]))
    expect([text, trace.query]).toEqual(['Thank you, we have received your details.', ''])
  })

  test('an email or number that the visitor writes is detected', async () => {
    const { lead } = await replyTo(await none().context(), turnOf('Write to ada@example.com or call +44 20 7946 0958.'))
    expect(lead).toEqual({ email: 'ada@example.com', phone: '+44 20 7946 0958' })
    expect((await replyTo(await none().context(), turnOf('Order 1234567 of 03/04/2030'))).lead).toBeUndefined()
  })
})

describe('the greeting', () => {
  const greet = async (settings: object) => {
    const context = await none().context(settings)
    return (await writeGreeting(context, turnOf([]), new AbortController().signal)).messages
  }

  test('is the welcome message with the starter questions as buttons', async () => {
    expect(await greet({ welcomeMessage: 'Hi' })).toEqual([{ type: 'text', text: 'Hi' }])
    expect(await greet({ welcomeMessage: 'Hi', starterQuestions: ['Hours?'] })).toEqual([
      { type: 'options', text: 'Hi', options: [{ label: 'Hours?', value: 'Hours?' }] },
    ])
  })

  test('[R111] is empty if the site has none', async () => {
    expect(await greet({ welcomeMessage: '' })).toEqual([])
  })
})

test('an extract of a long program keeps the fence around it', async () => {
  const desk = none()
  const lines = Array.from({ length: 40 }, (_, at) => `load_widget(${at}, "a button of the launcher")`)
  const code = ['```js', ...lines, 'set_chatcolour("teal")', ...lines, '```'].join('\n')
  await desk.learn('Embedding', `# Embedding\n\nCopy this:\n\n${code}`)
  const { text } = await replyTo(await desk.context(), turnOf('How do I set_chatcolour in the widget?'))
  expect(text).toContain('set_chatcolour("teal")')
  expect(text.length).toBeLessThan(2_000)
  expect(text.match(/^```.*$/gm)).toEqual(['```js', '```'])
})
