import { describe, expect, test } from 'vitest'
import { type FormField, readAnswers } from '../../shared/form.ts'
import { Message, MessageContent, plainText, rolesOf, StoredMessage } from '../../shared/message.ts'

const identity = { id: 'msg_1', ts: 1_700_000_000_000 }
const contents: Record<MessageContent['type'], Record<string, unknown>> = {
  text: { type: 'text', text: 'Hello' },
  options: { type: 'options', text: 'Which size?', options: [{ label: 'Small', value: 's' }], multi: true },
  card: { type: 'card', title: 'Bike', body: 'Red', image: { src: 'https://example.com/b.png', alt: 'A red bike' } },
  carousel: { type: 'carousel', cards: [{ title: 'Bike' }, { title: 'Tandem', body: 'For two' }] },
  links: {
    type: 'links',
    title: 'See',
    links: [{ label: 'Prices', url: 'https://example.com/p', description: 'All' }],
  },
  form: { type: 'form', title: 'You', fields: [{ name: 'name', label: 'Name', type: 'text' }], submitLabel: 'Send' },
  notice: { type: 'notice', text: 'Anna joined', tone: 'info' },
}
const types = Object.keys(contents) as MessageContent['type'][]
const roles = ['agent', 'user', 'system'] as const
const accepts = (value: unknown) => Message.safeParse(value).success
const action = (rest: Record<string, unknown>) => ({
  type: 'card',
  title: 'x',
  actions: [{ id: 'a', label: 'Go', ...rest }],
})
const takes = (content: Record<string, unknown>) => MessageContent.safeParse(content).success

describe('messages', () => {
  test('carry an id, a time and a role [R8]', () => {
    const whole = { ...identity, role: 'user', ...contents.text }
    expect(accepts(whole)).toBe(true)
    for (const name of ['id', 'ts', 'role']) expect(accepts({ ...whole, [name]: undefined }), name).toBe(false)
    expect(accepts({ ...whole, ts: 1.5 })).toBe(false)
    expect(accepts({ ...whole, role: 'assistant' })).toBe(false)
  })

  test('are of seven types and no other [R9]', () => {
    expect(types.toSorted()).toEqual(['card', 'carousel', 'form', 'links', 'notice', 'options', 'text'])
    for (const type of types) expect(accepts({ ...identity, role: 'agent', ...contents[type] }), type).toBe(true)
    expect(accepts({ ...identity, role: 'agent', type: 'video', text: 'x' })).toBe(false)
  })

  test('allow only the roles of their type [R10]', () => {
    const expected = { text: ['agent', 'user', 'system'], notice: ['agent', 'system'] } as Record<string, string[]>
    for (const type of types) {
      const allowed = roles.filter((role) => accepts({ ...identity, role, ...contents[type] }))
      expect(allowed, type).toEqual(expected[type] ?? ['agent'])
      expect(allowed, type).toEqual(rolesOf[type])
    }
  })

  test('options have pairs of label and value; text and multi are optional [R11]', () => {
    expect(takes({ type: 'options', options: [{ label: 'A', value: 'a' }] })).toBe(true)
    expect(takes({ type: 'options', options: [{ label: 'A' }] })).toBe(false)
    expect(takes({ type: 'options', text: 'x' })).toBe(false)
    expect(takes({ ...contents.options, multi: 'yes' })).toBe(false)
  })

  test('a card requires only its title [R12]', () => {
    expect(takes({ type: 'card', title: 'Bike' })).toBe(true)
    expect(takes({ type: 'card', body: 'Red' })).toBe(false)
    expect(takes({ ...contents.card, image: { src: 'https://example.com/b.png' } })).toBe(false)
  })

  test('a carousel has one to ten cards, links a list of addresses [R13]', () => {
    const cards = (count: number) => ({
      type: 'carousel',
      cards: Array.from({ length: count }, () => ({ title: 'x' })),
    })
    expect([0, 1, 10, 11].map((count) => takes(cards(count)))).toEqual([false, true, true, false])
    expect(takes({ type: 'links', links: [{ label: 'P', url: 'https://example.com' }] })).toBe(true)
    expect(takes({ type: 'links', links: [{ label: 'P' }] })).toBe(false)
  })

  test('a form has fields; title and submitLabel are optional [R14]', () => {
    expect(takes({ type: 'form', fields: [{ name: 'n', label: 'N', type: 'text' }] })).toBe(true)
    expect(takes({ type: 'form', title: 'x' })).toBe(false)
  })

  test('a notice has a text and one of three tones [R15]', () => {
    for (const tone of ['info', 'warning', 'error', undefined]) expect(takes({ ...contents.notice, tone })).toBe(true)
    expect(takes({ ...contents.notice, tone: 'panic' })).toBe(false)
    expect(takes({ type: 'notice' })).toBe(false)
  })

  test('stored ones add payload, feedback and author, each nullable [R16]', () => {
    const nothing = {
      payload: null,
      feedback: null,
      author: null,
      clientMessageId: null,
      deliveredAt: null,
      seenAt: null,
    }
    const stored = { ...identity, role: 'agent', ...contents.text, ...nothing }
    expect(StoredMessage.parse(stored)).toEqual(stored)
    for (const name of Object.keys(nothing)) {
      expect(StoredMessage.safeParse({ ...stored, [name]: undefined }).success, name).toBe(false)
    }
    const author = { kind: 'human', id: 'anna@example.com', name: 'Anna' }
    expect(StoredMessage.safeParse({ ...stored, payload: { id: 'x' }, feedback: -1, author }).success).toBe(true)
    expect(StoredMessage.safeParse({ ...stored, feedback: 3 }).success).toBe(false)
  })

  test("a team's reply says so in its meta [R17]", () => {
    const meta = { human: true, agentName: 'Anna' }
    expect(Message.parse({ ...identity, role: 'agent', ...contents.text, meta }).meta).toEqual(meta)
  })

  test('every type has a plain text for clients that do not know it [R18]', () => {
    const words = Object.fromEntries(types.map((type) => [type, plainText(MessageContent.parse(contents[type]))]))
    expect(words).toEqual({
      text: 'Hello',
      options: 'Which size?\n- Small',
      card: 'Bike\nRed',
      carousel: 'Bike\n\nTandem\nFor two',
      links: 'See\nPrices: https://example.com/p\nAll',
      form: 'You\n- Name',
      notice: 'Anna joined',
    })
    const card = MessageContent.parse(action({ kind: 'tel', phone: '+49 30 1' }))
    expect(plainText(card)).toBe('x\nGo: +49 30 1')
    expect(plainText({ ...card, text: 'Call us' } as MessageContent)).toBe('Call us')
  })
})

describe('actions of cards', () => {
  const targets = { reply: 'value', url: 'url', tel: 'phone', email: 'email', form: 'form', flow: 'flow' }
  const values = { value: 'yes', url: 'https://example.com', phone: '1', email: 'a@example.com', form: 'f', flow: 'q' }

  test.each(Object.entries(targets))('%s requires its target %s [R305]', (kind, target) => {
    expect(takes(action({ kind, ...values }))).toBe(true)
    expect(takes(action({ kind, ...values, [target]: undefined }))).toBe(false)
  })

  test('other kinds and script URLs are refused', () => {
    expect(takes(action({ kind: 'run', ...values }))).toBe(false)
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.com',
      'https://user:pass@example.com',
      'http:x',
    ]) {
      expect(takes(action({ kind: 'url', url })), url).toBe(false)
    }
  })
})

describe('forms', () => {
  const field = (name: string, type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
    name,
    label: name,
    type,
    required: false,
    ...more,
  })
  const fields = [
    field('name', 'text', { required: true }),
    field('email', 'email'),
    field('size', 'select', { options: [{ label: 'Small', value: 's' }] }),
    field('people', 'number'),
    field('terms', 'checkbox', { required: true }),
    field('day', 'date'),
  ]
  const good = { name: 'Ada', terms: true }
  const faultOf = (answers: unknown) => {
    try {
      return readAnswers(fields, typeof answers === 'string' ? answers : JSON.stringify(answers))
    } catch (error) {
      return (error as { issues: { path: string[] }[] }).issues.map((issue) => issue.path.join('.'))
    }
  }

  test('have at most 20 fields of eight types with different names; a select has options [U3]', () => {
    const form = (count: number, name = (place: number) => `f${place}`) => ({
      type: 'form',
      fields: Array.from({ length: count }, (_, place) => ({ name: name(place), label: 'L', type: 'text' })),
    })
    expect([0, 20, 21].map((count) => takes(form(count)))).toEqual([false, true, false])
    expect(takes(form(2, () => 'same'))).toBe(false)
    expect(takes(form(1, () => '__proto__'))).toBe(false)
    for (const type of ['text', 'email', 'tel', 'textarea', 'number', 'date', 'checkbox']) {
      expect(takes({ type: 'form', fields: [{ name: 'n', label: 'L', type }] }), type).toBe(true)
    }
    expect(takes({ type: 'form', fields: [{ name: 'n', label: 'L', type: 'select' }] })).toBe(false)
    expect(takes({ type: 'form', fields: [{ name: 'n', label: 'L', type: 'password' }] })).toBe(false)
  })

  test('are answered with a JSON object by field name, read as text [U3]', () => {
    const answers = { ...good, email: ' Ada@Example.com ', size: 's', people: 3, day: '2026-02-28' }
    expect(faultOf(answers)).toEqual({
      name: 'Ada',
      terms: 'true',
      email: 'ada@example.com',
      size: 's',
      people: '3',
      day: '2026-02-28',
    })
    expect(faultOf({ ...good, email: '', size: null })).toEqual({ name: 'Ada', terms: 'true' })
  })

  test.each([
    ['a required one is missing', { terms: true }, ['name']],
    ['a required one is blank', { ...good, name: '  ' }, ['name']],
    ['a required box is not ticked', { ...good, terms: false }, ['terms']],
    ['the name is unknown', { ...good, admin: true }, ['admin']],
    ['the option is not in the list', { ...good, size: 'xxl' }, ['size']],
    ['it is no number', { ...good, people: 'many' }, ['people']],
    ['the day does not exist', { ...good, day: '2026-02-30' }, ['day']],
    ['it is no email', { ...good, email: 'ada' }, ['email']],
    ['it is an object', { ...good, name: { $ne: 1 } }, ['name']],
    ['it is a list', [], ['value']],
    ['it is no JSON', 'name=Ada', ['value']],
  ])('are refused with the name of the field when %s [U3]', (_, answers, faults) => {
    expect(faultOf(answers)).toEqual(faults)
  })
})
