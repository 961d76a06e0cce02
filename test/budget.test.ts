import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listProblems } from '../server/features/overview/problems.ts'
import { getUsage, resetsAt, spendNeurons } from '../server/features/usage.ts'
import type { SettingsPatch } from '../shared/settings.ts'
import { UsageAnswer } from '../shared/usage.ts'
import { createDesk, type Desk, replyTo, said, turnOf } from './support/assistant.ts'
import { createDatabase, type TestDatabase } from './support/database.ts'
import { type FakeOllama, type OllamaChat, startFakeOllama } from './support/fake-ollama.ts'

const day = 86_400_000
let database: TestDatabase
let ollama: FakeOllama
let asked: OllamaChat[] = []
const desks: Desk[] = []

beforeAll(async () => {
  database = await createDatabase()
  ollama = await startFakeOllama()
  ollama.script((chat) => {
    asked.push(chat)
    return [{ text: 'Delivery costs £4.95.' }, { done: { input: 900, output: 100 } }]
  })
  await server().learn('Delivery', 'We deliver inside Marlow for £4.95.')
})
beforeEach(async () => {
  asked = []
  await database.sql`delete from usage_days`
  await database.sql`delete from events`
})
afterEach(() => {
  for (const desk of desks.splice(0)) desk.close()
})
afterAll(async () => {
  await ollama.close()
  await database.drop()
})

/** One of several servers on the same database. */
function server(dailyNeurons = 100): Desk {
  const desk = createDesk(database, { ai: { provider: 'ollama', dailyNeurons } }, { OLLAMA_HOST: ollama.url })
  desks.push(desk)
  return desk
}

const spend = async (desk: Desk, neurons: number, site = 'demo') =>
  (await desk.context({}, site)).tx((tx) => spendNeurons(tx, neurons))

const emitted = async () => {
  const rows = await database.sql<{ site: string; type: string; data: Record<string, unknown> }[]>`
    select site, type, data from events where type like 'budget.%' order by seq`
  return rows.map(({ site, type, data }) => ({ site, type, data }))
}

describe('the cost of a day', () => {
  test('is counted exactly, however many servers count at the same time', async () => {
    const servers = [server(), server()]
    await Promise.all(Array.from({ length: 50 }, (_, place) => spend(servers[place % 2]!, 0.25)))
    expect((await getUsage(await servers[0]!.context())).today.neurons).toBe(12.5)
  })

  test('is separate for each site and each day', async () => {
    const one = server()
    await spend(one, 3)
    await spend(one, 4, 'other')
    one.clock.move(day)
    await spend(one, 5)
    const { today, days } = await getUsage(await one.context())
    expect([today.neurons, days.at(-2)?.neurons]).toEqual([5, 3])
  })

  test('a failed transaction costs nothing', async () => {
    const one = server()
    const failing = (await one.context()).tx(async (tx) => {
      await spendNeurons(tx, 90)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([(await getUsage(await one.context())).today.neurons, await emitted()]).toEqual([0, []])
  })
})

describe('the budget of a day', () => {
  test('[R439] warns at 80 percent once, whoever crosses it', async () => {
    const servers = [server(), server()]
    await spend(servers[0]!, 79.9)
    expect(await emitted()).toEqual([])
    await Promise.all(Array.from({ length: 10 }, (_, place) => spend(servers[place % 2]!, 0.1)))
    expect(await emitted()).toEqual([
      {
        site: 'demo',
        type: 'budget.warning',
        data: { day: '2030-01-07', neuronsUsed: 80, dailyBudget: 100, resetsAt: '2030-01-08T00:00:00.000Z' },
      },
    ])
  })

  test('[R440] reports once that it is used up, and again on the next day', async () => {
    const one = server()
    for (const neurons of [50, 60, 10]) await spend(one, neurons)
    expect((await emitted()).map(({ type }) => type)).toEqual(['budget.warning', 'budget.exhausted'])
    one.clock.move(day)
    await spend(one, 85)
    expect((await emitted()).map(({ type }) => type)).toEqual(['budget.warning', 'budget.exhausted', 'budget.warning'])
  })

  test('of 0 means none', async () => {
    const one = server(0)
    await spend(one, 1e6)
    expect(await emitted()).toEqual([])
    expect((await getUsage(await one.context())).today).toMatchObject({ budget: 0, state: 'ok', messagesLeft: null })
    expect((await replyTo(await one.context(), turnOf('Delivery?'))).trace.provider).toBe('ollama')
  })

  test('a reply costs one neuron per hundred tokens', async () => {
    const { neurons } = await replyTo(await server().context(), turnOf('What does delivery cost?'))
    expect(neurons).toBe(10)
  })

  test('a reply that failed midway is counted as well', async () => {
    const one = server()
    ollama.script(() => [{ text: 'We deliver' }, { error: 'boom' }])
    try {
      await expect(replyTo(await one.context(), turnOf('Delivery?'))).rejects.toMatchObject({ status: 502 })
    } finally {
      ollama.script((chat) => {
        asked.push(chat)
        return [{ text: 'Delivery costs £4.95.' }, { done: { input: 900, output: 100 } }]
      })
    }
    expect((await getUsage(await one.context())).today.neurons).toBeGreaterThan(1)
  })

  test('[R439] from the warning on, replies are shorter', async () => {
    const one = server()
    await replyTo(await one.context(), turnOf('Delivery?'))
    await spend(one, 80)
    await replyTo(await one.context(), turnOf('Delivery?'))
    const lengths = asked.map(({ options }) => options?.num_predict ?? 0)
    expect(lengths[1]).toBeLessThan(lengths[0] ?? 0)
    expect(asked[1]?.messages[0]?.content).toContain('one or two short sentences')
  })

  describe('[R440] used up', () => {
    const home: SettingsPatch['home'] = {
      shortcuts: [
        {
          id: 'a',
          label: 'Call us',
          icon: '',
          action: { id: 'a', kind: 'tel', label: 'Phone', phone: '+44 1628 000000' },
        },
        { id: 'b', label: 'Ask', icon: '', action: { id: 'b', kind: 'reply', label: 'Ask', value: 'x' } },
        {
          id: 'c',
          label: 'Mail',
          icon: '',
          action: { id: 'c', kind: 'email', label: 'Mail', email: 'hi@shop.example' },
        },
      ],
    }

    test('visitors get quotes from the pages, the contact details of the business, and a callback form, without a model', async () => {
      const one = server()
      await spend(one, 100)
      const { messages, text, stream, sources, neurons } = await replyTo(
        await one.context({ home }),
        turnOf('What does delivery cost?'),
      )
      expect(asked).toEqual([])
      expect(text).toContain('We deliver inside Marlow for £4.95.')
      expect(text).toContain('is back at 00:00')
      expect(text).toContain('- Phone: +44 1628 000000\n- Mail: hi@shop.example')
      expect(text).not.toContain('Ask:')
      expect(stream.slice(1).join('')).toBe(text)
      expect(messages.map(({ type }) => type)).toEqual(['text', 'form'])
      expect(messages[1]).toMatchObject({
        title: 'We’ll get back to you',
        fields: [{ name: 'name' }, { name: 'phone', required: false }, {}, {}],
      })
      expect([sources.length, neurons]).toEqual([1, 0])
    })

    test('the form is shown once, in the visitor’s language', async () => {
      const one = server()
      await spend(one, 100)
      const first = await replyTo(await one.context(), turnOf('Lieferung?', { locale: 'de' }))
      expect(first.messages[1]).toMatchObject({ type: 'form', title: 'Wir melden uns bei Ihnen' })
      const shown = said('agent', '', first.messages[1] as never)
      const again = await replyTo(
        await one.context(),
        turnOf([said('user', 'Hm'), shown, said('user', 'Und?')], { locale: 'de' }),
      )
      expect(again.messages.map(({ type }) => type)).toEqual(['text'])
    })

    test('until the next day', async () => {
      const one = server()
      await spend(one, 100)
      one.clock.move(resetsAt(one.clock.now()) - one.clock.now())
      expect((await replyTo(await one.context(), turnOf('Delivery?'))).trace.provider).toBe('ollama')
    })
  })
})

describe('[R217] usage', () => {
  test('lists thirty days, oldest first, and estimates what is left', async () => {
    const one = server()
    await spend(one, 30)
    await database.sql`update usage_days set messages = 6`
    const usage = UsageAnswer.parse(await getUsage(await one.context()))
    expect(usage.days).toHaveLength(30)
    expect([usage.days[0]?.day, usage.days.at(-1)]).toEqual([
      '2029-12-09',
      { day: '2030-01-07', neurons: 30, messages: 6 },
    ])
    expect(usage.today).toEqual({
      day: '2030-01-07',
      neurons: 30,
      messages: 6,
      budget: 100,
      freeAllocation: 0,
      messagesLeft: 14,
      state: 'ok',
    })
  })

  test.each([
    [79, 'ok'],
    [80, 'warning'],
    [100, 'exhausted'],
  ])('after %d of 100 it is %s', async (neurons, state) => {
    const one = server()
    await spend(one, neurons)
    expect((await getUsage(await one.context())).today.state).toBe(state)
  })

  test('[U12] a used-up budget is listed with what visitors see then', async () => {
    const one = server()
    const listed = async () => (await listProblems(await one.context())).filter(({ kind }) => kind === 'ai_budget')
    expect(await listed()).toEqual([])
    await spend(one, 80)
    expect(await listed()).toMatchObject([
      { title: 'Over 80 % of the AI budget for today is used', reason: 'budget_low', params: {} },
    ])
    await spend(one, 20)
    expect(await listed()).toMatchObject([
      {
        title: 'The AI budget for today is used up',
        ...{ detail: expect.stringContaining('a form to request a callback'), reason: 'budget_used_up', params: {} },
      },
    ])
  })
})
