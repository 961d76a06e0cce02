import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../support/widget-page.ts'
import { addHelper, type Helper, type StoryWorld, startStories, told, type Visitor } from '../support/widget-story.ts'

let world: StoryWorld
let anna: Helper
let visitor: Visitor

const flow = {
  id: 'repair',
  title: 'Book a repair',
  steps: [
    { field: 'bike', ask: 'What kind of bike is it?', input: 'choice', choices: ['City bike', 'E-bike'] },
    { field: 'fault', ask: 'What is wrong with it?', input: 'text' },
  ],
  submit: { as: 'message', template: 'A repair. Bike: {bike}. Fault: {fault}.' },
}
const required = [{ name: 'name', label: 'Name', type: 'text', required: true }]
const optional = [{ name: 'email', label: 'Email', type: 'email', required: false }]

beforeAll(async () => {
  world = await startStories({ asking: {}, alone: {} })
  const set = (site: string, settings: object) => world.client.call('PUT', '/settings', { body: { site, settings } })
  const shortcut = { id: 'a', label: 'Book a repair', action: { id: 'a', kind: 'flow', label: 'Book', flow: 'repair' } }
  await set('shop', {
    leads: { enabled: true, fields: optional },
    home: { shortcuts: [shortcut], links: { title: 'Read', items: [{ label: 'Prices', url: 'https://a.example/p' }] } },
    widget: { flows: [flow] },
  })
  await set('alone', { leads: { enabled: true, fields: optional } })
  await set('asking', { leads: { fields: required }, widget: { consent: 'required' } })
  anna = await addHelper(world, 'Anna Marsh')
})
afterAll(async () => {
  await anna.leave()
  await world.close()
})
beforeEach(() => world.answers({ type: 'text', text: 'It costs **£14**.' }))
afterEach(async () => {
  expect({ dialogs: visitor.dialogs, foreign: visitor.foreign }).toEqual({ dialogs: [], foreign: [] })
  await visitor.close()
})

const question = 'What does a puncture cost?'

/** A visitor's last action, as stored. */
async function lastAct(id: string) {
  const own = (await world.read(id)).messages.filter(({ role }: { role: string }) => role === 'user')
  return own.at(-1)
}

/** Every type of message, in one answer. */
const everyType = [
  { type: 'text', text: 'All that **there is**:' },
  { type: 'options', text: 'Which?', options: [{ label: 'City bike', value: 'city' }] },
  {
    ...{ type: 'options', text: 'When?', multi: true },
    options: ['Friday', 'Saturday', 'Sunday'].map((label) => ({ label, value: label.toLowerCase() })),
  },
  {
    ...{ type: 'card', title: 'Tandem', body: 'For two', image: { src: 'https://a.example/t.png', alt: 'A tandem' } },
    actions: [{ id: 'take', kind: 'reply', label: 'Take it', value: 'tandem' }],
  },
  { type: 'carousel', cards: [{ title: 'First' }, { title: 'Second', body: 'Another' }] },
  { type: 'links', title: 'Read on', links: [{ label: 'Our prices', url: 'https://a.example/prices' }] },
  {
    ...{ type: 'form', title: 'Your bike', submitLabel: 'Send it' },
    fields: [{ name: 'email', label: 'Email', type: 'email', required: true }],
  },
  { type: 'notice', text: 'We close at six.', tone: 'warning' },
] as const

/** Shows and answers every type of message. A reloaded page shows the same. */
async function answerAll(): Promise<void> {
  const { log, button } = visitor
  world.answers(...(everyType as unknown as Parameters<StoryWorld['answers']>))
  await visitor.ask('What is there?')
  await log.getByText('We close at six.').waitFor()
  world.answers({ type: 'text', text: 'Thank you.' })
  const thanked = async (count: number) =>
    expect.poll(() => log.getByText('Thank you.').count(), { timeout: 20_000 }).toBe(count)
  const id = await visitor.conversation()

  await button('City bike').click()
  await thanked(1)
  expect(await lastAct(id)).toMatchObject({ text: 'City bike', payload: { action: { value: 'city' } } })
  expect(await button('City bike').getAttribute('aria-pressed')).toBe('true')

  for (const day of ['Friday', 'Sunday']) await log.getByRole('checkbox', { name: day }).check()
  await button('Send choice').click()
  await thanked(2)
  expect(await lastAct(id)).toMatchObject({ text: 'Friday, Sunday', payload: { action: { value: 'friday\nsunday' } } })

  await button('Take it').click()
  await thanked(3)
  expect(await lastAct(id)).toMatchObject({ text: 'Take it', payload: { action: { id: 'take', value: 'tandem' } } })
  const picture = log.getByRole('link', { name: 'Picture: A tandem' })
  const link = log.getByRole('link', { name: 'Our prices' })
  for (const away of [picture, link]) expect(await away.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  await log.getByRole('region', { name: 'Second' }).getByText('Another').waitFor()

  const heard = await listen(visitor.at, ['lead'])
  await log.getByRole('textbox', { name: 'Email' }).fill('Ada@Example.com')
  await button('Send it').click()
  await thanked(4)
  expect((await lastAct(id)).payload.action.value).toBe('{"email":"ada@example.com"}')
  expect(await heard()).toEqual([['lead', { email: 'ada@example.com' }]])
  const before = await visitor.said()
  expect(before).toContain('Email: ada@example.com')
  await visitor.reload()
  await expect.poll(() => visitor.said()).toEqual(before)
}

test.each(['plain', 'hostile', 'framed'] as const)(
  '[R403] every kind of message is shown and answered on a %s page',
  async (host) => {
    visitor = await world.visit(host)
    await answerAll()
  },
)

describe.each(['plain', 'hostile'] as const)('on a %s page', (host) => {
  test('[R409] a flow asks field by field, and the backend takes part only at its end', async () => {
    visitor = await world.visit(host)
    const asked = world.backend.seen.length
    await visitor.button('Book a repair').click()
    await visitor.button('E-bike').click()
    await visitor.window.getByRole('textbox', { name: 'What is wrong with it?' }).fill('A flat tyre')
    expect(world.backend.seen).toHaveLength(asked)
    await visitor.button('Next').click()
    await visitor.log.getByText('It costs £14.').waitFor()
    const text = 'A repair. Bike: E-bike. Fault: A flat tyre.'
    expect(await lastAct(await visitor.conversation())).toMatchObject({ text })
  })

  test('a flow that makes a job sends its answers one by one, also as the first message', async () => {
    const flows = [{ ...flow, submit: { ...flow.submit, job: true } }]
    await world.client.call('PUT', '/settings', { body: { site: 'shop', settings: { widget: { flows } } } })
    visitor = await world.visit(host)
    await visitor.button('Book a repair').click()
    await visitor.button('E-bike').click()
    await visitor.window.getByRole('textbox', { name: 'What is wrong with it?' }).fill('A flat tyre')
    await visitor.button('Next').click()
    await visitor.log.getByText('It costs £14.').waitFor()
    const id = await visitor.conversation()
    const text = 'A repair. Bike: E-bike. Fault: A flat tyre.'
    expect(await visitor.said()).toContain(text)
    const jobs = async () => (await world.client.get(`/jobs?site=shop&conversation=${id}`)).body.items
    await expect.poll(jobs).toMatchObject([{ source: 'quote', details: text }])
    await world.client.call('PUT', '/settings', { body: { site: 'shop', settings: { widget: { flows: [flow] } } } })
  })

  test('the details form is shown first, emitted to the page, and sent with the chat', async () => {
    visitor = await world.visit(host, { site: 'asking' })
    const heard = await listen(visitor.at, ['lead'])
    await visitor.ask(question)
    await visitor.window.getByRole('form', { name: 'Before we start' }).waitFor()
    await visitor.button('Agree and send').click()
    await visitor.window.getByText('Please fill this in.').waitFor()
    await visitor.window.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await visitor.button('Agree and send').click()
    await visitor.log.getByText('It costs £14.').waitFor()
    expect(await heard()).toEqual([['lead', { name: 'Ada' }]])
    const id = await visitor.conversation()
    const { body } = await world.client.get(`/conversations/${id}?site=asking`)
    expect(body.lead).toMatchObject({ name: 'Ada' })
  })

  test('if nobody is available, a callback form is shown, emitted to the page, stored and forwarded', async () => {
    visitor = await world.visit(host, { site: 'alone' })
    const { log, button } = visitor
    await button('Request a callback').click()
    const form = log.getByRole('form', { name: 'We’ll get back to you' })
    const heard = await listen(visitor.at, ['lead'])
    await form.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await form.getByRole('textbox', { name: 'Phone' }).fill('01632 960112')
    await button('Send request').click()
    // The site's backend gets it, and answers.
    await log.getByText('It costs £14.').waitFor()
    expect(await heard()).toEqual([['lead', { name: 'Ada', phone: '01632 960112' }]])
    const id = await visitor.conversation()
    const { body } = await world.client.get(`/conversations/${id}?site=alone`)
    expect(body.callbacks).toMatchObject([{ name: 'Ada', phone: '01632 960112', status: 'open' }])
    for (const type of ['lead.captured', 'callback.requested'])
      expect(await told(world, id, type, 'alone')).toMatchObject([{ data: { name: 'Ada', phone: '01632 960112' } }])
  })

  test('a backend that returns nothing leaves a sentence, and the visitor can go on', async () => {
    visitor = await world.visit(host)
    world.answers()
    await visitor.ask('Hello')
    await visitor.log.getByText(/^No answer came/).waitFor()
    world.answers({ type: 'text', text: 'Here I am.' })
    await visitor.ask('Anybody?')
    await visitor.log.getByText('Here I am.').waitFor()
  })

  test('[U100] a person is requested, joins, writes, reads, and hands back', async () => {
    visitor = await world.visit(host)
    const { window, log, button } = visitor
    await visitor.ask('Hello')
    await log.getByText('It costs £14.').waitFor()
    const id = await visitor.conversation()
    await button('Talk to a person').click()
    await window.getByRole('status').getByText('You’re next').waitFor()
    await anna.post(`/conversations/${id}/takeover`)
    await window.getByRole('status').getByText('Anna is here').waitFor()
    await log.getByText('Anna joined the chat.').waitFor()
    await anna.types(id, true)
    await window.getByRole('status').getByText('Anna is typing…').waitFor()
    await anna.post(`/conversations/${id}/reply`, { text: 'What can I do for you?' })
    await log
      .getByRole('article', { name: /^Anna, / })
      .getByText('What can I do for you?')
      .waitFor()
    const marked = () => log.locator('.entry:has(.fate) .bubble').allInnerTexts()
    await expect.poll(marked).toEqual(['Talk to a person'])
    await visitor.ask('My chain is broken')
    await log.getByText('My chain is broken').waitFor()
    await expect.poll(async () => (await lastAct(id)).text).toBe('My chain is broken')
    await anna.post(`/conversations/${id}/handback`)
    await window.getByRole('status').getByText('Team online').waitFor()
    await visitor.ask('And a tyre?')
    await expect.poll(() => log.getByText('It costs £14.').count()).toBe(2)
  })
})
