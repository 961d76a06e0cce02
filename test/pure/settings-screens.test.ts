import { describe, expect, test } from 'vitest'
import { pagesFor } from '../../desktop/renderer/app/settings-pages.ts'
import { faultOf, inOrder, isAllDay, nextSpan, toRanges, toSpans } from '../../desktop/renderer/form/hours.ts'
import { unknownVariables } from '../../desktop/renderer/screens/settings/variables.ts'
import { matches } from '../../desktop/renderer/ui/search.ts'
import { namesIn } from '../../shared/mention.ts'
import { Hours } from '../../shared/time.ts'

describe('opening hours of a day', () => {
  test('go to fields for times and back, midnight at the end of the day too', () => {
    for (const ranges of [[], ['00:00-24:00'], ['09:00-12:30', '13:00-24:00'], ['00:00-00:30']])
      expect(toRanges(toSpans(ranges))).toEqual(ranges)
    expect(toSpans(['20:00-24:00'])).toEqual([{ from: '20:00', to: '00:00' }])
    expect([isAllDay(['00:00-24:00']), isAllDay(['00:00-23:59']), isAllDay([])]).toEqual([true, false, false])
  })

  test('are told what is wrong with them, as the server would', () => {
    const isTaken = (ranges: string[]) => Hours.safeParse({ mon: inOrder(ranges) }).success
    const cases: [string[], string | undefined][] = [
      [['09:00-17:00'], undefined],
      [['13:00-17:00', '09:00-13:00'], undefined],
      [['17:00-09:00'], 'backwards'],
      [['09:00-09:00'], 'backwards'],
      [['09:00-13:00', '12:59-14:00'], 'overlaps'],
      [['09:00-24:00', '10:00-11:00'], 'overlaps'],
    ]
    for (const [ranges, fault] of cases) {
      expect(faultOf(ranges)).toBe(fault)
      expect(isTaken(ranges)).toBe(fault === undefined)
    }
  })

  test('are given one more where there is room', () => {
    expect(nextSpan([])).toEqual({ from: '09:00', to: '17:00' })
    expect(nextSpan([{ from: '09:00', to: '12:30' }])).toEqual({ from: '13:30', to: '14:30' })
    expect(nextSpan([{ from: '09:00', to: '00:00' }])).toEqual({ from: '', to: '' })
  })
})

describe('a note', () => {
  const anna = { email: 'anna@shop.example', name: 'Anna Marsh' }

  test('names a person by email or by name, and nobody whose name only begins so', () => {
    for (const text of [
      '@anna@shop.example please look',
      'ask @Anna Marsh.',
      '(@ANNA@SHOP.EXAMPLE)',
      'Hello @anna marsh, thanks',
      '@ben @anna@shop.example',
    ])
      expect(namesIn(text, anna), text).toBe(true)
    for (const text of [
      'anna@shop.example',
      '@annabel@shop.example',
      '@anna@shop.example.com',
      'x@anna@shop.example',
      '@Anna Marshall',
      '@',
      '',
    ])
      expect(namesIn(text, anna), text).toBe(false)
    expect(namesIn('@ hello', { email: 'a@b.c', name: '' })).toBe(false)
  })
})

test('what a canned reply names and nobody knows is told', () => {
  expect(unknownVariables('{{visitor.name}} {{ site.name }} {{visitor.age}} {{visitor.age}} {{}} {x}')).toEqual([
    '{{visitor.age}}',
    '{{}}',
  ])
})

test('each word of a search has to be found, whatever its case and accents', () => {
  expect(matches('CAFE opening', '/hours', 'Opening', 'Our café opens')).toBe(true)
  expect(matches('cafe closing', 'Our café opens')).toBe(false)
  expect(matches('  ', 'anything')).toBe(true)
})

test('members are shown no page that is for admins', () => {
  expect(pagesFor(false).map(({ name }) => name)).toEqual(['canned', 'alerts', 'account', 'appearance'])
  expect(pagesFor(true)).toHaveLength(28)
})
