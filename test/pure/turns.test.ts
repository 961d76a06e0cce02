import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens, createTokenScale } from '../../server/features/assistant/prompt/tokens.ts'
import { Displaced, FairQueue, QueueFull } from '../../server/features/assistant/reply/fair-queue.ts'
import { readSmallTalk } from '../../server/features/assistant/reply/small-talk.ts'
import { sourcesOf } from '../../server/features/assistant/reply/sources.ts'
import type { SmallTalk } from '../../server/language/language.ts'
import type { LanguageCode } from '../../server/language/languages.ts'
import { createTestClock } from '../support/clock.ts'
import { codePoint } from '../support/code-point.ts'

describe('the queue', () => {
  const limits = { slots: 2, room: 10, roomOfSite: 5, maxWaitMs: 60_000, maxBackgroundWaitMs: 240_000 }
  const never = new AbortController().signal
  /** Runs everything that is ready. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('sites take turns, and within a site the first to arrive is first', async () => {
    const queue = new FairQueue(createTestClock(), { ...limits, slots: 1 })
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

  test('who gave a place away in the middle of the work gets the next one, before background work and all who wait', async () => {
    const queue = new FairQueue(createTestClock(), { ...limits, slots: 1 })
    const order: string[] = []
    const run = (name: string) => (leave: () => void) => {
      order.push(name)
      leave()
    }
    const leave = await queue.enter('a', never)
    leave()
    const other = await queue.enter('b', never)
    void queue.enter('c', never).then(run('c'))
    const gone = new AbortController()
    const left = queue.enterAgain(gone.signal)
    void queue.enterAgain(never).then(run('a, again'))
    expect(queue.waiting).toBe(3)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    other()
    await settle()
    expect([order, queue.running, queue.waiting]).toEqual([['a, again', 'c'], 0, 0])
    const behind = await queue.enterBehind(never)
    const back = queue.enterAgain(never)
    expect(behind.displaced.aborted).toBe(true)
    behind.leave()
    ;(await back)()
    expect(queue.running).toBe(0)
  })

  test('never more run than there are slots, nobody is lost, and nobody waits while a slot is free', async () => {
    const step = fc.record({
      kind: fc.constantFrom('enter', 'leave', 'abort'),
      which: fc.nat(),
      site: fc.constantFrom('a', 'b', 'c'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = createTestClock()
        const queue = new FairQueue(clock, limits)
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
          expect(queue.running).toBe(inside.length)
          expect(queue.running).toBeLessThanOrEqual(limits.slots)
          expect(queue.waiting).toBe(pending.size)
          expect(queue.waiting === 0 || queue.running === limits.slots).toBe(true)
        }
        while (inside.length > 0) {
          inside.shift()?.()
          await settle()
        }
        expect([queue.running, queue.waiting, clock.timers()]).toEqual([0, 0, 0])
        expect(entered).toBeGreaterThanOrEqual(refused.length)
      }),
      { numRuns: 100 },
    )
  })

  test('too many of a site, or in total, are refused at once; a wait that is too long is refused too', async () => {
    const clock = createTestClock()
    const queue = new FairQueue(clock, { ...limits, slots: 1, room: 3, roomOfSite: 2 })
    await queue.enter('a', never)
    const waiting = ['a', 'a', 'b'].map((site) => queue.enter(site, never).catch((error) => error))
    await expect(queue.enter('a', never)).rejects.toThrow(QueueFull)
    await expect(queue.enter('c', never)).rejects.toThrow(QueueFull)
    clock.move(60_000)
    expect(await Promise.all(waiting)).toEqual([expect.any(QueueFull), expect.any(QueueFull), expect.any(QueueFull)])
    expect([queue.running, queue.waiting, clock.timers()]).toEqual([1, 0, 0])
  })

  test('background work lets visitors go first, and runs one at a time', async () => {
    const clock = createTestClock()
    const queue = new FairQueue(clock, limits)
    const order: string[] = []
    const noted = async (name: string, entering: Promise<() => void>) => {
      const leave = await entering
      order.push(name)
      return leave
    }
    const behind = (name: string) =>
      noted(
        name,
        queue.enterBehind(never).then(({ leave }) => leave),
      )
    const first = await behind('first')
    const second = behind('second')
    await settle()
    // A slot is free, and stays so for a visitor.
    expect([order, queue.running]).toEqual([['first'], 1])
    const visitor = await queue.enter('a', never)
    const later = noted('visitor', queue.enter('b', never))
    first()
    await settle()
    expect(order).toEqual(['first', 'visitor'])
    visitor()
    ;(await second)()
    ;(await later)()
    expect([order, queue.running, clock.timers()]).toEqual([['first', 'visitor', 'second'], 0, 0])
  })

  test('background work gives up in the end, and when aborted', async () => {
    const clock = createTestClock()
    const queue = new FairQueue(clock, { ...limits, slots: 1, room: 2 })
    const leave = await queue.enter('a', never)
    const controller = new AbortController()
    const waiting = [queue.enterBehind(never), queue.enterBehind(controller.signal)]
    const over = Promise.allSettled(waiting)
    await expect(queue.enterBehind(never)).rejects.toThrow(QueueFull)
    controller.abort('gone')
    clock.move(240_000)
    expect(await over).toEqual([
      { status: 'rejected', reason: expect.any(QueueFull) },
      { status: 'rejected', reason: 'gone' },
    ])
    leave()
    ;(await queue.enterBehind(never)).leave()
    expect([queue.running, clock.timers()]).toEqual([0, 0])
  })

  test('background work is asked to make room as soon as a caller would have to wait for it', async () => {
    const queue = new FairQueue(createTestClock(), limits)
    const { leave, displaced } = await queue.enterBehind(never)
    await queue.enter('a', never)
    expect(displaced.aborted).toBe(false)
    const visitor = queue.enter('b', never)
    expect(displaced.reason).toBeInstanceOf(Displaced)
    leave()
    await visitor
    expect(queue.running).toBe(2)
  })

  test('each caller is told its place, as it begins to wait and whenever it moves', async () => {
    const queue = new FairQueue(createTestClock(), { ...limits, slots: 1 })
    const leave = await queue.enter('a', never)
    const places: Record<string, number[]> = {}
    const told = (name: string) => (place: number) => {
      places[name] = [...(places[name] ?? []), place]
    }
    const gone = new AbortController()
    const [first] = ['a1', 'a2', 'a3', 'b1'].map((name) => {
      const signal = name === 'a2' ? gone.signal : never
      const entering = queue.enter(name.slice(0, 1), signal, told(name))
      entering.catch(() => undefined)
      return entering
    })
    // The other site's first caller goes before the second of the first site.
    expect(places).toEqual({ a1: [1, 1, 1, 1], a2: [2, 2, 3], a3: [3, 4], b1: [2] })
    gone.abort()
    expect([places.a3?.at(-1), places.b1?.at(-1)]).toEqual([3, 2])
    leave()
    await first
    expect([places.b1?.at(-1), places.a3?.at(-1)]).toEqual([1, 2])
  })

  test('a slot that is released twice is released once', async () => {
    const queue = new FairQueue(createTestClock(), { ...limits, slots: 1 })
    const leave = await queue.enter('a', never)
    leave()
    leave()
    await queue.enter('a', never)
    expect(queue.running).toBe(1)
  })

  test('an aborted caller is not admitted', async () => {
    const queue = new FairQueue(createTestClock(), limits)
    await expect(queue.enter('a', AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(queue.running).toBe(0)
  })
})

/** Sentences of our own by language and kind, and `none`: questions and complaints with the same words. */
const { none, ...smallTalk } = JSON.parse(readFileSync('test/small-talk.json', 'utf8')) as {
  none: string[]
} & Record<LanguageCode, Record<SmallTalk, string[]>>
const said = Object.entries(smallTalk).flatMap(([language, kinds]) =>
  Object.entries(kinds).flatMap(([kind, texts]) =>
    texts.map((text) => [text, language as LanguageCode, kind] as const),
  ),
)

describe('small talk', () => {
  test.each(said)('“%s” in %s is %s', (text, language, kind) => {
    expect(readSmallTalk(text, language)?.kind).toBe(kind)
  })

  test.each(none)('“%s” is none in any language', (text) => {
    for (const language of ['en', 'de', 'fr', 'es'] as const) expect(readSmallTalk(text, language)).toBeUndefined()
  })

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
    document: id,
    ordinal: 0,
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

  test('are none for words that are in no passage', () => {
    expect(sourcesOf('Hello! How can I help you today?', passages)).toEqual([])
  })
})

describe('counting tokens', () => {
  test('more text never counts less, and no count is negative', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (one, other) => {
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

  test('an underestimated prompt corrects the next at once, an overestimated one gradually', () => {
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
