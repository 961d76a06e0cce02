import { InfiniteQueryObserver, type InfiniteQueryObserverResult, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasFailed, pageDue, readOn } from '../../desktop/renderer/live/paged.ts'
import { eventually } from '../support/agent.ts'

type Page = { rows: string[]; next: number | null }

let client: QueryClient
let observer: InfiniteQueryObserver<Page, Error, { pages: Page[] }, string[], number>
let end: () => void
/** What is asked for, until the test answers. */
let asked: { page: number; answer(): void; refuse(): void }[]
/** What the server has now. */
let rows: string[][]

beforeEach(async () => {
  asked = []
  rows = [['a'], ['b'], ['c']]
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: 0,
    queryFn: ({ pageParam: page }) =>
      new Promise<Page>((resolve, reject) => {
        const next = page < 2 ? page + 1 : null
        asked.push({ page, answer: () => resolve({ rows: rows[page] ?? [], next }), refuse: () => reject(new Error()) })
      }),
    getNextPageParam: ({ next }: Page) => next,
  })
  end = observer.subscribe(() => {})
  await answer(0)
})
afterEach(() => {
  end()
  client.clear()
})

const list = (): InfiniteQueryObserverResult<{ pages: Page[] }> => observer.getCurrentResult()
const shown = () => list().data?.pages.flatMap(({ rows }) => rows)
const isIdle = () => client.isFetching() === 0
const next = async (page: number) => {
  await eventually(() => asked[0]?.page).toBe(page)
  return asked.shift()!
}
const answer = async (page: number) => (await next(page)).answer()
const refuse = async (page: number) => (await next(page)).refuse()
const readAnew = () => client.invalidateQueries({ queryKey: ['list'] })

test('a list that is being read anew is read on after that, not instead', async () => {
  await eventually(isIdle).toBe(true)
  rows[0] = ['A']
  const anew = readAnew()
  const on = readOn(list())
  await answer(0)
  await answer(1)
  await Promise.all([anew, on])
  expect(shown()).toEqual(['A', 'b'])
})

test('reading on that something read anew cuts off is begun once more', async () => {
  await eventually(isIdle).toBe(true)
  const on = readOn(list())
  await next(1)
  rows[0] = ['A']
  const anew = readAnew()
  await answer(0)
  await answer(1)
  await Promise.all([anew, on])
  expect(shown()).toEqual(['A', 'b'])
})

test('if loading the list again fails, it is still read on, and ends where that fails itself', async () => {
  await eventually(isIdle).toBe(true)
  const anew = readAnew()
  const on = readOn(list())
  await refuse(0)
  await refuse(1)
  await Promise.all([anew, on])
  expect([shown(), hasFailed(list())]).toEqual([['a'], true])
})

test('reading on has failed once it ended so: not by an error of before, while it is under way', async () => {
  await eventually(isIdle).toBe(true)
  const anew = readAnew()
  await refuse(0)
  await anew
  expect([list().isError, hasFailed(list())]).toEqual([true, false])
  const on = readOn(list())
  const { refuse: no } = await next(1)
  expect([list().isFetchNextPageError, hasFailed(list())]).toEqual([true, false])
  no()
  await on
  expect(hasFailed(list())).toBe(true)
  const again = readOn(list())
  await answer(1)
  await again
  expect([shown(), hasFailed(list())]).toEqual([['a', 'b'], false])
})

test('by itself it reads on near its end, each page once, and not while it is read or after it failed', async () => {
  await eventually(isIdle).toBe(true)
  expect([pageDue(list(), true), pageDue(list(), false)]).toEqual([1, null])
  const anew = readAnew()
  expect(pageDue(list(), true)).toBe(null)
  await answer(0)
  await anew
  const on = readOn(list())
  expect(pageDue(list(), true)).toBe(null)
  await answer(1)
  await on
  expect(pageDue(list(), true)).toBe(2)
  const last = readOn(list())
  await refuse(2)
  await last
  expect(pageDue(list(), true)).toBe(null)
  const again = readOn(list())
  await answer(2)
  await again
  expect([shown(), pageDue(list(), true)]).toEqual([['a', 'b', 'c'], null])
})
