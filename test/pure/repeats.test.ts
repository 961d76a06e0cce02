import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfNews } from '../../server/features/assistant/reply/repeats.ts'

const sentence = 'The order was found at 16:48 (UTC). '

test.each([
  ['a sentence', 'Hello. ', sentence],
  ['two sentences in turn', 'Hello. ', `${sentence}It is on its way to you. `],
  ['a line of a list', '', '- Monday to Friday, nine to six\n'],
  ['a word', 'It is ', 'very '],
  ['words without spaces', '', 'こんにちは、いらっしゃいませ。'],
])('%s that is repeated without an end stands there once', (_, before, unit) => {
  const text = before + unit.repeat(Math.ceil(120 / unit.length) + 3)
  const end = endOfNews(text) as number
  expect(text.slice(0, end).trim()).toBe((before + unit).trim())
})

test('is noticed before the fourth time, wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 50, maxLength: 300 }), fc.nat(), (unit, at) => {
      fc.pre(/\p{L}/u.test(unit.slice(-20)))
      const whole = `Before. ${unit.repeat(4)}`
      const text = whole.slice(0, 8 + 3 * unit.length + (at % unit.length))
      const end = endOfNews(text)
      expect(end).toBeLessThanOrEqual(8 + unit.length + 10)
    }),
  )
})

test.each([
  ['prices', Array.from({ length: 30 }, (_, at) => `A tyre of ${at + 20} inches costs £${at + 14}.`).join('\n')],
  ['a table', `| Day | Hours |\n${'|---'.repeat(60)}|`],
  ['dots', `Chapter one ${'.'.repeat(500)}`],
  ['a sentence that stands there twice', `${sentence}${sentence}`],
  ['laughter', 'Ha ha ha ha ha, yes.'],
])('%s are left alone', (_, text) => {
  expect(endOfNews(text)).toBeUndefined()
})
