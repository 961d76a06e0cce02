import { expect, test } from 'vitest'
import { pluralsOf } from '../../desktop/renderer/words/plural.ts'

test('the form that a count needs, with the number as the language writes it', () => {
  const forms = { one: '# page', other: '# pages' }
  expect([0, 1, 2, 1234].map((count) => pluralsOf('en')(count, forms))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
    '1,234 pages',
  ])
  expect(pluralsOf('de')(1234, { one: '# Seite', other: '# Seiten' })).toBe('1.234 Seiten')
})

test('a language may have more than two forms, and a missing form is the last one', () => {
  const pages = pluralsOf('pl')
  const forms = { one: '# strona', few: '# strony', other: '# stron' }
  expect([1, 3, 5, 22].map((count) => pages(count, forms))).toEqual(['1 strona', '3 strony', '5 stron', '22 strony'])
})

test('a count that is already text is plural', () => {
  expect(pluralsOf('en')('99+', { one: '# visitor waits', other: '# visitors wait' })).toBe('99+ visitors wait')
})
