import { expect, test } from 'vitest'
import { inOneLine } from '../../desktop/renderer/live/row-words.ts'

test.each([
  ['Yes. An e-bike is **£74** for a weekend.', 'Yes. An e-bike is £74 for a weekend.'],
  ['# Prices\n\n- a puncture: `£14`\n- a wheel', 'Prices a puncture: £14 a wheel'],
  ['See [our page](https://x.example/p) or __call__.', 'See our page or call.'],
  ['2 * 3 * 4 = 24, snake_case and a * b', '2 * 3 * 4 = 24, snake_case and a * b'],
  ['مرحبا **بكم**', 'مرحبا بكم'],
  ['', ''],
])('a message in a row of the list is its words alone: %j', (text, line) => {
  expect(inOneLine(text)).toBe(line)
})
