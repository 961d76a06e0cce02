import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signature, toolDefinitions } from '../../server/features/assistant/prompt/action-format.ts'
import { type ActionName, actions } from '../../server/features/assistant/reply/actions.ts'
import { runActions } from '../../server/features/assistant/reply/run-actions.ts'

describe('structured actions', () => {
  const all = Object.keys(actions) as ActionName[]
  const take = (name: string, args: Record<string, unknown>, said = '') =>
    runActions([{ name, arguments: args }], all, said)

  test('[R11] options are pairs of label and value, however a model writes them', () => {
    const { messages } = take('show_options', {
      text: 'Which?',
      options: ['Red', { label: 'Blue', value: 'b' }],
      multi: true,
    })
    const options = [
      { label: 'Red', value: 'Red' },
      { label: 'Blue', value: 'b' },
    ]
    expect(messages).toEqual([{ type: 'options', text: 'Which?', options, multi: true }])
  })

  test('what pressing an option sends is as short as a message may be', () => {
    const of = (length: number) =>
      take('show_options', { text: 'Which?', options: [{ label: 'A', value: 'x'.repeat(length) }] }).messages
    expect(of(1_000)).toMatchObject([{ options: [{ value: 'x'.repeat(1_000) }] }])
    expect(of(1_001)).toEqual([])
  })

  test('[R14] a form has fields with names and known types', () => {
    const { messages } = take('show_form', {
      title: 'Call me',
      fields: [
        { label: 'Your name', name: '__proto__' },
        { label: 'Size', name: 'size', type: 'select', options: ['S', 'M'] },
      ],
    })
    expect(messages).toEqual([
      {
        type: 'form',
        title: 'Call me',
        fields: [
          { label: 'Your name', name: 'field1', type: 'text', required: false },
          {
            label: 'Size',
            name: 'size',
            type: 'select',
            required: false,
            options: [
              { label: 'S', value: 'S' },
              { label: 'M', value: 'M' },
            ],
          },
        ],
      },
    ])
  })

  test('[R13] links lead only to web pages', () => {
    const link = (url: string) => ({ label: 'x', url })
    const { messages } = take('show_links', {
      links: ['javascript:alert(1)', 'https://shop.example/a', 'data:text/html,x', 'https://u:p@shop.example/'].map(
        link,
      ),
    })
    expect(messages).toEqual([{ type: 'links', links: [link('https://shop.example/a')] }])
    expect(take('show_links', { links: [link('javascript:alert(1)')] }).calls[0]).toMatchObject({
      ok: false,
      result: null,
    })
  })

  test('[R12] a card has buttons to pages, telephones and email addresses, and never an image', () => {
    const targets = [
      'https://shop.example/',
      'tel:+44 20 7946 0000',
      'mailto:a@b.example?subject=x',
      'javascript:1',
      'tel:x',
      undefined,
    ]
    const { messages } = take('show_card', {
      title: 'Bike',
      body: 'Fast ![x](https://evil.example/)',
      image: { src: 'https://evil.example/?d=1', alt: '' },
      actions: targets.map((target) => ({ label: 'go', target })),
    })
    expect(messages[0]).toEqual({
      type: 'card',
      title: 'Bike',
      body: 'Fast',
      actions: [
        { id: 'action1', label: 'go', kind: 'url', url: 'https://shop.example/' },
        { id: 'action2', label: 'go', kind: 'tel', phone: '+44 20 7946 0000' },
        { id: 'action3', label: 'go', kind: 'email', email: 'a@b.example' },
        { id: 'action6', label: 'go', kind: 'reply', value: 'go' },
      ],
    })
  })

  test('contact details are accepted only if the visitor wrote them', () => {
    const said = 'I am Ada Lovelace, ada@example.com, 020 7946 0958'
    const given = { name: 'Ada Lovelace', email: 'Ada@Example.com', phone: '+44 20 7946 0958' }
    expect(take('save_contact', given, said).contact).toEqual({ ...given, email: 'ada@example.com' })
    const invented = take('save_contact', { name: 'Bob', email: 'boss@company.example' }, said)
    expect(invented.contact).toBeUndefined()
    expect(invented.calls[0]).toMatchObject({ ok: false, error: 'The visitor did not write these details.' })
  })

  test('but not if they are a part of something else that was written', () => {
    const said = 'We planned it with joanna@shop.example.com: order 4711 0815, then 020 7946 0958.'
    for (const given of [
      { name: 'Ann' },
      { email: 'anna@shop.example.com' },
      { email: 'joanna@shop.example' },
      { phone: '08 15 020 79' },
      { phone: '7946 0999' },
      { phone: '0958' },
    ])
      expect(take('save_contact', given, said).contact, JSON.stringify(given)).toBeUndefined()
    for (const phone of ['+44 20 7946 0958', '020 7946 0958', '0044 20 79460958'])
      expect(take('save_contact', { phone }, said).contact).toEqual({ phone })
    expect(take('save_contact', { name: 'Müller-Lüdenscheidt' }, 'I am Mr. Müller-Lüdenscheidt.').contact).toBeDefined()
  })

  test('a person is requested, with the reason', () => {
    expect(take('ask_for_person', { reason: 'A complaint' }).handover).toEqual({ reason: 'A complaint' })
  })

  test('unknown, unavailable and invalid actions are dropped, and the trace says why', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const called = [
      { name: 'delete_everything', arguments: {} },
      { name: 'constructor', arguments: {} },
      { name: 'show_options', arguments: { options: Array(10_000).fill('x') } },
      { name: 'show_options', arguments: { options: 'Red' } },
      { name: 'show_form', arguments: { fields: [] } },
      { name: 'show_card', arguments: { title: 'nul \u0000 \ud800' } },
      { name: 'ask_for_person', arguments: { reason: deep } },
    ]
    const { messages, calls } = runActions(called, all, '')
    expect(messages).toEqual([])
    expect(calls.map(({ ok }) => ok)).toEqual(called.map(() => false))
    expect(calls.map(({ error }) => error)).toEqual(expect.arrayContaining([expect.stringMatching(/^options: /)]))
    expect(JSON.stringify(calls).length).toBeLessThan(10_000)
    expect(JSON.stringify(calls)).not.toMatch(/\\u0000|\\ud800/)
    expect(runActions([{ name: 'save_contact', arguments: {} }], ['show_card'], '').calls[0]?.ok).toBe(false)
  })

  test('hostile arguments never throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.dictionary(fc.string(), fc.jsonValue()), (name, args) => {
        expect(take(name, args).calls).toHaveLength(1)
      }),
    )
  })

  test('as tools omit bounds that make a grammar explode', () => {
    expect(JSON.stringify(toolDefinitions(all))).not.toMatch(/maxLength|\$schema/)
    expect(toolDefinitions(['show_options'])[0]?.parameters).toMatchObject({ type: 'object', required: ['options'] })
  })

  test('in the text have their input in short: types, choices, and what may be left out', () => {
    const field = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name'],
    }
    const parameters = {
      type: 'object',
      properties: {
        fields: { type: 'array', items: field },
        kind: { type: 'string', enum: ['a', 'b'] },
        on: { type: 'boolean' },
        any: {},
      },
      required: ['fields', 'kind'],
    }
    expect(signature(parameters)).toBe(
      '{fields: [{name: text, age?: integer}], kind: "a"|"b", on?: true|false, any?: text}',
    )
    expect(signature({ type: 'object', properties: {} })).toBe('{}')
    for (const { parameters } of toolDefinitions(all)) expect(signature(parameters)).toMatch(/^\{(?:\}|\w+\??: )/)
  })
})
