import { describe, expect, test } from 'vitest'
import { countWords, maxCounted } from '../../desktop/renderer/live/counts.ts'
import { keys, type ListName } from '../../desktop/renderer/live/keys.ts'
import { belongs, flatten, type ListData, placeRows, type Row } from '../../desktop/renderer/live/rows.ts'
import * as shared from '../../shared/inbox.ts'
import { rowNamed } from '../support/inbox-rows.ts'

const me = 'anna@shop.example'

const listOf = (next: string | null, ...pages: Row[][]): ListData => ({
  pages: pages.map((items, at) => ({ items, next: at === pages.length - 1 ? next : `page ${at + 1}` })),
  pageParams: pages.map(() => undefined),
})

const ids = (data: ListData) => flatten(data).map(({ id }) => id)

const place = (list: ListName, data: ListData, ...rows: (Row | [string])[]) =>
  placeRows(
    { list, searching: false, me },
    data,
    new Map(rows.map((row) => (Array.isArray(row) ? [row[0], null] : [row.id, row]))),
  )

describe('a conversation stands in the lists that it belongs to', () => {
  const label = { id: 'lbl_1', name: 'Rental', color: '#000000' }
  test.each<[string, Partial<Row>, ListName[]]>([
    ['the assistant’s', {}, ['assistant', 'all']],
    ['waiting', { status: 'live', waitingSince: 5 }, ['waiting', 'unassigned', 'all']],
    ['mine', { status: 'live', assignedTo: me }, ['mine', 'all']],
    ['a colleague’s', { status: 'live', assignedTo: 'bert@shop.example' }, ['all']],
    ['closed, once mine', { status: 'closed', assignedTo: me }, ['closed', 'all']],
    ['labelled', { labels: [label] }, ['assistant', 'all', 'label:lbl_1']],
    ['spam', { spam: true, labels: [label] }, ['spam']],
  ])('%s', (_, fields, expected) => {
    const lists: ListName[] = ['waiting', 'mine', 'unassigned', 'assistant', 'closed', 'all', 'spam', 'label:lbl_1']
    expect(lists.filter((list) => belongs(list, rowNamed('c', fields), me))).toEqual(expected)
  })
})

test('what a site’s events change is kept under that site', () => {
  const made = Object.values(keys).map((key) => key('main', 'all'))
  expect(made.map((key) => key.slice(0, 2))).toEqual(made.map(() => ['site', 'main']))
})

describe('a list after an event', () => {
  const [a, b, c] = [rowNamed('a', { lastAt: 30 }), rowNamed('b', { lastAt: 20 }), rowNamed('c', { lastAt: 10 })]

  test('has what was said last on top, and every conversation once', () => {
    expect(ids(place('all', listOf(null, [a, b], [c]), { ...c, lastAt: 40 }))).toEqual(['c', 'a', 'b'])
  })

  test('has who waits longest first', () => {
    const waits = (id: string, since: number) => rowNamed(id, { status: 'live', waitingSince: since })
    const list = listOf(null, [waits('c', 20), waits('b', 30)])
    expect(ids(place('waiting', list, waits('d', 10), waits('a', 40)))).toEqual(['d', 'c', 'b', 'a'])
  })

  test('of equal times, the later id is newer', () => {
    const twin = rowNamed('b2', { lastAt: 20 })
    expect(ids(place('all', listOf(null, [a, b, c]), twin))).toEqual(['a', 'b2', 'b', 'c'])
  })

  test('is without what no longer belongs, and what was deleted', () => {
    expect(ids(place('assistant', listOf(null, [a, b, c]), { ...b, status: 'closed' }, ['c']))).toEqual(['a'])
  })

  test('leaves out what stands behind the pages that were read: reading on brings it', () => {
    const old = rowNamed('old', { lastAt: 1 })
    expect(ids(place('all', listOf('more', [a, b, c]), old))).toEqual(['a', 'b', 'c'])
    expect(ids(place('all', listOf(null, [a, b, c]), old))).toEqual(['a', 'b', 'c', 'old'])
  })

  test('is the very same object where nothing of it changed', () => {
    const list = listOf(null, [a, b, c])
    expect(place('closed', list, rowNamed('z'))).toBe(list)
  })

  test('that was searched changes its rows in their places, and takes in none', () => {
    const found = listOf(null, [a, c])
    const changed = new Map<string, Row>([
      ['c', { ...c, lastAt: 99, unread: true }],
      ['b', b],
    ])
    const after = placeRows({ list: 'all', searching: true, me }, found, changed)
    expect(flatten(after).map(({ id, unread }) => [id, unread])).toEqual([
      ['a', false],
      ['c', true],
    ])
  })
})

test('a count is as exact as anybody reads it, and as the server counts', () => {
  expect([0, 999, 1000].map(countWords)).toEqual(['0', '999', '999+'])
  expect(maxCounted).toBe(shared.maxCounted)
})
