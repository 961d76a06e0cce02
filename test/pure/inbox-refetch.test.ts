import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { applyEvents } from '../../desktop/renderer/live/apply.ts'
import type { Cache } from '../../desktop/renderer/live/cache.ts'
import { keys } from '../../desktop/renderer/live/keys.ts'
import { createRefetch } from '../../desktop/renderer/live/refetch.ts'
import type { LogEvent } from '../../desktop/renderer/live/row-events.ts'
import { flatten, type ListData, type Row } from '../../desktop/renderer/live/rows.ts'
import type { ConversationAnswer } from '../../shared/conversation.ts'
import type { ConversationCounts } from '../../shared/inbox.ts'
import { rowNamed } from '../support/inbox-rows.ts'

const cut = new TRPCClientError('WebSocket closed')
const list = keys.list('shop', 'all')

let cache: Cache
let refetch: ReturnType<typeof createRefetch>
/** What is asked for of each conversation, until the test answers. */
let asked: { id: string; answer(answer: ConversationAnswer): void; fail(error: Error): void }[]

beforeEach(() => {
  vi.useFakeTimers()
  cache = { client: new QueryClient(), site: 'shop', me: 'anna@shop.example' }
  asked = []
  const read = (id: string) =>
    new Promise<ConversationAnswer>((answer, fail) => {
      asked.push({ id, answer, fail })
    })
  refetch = createRefetch({ cache, read })
})
afterEach(() => {
  refetch.close()
  vi.useRealTimers()
})

const data = (...items: Row[]): ListData => ({ pages: [{ items, next: null }], pageParams: [undefined] })
const shown = () => flatten(cache.client.getQueryData(list))
const tell = (type: string, data: object) =>
  applyEvents(cache, refetch, [{ type, data, at: 2_000, id: 'evt_0000000000000010' } as unknown as LogEvent])
const begins = (id: string) => {
  const page = { url: null, title: null, referrer: null, utm: null }
  tell('conversation.started', { conversationId: id, page, country: null, firstMessage: 'Hi' })
}
const closes = (id: string) => tell('conversation.closed', { conversationId: id, by: 'bert@shop.example' })
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const answerOf = (id: string, status: string) =>
  ({
    conversation: { id, site_id: 'shop', status, last_at: 2_000, attributes: {} },
    lead: null,
    callbacks: [],
    labels: [],
    messages: [],
  }) as unknown as ConversationAnswer

/** Reads the list; the answer is given by the test. */
function readList(): (answer: ListData) => Promise<void> {
  let give: (answer: ListData) => void = () => {}
  const read = cache.client.fetchQuery({
    queryKey: list,
    queryFn: () => new Promise<ListData>((done) => (give = done)),
  })
  return async (answer) => {
    give(answer)
    await read
  }
}

describe('what happens while it is read is not lost', () => {
  test('a conversation that begins while the list is read, which does not know it yet', async () => {
    const answer = readList()
    await pass(0)
    begins('new')
    await pass(1_000)
    expect(asked).toEqual([])
    await answer(data(rowNamed('old')))
    expect(shown().map(({ id }) => id)).toEqual(['old'])
    await pass(250)
    asked[0]?.answer(answerOf('new', 'bot'))
    await pass(0)
    expect(shown().map(({ id }) => id)).toContain('new')
  })

  test('a conversation that is closed while it is read, by an answer from before', async () => {
    cache.client.setQueryData(list, data(rowNamed('a', { status: 'live' })))
    refetch.row('a')
    await pass(250)
    closes('a')
    asked[0]?.answer(answerOf('a', 'live'))
    await pass(250)
    asked[1]?.answer(answerOf('a', 'closed'))
    await pass(1_000)
    expect(shown()[0]?.status).toBe('closed')
    expect(asked).toHaveLength(2)
  })

  test('a list that is to be read anew where it is shown next, of which one conversation changes before that', async () => {
    cache.client.setQueryData(list, data(rowNamed('a'), rowNamed('b')))
    cache.client.setQueryData(keys.conversation('shop', 'a'), answerOf('a', 'live'))
    await cache.client.invalidateQueries()
    closes('a')
    expect(shown().find(({ id }) => id === 'a')?.status).toBe('closed')
    for (const key of [list, keys.conversation('shop', 'a')])
      expect([key, cache.client.getQueryState(key)?.isInvalidated]).toEqual([key, true])
  })

  test('what happens to others asks for nothing', async () => {
    cache.client.setQueryData(list, data(rowNamed('a'), rowNamed('b')))
    refetch.row('a')
    await pass(250)
    closes('b')
    asked[0]?.answer(answerOf('a', 'bot'))
    await pass(10_000)
    expect(asked.map(({ id }) => id)).toEqual(['a'])
  })

  test('the conversation that is open, and was being read for the first time, is read once more', async () => {
    const queryKey = keys.conversation('shop', 'a')
    const answers: ((answer: ConversationAnswer) => void)[] = []
    const queryFn = () => new Promise<ConversationAnswer>((answer) => answers.push(answer))
    cache.client.setQueryData(list, data(rowNamed('a', { status: 'live' })))
    onTestFinished(new QueryObserver(cache.client, { queryKey, queryFn }).subscribe(() => {}))
    closes('a')
    await pass(1_000)
    answers[0]?.(answerOf('a', 'live'))
    await pass(250)
    answers[1]?.(answerOf('a', 'closed'))
    await pass(0)
    expect(cache.client.getQueryData<ConversationAnswer>(queryKey)?.conversation.status).toBe('closed')
    await pass(10_000)
    expect(answers).toHaveLength(2)
  })
})

describe('the counts', () => {
  const lists = {
    waiting: 0,
    missed: 0,
    snoozed: 0,
    mentions: 0,
    mine: 0,
    unassigned: 0,
    assistant: 1,
    closed: 0,
    all: 1,
    spam: 0,
    labels: {},
    asOf: '',
  }
  const closed = { ...lists, assistant: 0, closed: 1 }

  /** Shows them; each reading is answered by the test. */
  function show() {
    const answers: ((counts: ConversationCounts) => void)[] = []
    const queryKey = keys.counts('shop')
    const queryFn = () => new Promise<ConversationCounts>((answer) => answers.push(answer))
    onTestFinished(new QueryObserver(cache.client, { queryKey, queryFn }).subscribe(() => {}))
    cache.client.setQueryData(list, data(rowNamed('a')))
    return { answers, counts: () => cache.client.getQueryData(queryKey) }
  }

  test('are right after something happens beside a reading, whatever that held', async () => {
    const { answers, counts } = show()
    closes('a')
    await pass(1_000)
    answers[0]?.(lists)
    await pass(250)
    answers[1]?.(closed)
    await pass(0)
    expect(counts()).toEqual(closed)
    await pass(10_000)
    expect(answers).toHaveLength(2)
  })

  test('are read once for all that happens within a quarter of a second', async () => {
    const { answers } = show()
    answers[0]?.(lists)
    await pass(0)
    for (const id of ['b', 'c', 'd']) begins(id)
    closes('a')
    await pass(250)
    expect(answers).toHaveLength(2)
    answers[1]?.(closed)
    await pass(10_000)
    expect(answers).toHaveLength(2)
  })
})

test.each([true, false])(
  'what is read of a row is of the conversation too where that is there: %s',
  async (isThere) => {
    const queryKey = keys.conversation('shop', 'a')
    cache.client.setQueryData(list, data(rowNamed('a', { status: 'live' })))
    if (isThere) cache.client.setQueryData(queryKey, answerOf('a', 'live'))
    refetch.row('a')
    await pass(250)
    asked[0]?.answer(answerOf('a', 'closed'))
    await pass(0)
    const known = cache.client.getQueryData<ConversationAnswer>(queryKey)
    expect([shown()[0]?.status, known?.conversation.status]).toEqual(['closed', isThere ? 'closed' : undefined])
  },
)

test('what could not be read is asked for again, ever more seldom, until the server says it', async () => {
  cache.client.setQueryData(list, data())
  refetch.row('a')
  for (const wait of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
    const before = asked.length
    await pass(wait - 1)
    expect(asked).toHaveLength(before)
    await pass(1)
    expect(asked).toHaveLength(before + 1)
    asked.at(-1)?.fail(cut)
    await pass(0)
  }
  await pass(8_000)
  asked.at(-1)?.answer(answerOf('a', 'bot'))
  await pass(60_000)
  expect(shown().map(({ id }) => id)).toEqual(['a'])
  expect(asked).toHaveLength(8)
})
