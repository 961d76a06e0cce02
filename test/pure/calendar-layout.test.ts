import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from '../../desktop/renderer/screens/calendar/layout.ts'
import { calendarRoute, rangeOf, turned, viewIn } from '../../desktop/renderer/screens/calendar/view.ts'
import { draftOf, faultsIn, inputOf } from '../../desktop/renderer/screens/settings/bookings/bookings-draft.ts'
import { bookings as words } from '../../desktop/renderer/words/en/bookings.ts'
import { BookingSettings } from '../../shared/settings-section.ts'

const item = fc.record({ start: fc.integer({ min: 0, max: 100 }), length: fc.integer({ min: 1, max: 40 }) })
const items = fc
  .array(item, { maxLength: 40 })
  .map((all) => all.map(({ start, length }, place) => ({ id: `a${place}`, start, end: start + length })))

test('what overlaps is side by side, and nothing is lost', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 2, max: 6 }), (all, maxLanes) => {
      const { lanes, more } = layOut(all, maxLanes)
      const hidden = more.flatMap(({ ids }) => ids)
      expect([...lanes.keys(), ...hidden].toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      const shown = all.filter(({ id }) => lanes.has(id))
      for (const one of shown) {
        const { lane, lanes: count } = lanes.get(one.id)!
        expect(lane).toBeLessThan(count)
        expect(count).toBeLessThanOrEqual(maxLanes)
        for (const other of shown) {
          if (one === other || one.start >= other.end || other.start >= one.end) continue
          expect(lanes.get(other.id)!.lane).not.toBe(lane)
          expect(lanes.get(other.id)!.lanes).toBe(count)
        }
      }
    }),
  )
})

test('what is alone has the whole width', () => {
  const { lanes, more } = layOut(
    [
      { id: 'a', start: 0, end: 10 },
      { id: 'b', start: 10, end: 20 },
    ],
    4,
  )
  expect([...lanes.values()]).toEqual([
    { lane: 0, lanes: 1 },
    { lane: 0, lanes: 1 },
  ])
  expect(more).toEqual([])
})

test('the address of the calendar has what it shows, and nothing else', () => {
  const query = 'view=agenda&date=2026-03-29&cancelled=true&zone=own&open=apt_1'
  expect(calendarRoute(viewIn(query, '2026-01-01', 'week'))).toEqual({ page: 'calendar', query })
  expect(viewIn('view=year&date=2026-02-30&open=<script>', '2026-01-01', 'day')).toEqual({
    ...{ view: 'day', date: '2026-01-01', cancelled: false, own: false, open: undefined },
  })
  for (const date of ['0000-01-01', '9999-12-31', '-100000-01-01', 'tomorrow'])
    expect(viewIn(`date=${date}`, '2026-01-01', 'week').date).toBe('2026-01-01')
})

test('a week begins on Monday, and is turned by seven days', () => {
  expect(rangeOf({ view: 'week', date: '2026-03-29' })).toEqual({ first: '2026-03-23', count: 7 })
  expect(turned({ view: 'week', date: '2026-03-29' }, 1)).toBe('2026-04-05')
  expect(turned({ view: 'day', date: '2026-03-01' }, -1)).toBe('2026-02-28')
  expect(turned({ view: 'day', date: '8999-12-31' }, 1)).toBe('8999-12-31')
})

test('settings of bookings go to fields and back', () => {
  const saved = BookingSettings.parse({ daysOff: ['2026-12-24', { from: '2026-12-27', to: '2026-12-31' }] })
  const draft = draftOf(saved)
  expect(draft.bookings.daysOff).toEqual([
    { from: '2026-12-24', to: '' },
    { from: '2026-12-27', to: '2026-12-31' },
  ])
  draft.bookings.daysOff.push({ from: '', to: '' })
  expect(inputOf(draft, ['bookings.daysOff'])).toEqual({ bookings: { daysOff: saved.daysOff } })
  expect(faultsIn(draft, words).size).toBe(0)
})

test('faults are shown while somebody types, as the server would report them', () => {
  const draft = draftOf(BookingSettings.parse({}))
  Object.assign(draft.bookings, { duration: 4, notice: Number.NaN, daysAhead: 366, buffer: 1.5 })
  draft.bookings.daysOff = [
    { from: '2026-12-24', to: '2026-12-23' },
    { from: '', to: '2026-12-23' },
  ]
  expect([...faultsIn(draft, words).keys()].toSorted()).toEqual([
    'bookings.buffer',
    'bookings.daysAhead',
    'bookings.daysOff.0.to',
    'bookings.daysOff.1.from',
    'bookings.duration',
    'bookings.notice',
  ])
  expect(BookingSettings.safeParse({ ...draft.bookings, daysOff: [] }).success).toBe(false)
})
