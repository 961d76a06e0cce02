import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { perform } from '../../desktop/renderer/live/action.ts'
import { applyEvents } from '../../desktop/renderer/live/apply.ts'
import type { Cache } from '../../desktop/renderer/live/cache.ts'
import { keys, type ListName } from '../../desktop/renderer/live/keys.ts'
import { listedAs } from '../../desktop/renderer/live/pending-acts.ts'
import type { LogEvent } from '../../desktop/renderer/live/row-events.ts'
import { flatten, type ListData } from '../../desktop/renderer/live/rows.ts'
import { toasts } from '../../desktop/renderer/ui/toast.ts'
import { rowNamed } from '../support/inbox-rows.ts'

const me = 'anna@shop.example'
const other = 'bert@shop.example'
const mine = { status: 'live', assignedTo: me, assignedName: 'Anna', waitingSince: null } as const
const free = { status: 'bot', assignedTo: null, assignedName: null, waitingSince: null } as const
const refetch = { row() {}, changed() {}, conversation() {}, counts() {}, query() {} }
let cache: Cache

beforeEach(() => {
  cache = { client: new QueryClient(), site: 'shop', me }
  const pages = [{ items: [rowNamed('a', free)], next: null }]
  cache.client.setQueryData<ListData>(keys.list('shop', 'all'), { pages, pageParams: [undefined] })
  return () => vi.useRealTimers()
})

const shown = () => flatten(cache.client.getQueryData(keys.list('shop', 'all')))[0]
const tell = (type: string, data: object) =>
  applyEvents(cache, refetch, [
    { type, data: { conversationId: 'a', ...data }, at: 1_000, id: 'evt_0000000000000010' } as unknown as LogEvent,
  ])
const tellTaken = (by = me) => tell('conversation.assigned', { assignedTo: by, name: by, by })
const tellBack = () => tell('handover.ended', { by: me, outcome: 'handback' })
const tellMessage = () => tell('message.received', { messageId: 'msg_1', kind: 'text', text: 'Hello?', action: null })
const does = (change: object, run = async () => {}) => perform(cache, { id: 'a', change, run })

test('what was taken and given back at once is not shown as taken when the first is told late [R62]', async () => {
  await does(mine)
  await does(free)
  tellTaken()
  expect(shown()).toMatchObject(free)
  tellMessage()
  expect(shown()).toMatchObject({ ...free, lastMessage: 'Hello?' })
  tellBack()
  expect(shown()).toMatchObject(free)
  tellTaken(other)
  expect(shown()).toMatchObject({ status: 'live', assignedTo: other })
})

test('taken, given back and taken again, it is shown as taken all along', async () => {
  for (const change of [mine, free, mine]) await does(change)
  for (const event of [tellTaken, tellBack, tellTaken]) {
    event()
    expect(shown()).toMatchObject({ status: 'live', assignedTo: me })
  }
  tellBack()
  expect(shown()).toMatchObject(free)
})

test('whoever was quicker is shown once the act is refused', async () => {
  const answer = Promise.withResolvers<void>()
  const done = does(mine, () => answer.promise)
  tellTaken(other)
  expect(shown()).toMatchObject({ assignedTo: me })
  answer.reject(new Error('it is theirs'))
  expect(await done).toBe(false)
  expect(shown()).toMatchObject({ status: 'live', assignedTo: other })
})

test('a list that was asked for before it was taken does not bring it back as waiting', async () => {
  const waiting = rowNamed('a', { status: 'live', assignedTo: null, waitingSince: 1_000 })
  const other = rowNamed('b', { status: 'live', assignedTo: null, waitingSince: 2_000 })
  await does(mine)
  const listed = (list: ListName) => listedAs(cache.client, [waiting, other], list, me)
  expect(listed('waiting')).toEqual([other])
  expect(listed('all')).toMatchObject([mine, { id: 'b', assignedTo: null }])
})

/** Takes it, and takes that back before the server answered; what the server was asked, in its order. */
async function takenBackAtOnce(take: () => Promise<void>): Promise<string[]> {
  const asked: string[] = []
  const doing = perform(cache, {
    ...{ id: 'a', change: mine, toast: 'Assigned to you.' },
    run: () => take().then(() => asked.push('take')),
    undo: async () => void asked.push('undo'),
  })
  toasts.get().at(-1)?.undo?.()
  expect(shown()).toMatchObject(free)
  await doing
  await does({}, async () => void asked.push('next'))
  return asked
}

test('what is taken back at once reaches the server behind what it takes back [R62]', async () => {
  expect(await takenBackAtOnce(async () => {})).toEqual(['take', 'undo', 'next'])
  expect(shown()).toMatchObject(free)
})

test('what was refused is not taken back', async () => {
  const refused = async () => {
    tellTaken(other)
    throw new Error('it is theirs')
  }
  expect(await takenBackAtOnce(refused)).toEqual(['next'])
  expect(shown()).toMatchObject({ status: 'live', assignedTo: other })
})

test('what the server never tells of stands for a few seconds alone', async () => {
  vi.useFakeTimers()
  await does(mine)
  vi.advanceTimersByTime(5_000)
  tellBack()
  expect(shown()).toMatchObject(free)
})

test('what the server contradicts is shown after a few seconds, although no further event comes', async () => {
  vi.useFakeTimers()
  // Nothing changes on the server, so it sends no event of this action.
  await does(free)
  tell('conversation.closed', { reason: 'team' })
  expect(shown()).toMatchObject(free)
  vi.advanceTimersByTime(5_000)
  expect(shown()).toMatchObject({ status: 'closed' })
})

test('what the server accepted stays shown if it is silent', async () => {
  vi.useFakeTimers()
  await does(mine)
  vi.advanceTimersByTime(5_000)
  expect(shown()).toMatchObject(mine)
})
