import { expect, test } from 'vitest'
import { foundTime, periodIn } from '../../desktop/renderer/ui/period.ts'

const latest = 8_640_000_000_000_000
const words = {
  between: (from: string, to: string) => `${from} to ${to}`,
  on: (day: string) => `on ${day}`,
  since: (from: string) => `since ${from}`,
  until: (to: string) => `until ${to}`,
}
const dayLength = 86_400_000
const day = (at: number) => `day ${Math.floor(at / dayLength)}`

test.each([
  ['', {}],
  ['from=5&to=9', { from: 5, to: 9 }],
  ['from=0', { from: 0 }],
  [`to=${latest}`, { to: latest }],
  [`from=${latest + 1}`, {}],
  ['from=-1&to=x', {}],
  ['from=&to=1.5', {}],
  [`to=${'1'.repeat(17)}`, {}],
])('an address with %j names the period %j', (asked, expected) => {
  expect(periodIn(new URLSearchParams(asked))).toEqual(expected)
})

test.each([
  [{}, undefined],
  [{ from: 0 }, 'since day 0'],
  [{ to: dayLength }, 'until day 0'],
  [{ from: 0, to: dayLength }, 'on day 0'],
  [{ from: 0, to: dayLength + 1 }, 'day 0 to day 1'],
])('the period %j is said as %s', (period, expected) => {
  expect(foundTime(period, words, day)).toBe(expected)
})
