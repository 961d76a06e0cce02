import { describe, expect, test } from 'vitest'
import { noFilter, parseFilter, tableAddress, writeFilter } from '../../desktop/renderer/live/contact-filter.ts'
import { attributesOf, draftOf, formFieldsOf, patchOf } from '../../desktop/renderer/screens/contacts/contact-draft.ts'
import { historyOf } from '../../desktop/renderer/screens/contacts/contact-history.ts'
import {
  type ContactsData,
  changedIn,
  contactsIn,
  refreshed,
  shareOf,
} from '../../desktop/renderer/screens/contacts/contact-list.ts'
import {
  changedAmong,
  nothingSelected,
  ranged,
  type Selection,
  selectedAll,
  toggled,
  withoutGone,
} from '../../desktop/renderer/screens/contacts/selection.ts'
import { placeOf } from '../../desktop/renderer/ui/cursor.ts'
import type { LeadListItem } from '../../shared/lead.ts'

const tag = (id: string) => ({ id, name: id, color: '#000000' })

const contact = (id: string, updatedAt: number, more: Partial<LeadListItem> = {}): LeadListItem => ({
  ...{ id, site: 'shop', conversationId: null, name: id, email: null, phone: null, company: null, address: null },
  ...{ fields: null, attributes: {}, tags: [], source: 'api', status: 'new', notes: null, createdAt: 0, updatedAt },
  ...{ conversations: 0, lastConversationId: null, openCallbacks: 0 },
  ...more,
})

const page = (next: string | null, ...items: LeadListItem[]) => ({
  items,
  next,
  counts: { new: 0, contacted: 0, qualified: 0, won: 0, lost: 0 },
})

const listOf = (...pages: ReturnType<typeof page>[]): ContactsData => ({
  pages,
  pageParams: pages.map(() => undefined),
})

const idsIn = (data: ContactsData) => contactsIn(data).map(({ id }) => id)

describe('the filter of an address', () => {
  test('is found again from what it was written as, whatever is searched for', () => {
    for (const q of ['', 'a & b=c?#%41', 'مها', '"<script>"'])
      for (const status of ['', 'won'] as const)
        for (const tag of ['', 'untagged', 'ctag_1'])
          for (const made of [{}, { from: 5 }, { from: 5, to: 9 }])
            expect(parseFilter(writeFilter({ q, status, tag, made }))).toEqual({ q, status, tag, made })
  })

  test('leaves out what is none', () => {
    expect(parseFilter('status=admin&tag=<b>&x=1&q=%20&from=then&to=-1')).toEqual(noFilter)
    expect([...parseFilter(`q=${'😀'.repeat(300)}`).q]).toHaveLength(200)
    expect(tableAddress('shop', { ...noFilter, status: 'won' }, 'csv')).toBe('/api/v1/leads.csv?site=shop&status=won')
  })
})

describe('a list of contacts', () => {
  const list = listOf(page('1', contact('a', 9), contact('b', 8)), page(null, contact('c', 5), contact('d', 4)))

  test('keeps what was read further down behind its first page', () => {
    const first = page('2', contact('d', 12), contact('a', 9))
    expect(idsIn(refreshed(list, first))).toEqual(['d', 'a', 'b', 'c'])
    expect(refreshed(list, first).pages.at(-1)?.next).toBeNull()
  })

  test('leaves out who is not at the top any more, and begins anew where more came than a page holds', () => {
    expect(idsIn(refreshed(list, page('2', contact('b', 8), contact('c', 5))))).toEqual(['b', 'c', 'd'])
    expect(idsIn(refreshed(list, page('2', contact('y', 20), contact('z', 19))))).toEqual(['y', 'z'])
    expect(idsIn(refreshed(list, page(null, contact('a', 9))))).toEqual(['a'])
  })

  test('of equal times, the id settles what stands behind', () => {
    const same = listOf(page(null, contact('c', 5), contact('b', 5), contact('a', 5)))
    expect(idsIn(refreshed(same, page('1', contact('d', 5), contact('c', 5))))).toEqual(['d', 'c', 'b', 'a'])
  })

  test('shows a change where the contact stands, and lets go who is deleted or does not belong any more', () => {
    const won = { ...noFilter, status: 'new' } as const
    const after = changedIn(
      list,
      new Map([
        ['a', { name: 'Ada', updatedAt: 99 }],
        ['b', null],
        ['c', { status: 'won' }],
      ]),
      won,
    )
    expect(idsIn(after)).toEqual(['a', 'd'])
    expect(contactsIn(after)[0]).toMatchObject({ name: 'Ada', updatedAt: 9 })
    const tagged = changedIn(list, new Map([['a', { tags: [tag('t')] }]]), { ...noFilter, tag: 't' })
    expect(idsIn(tagged)).toEqual(['a', 'b', 'c', 'd'])
    expect(
      idsIn(changedIn(list, new Map([['a', { tags: [tag('t')] }]]), { ...noFilter, tag: 'untagged' })),
    ).not.toContain('a')
  })

  test('the keys stay at a contact, and where it went, at what took its place', () => {
    expect(placeOf([{ id: 'a' }, { id: 'b' }], 'b', 0)).toBe(1)
    expect(placeOf([{ id: 'a' }, { id: 'b' }], 'gone', 5)).toBe(1)
    expect(placeOf([], 'gone', 3)).toBe(-1)
  })
})

describe('what is chosen', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => contact(id, 1)) as [
    LeadListItem,
    LeadListItem,
    LeadListItem,
    LeadListItem,
  ]
  const order = [a, b, c, d]
  const chosen = ({ chosen }: Selection) => [...chosen.keys()].sort().join('')

  test('one by one, and in ranges in both directions', () => {
    const one = toggled(nothingSelected, c)
    expect(chosen(one)).toBe('c')
    expect(chosen(toggled(one, c))).toBe('')
    expect(chosen(ranged(one, 'a', order))).toBe('abc')
    expect(chosen(ranged(ranged(one, 'a', order), 'd', order))).toBe('abcd')
    expect(chosen(ranged(nothingSelected, 'b', order))).toBe('b')
    expect(ranged(one, 'gone', order)).toEqual(one)
  })

  test('who is gone is chosen no more, and who is not as the filter asks', () => {
    const all = selectedAll(order)
    expect(withoutGone(all, order)).toEqual(all)
    const few = withoutGone(all, [a, b])
    expect([chosen(few), few.anchor]).toEqual(['ab', null])
    const changed = new Map([
      ['a', null],
      ['b', { status: 'won' as const }],
      ['c', { name: 'Cy' }],
    ])
    const after = changedAmong(all, changed, { ...noFilter, status: 'new' })
    expect([chosen(after), after.chosen.get('c')?.name, after.anchor]).toEqual(['cd', 'Cy', 'd'])
    expect(changedAmong({ ...all, isEverything: true }, changed, noFilter).isEverything).toBe(true)
    expect(toggled({ ...all, isEverything: true }, a).isEverything).toBeUndefined()
  })
})

test('a tag says how many of the contacts have it', () => {
  const [a, b] = [contact('a', 1), contact('b', 1, { tags: [tag('t')] })]
  expect([[a, b], [b], [a], []].map((contacts) => shareOf('t', contacts))).toEqual(['some', 'all', 'none', 'none'])
})

describe('a contact as it is typed', () => {
  const lead = {
    ...{ name: 'Ada', email: null, phone: null, company: null, address: null, notes: null },
    attributes: { plan: 'pro', 'a.b': 'x' },
    fields: '{"Size":"M"}',
  }
  const saved = draftOf(lead)

  test('only what is another is told, by its field, and an empty text takes away', () => {
    expect(patchOf(saved, saved)).toEqual({})
    const typed = {
      ...saved,
      name: '',
      company: 'Quay',
      'attributes.plan': '',
      'attributes.new': '1',
      'fields.Size': 'L',
    }
    expect(patchOf(typed, saved)).toEqual({
      name: null,
      company: 'Quay',
      attributes: { plan: null, new: '1' },
      fields: { Size: 'L' },
    })
    expect(patchOf({ ...saved, 'attributes.__proto__': 'x' }, saved).attributes).toEqual(
      Object.fromEntries([['__proto__', 'x']]),
    )
    expect(formFieldsOf(saved)).toEqual(['Size'])
  })

  test('defined attributes come first, in their order; the others by name', () => {
    const plain = { type: 'text' as const, options: [], description: '' }
    const defined = [{ key: 'size', label: 'Size', ...plain }]
    expect(attributesOf(saved, defined).map(({ key }) => key)).toEqual(['size', 'a.b', 'plan'])
  })
})

test('the history of a contact begins with the newest, and ends with how it came', () => {
  const conversation = { id: 'conv_1', lastAt: 20 } as never
  const callbacks = [
    { id: 'cb_1', requestedAt: 30 },
    { id: 'cb_2', requestedAt: 10 },
  ] as never[]
  const kinds = historyOf({ conversations: [conversation], callbacks, created_at: 10 }).map(({ kind, at }) => [
    kind,
    at,
  ])
  expect(kinds).toEqual([
    ['callback', 30],
    ['conversation', 20],
    ['callback', 10],
    ['added', 10],
  ])
})
