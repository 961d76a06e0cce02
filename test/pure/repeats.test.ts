import { beforeEach, expect, test, vi } from 'vitest'
import { countTyped, repeated, settleRepeated, templateOf } from '../../desktop/renderer/live/repeats.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  })
  repeated.set(null)
})

const text = 'We open at nine and close at six, every day.'
const type = (typed = text, visitor: string | null = null, me = 'anna', site = 'shop') =>
  countTyped({ site, me, conversation: 'a', text: typed, visitor })

test('a reply typed three times is offered, whatever its case, spaces and punctuation', () => {
  type()
  type(`  ${text.toUpperCase()}  `)
  expect(repeated.get()).toBeNull()
  type(text.replace('.', '!'))
  expect(repeated.get()).toEqual({ conversation: 'a', text: text.replace('.', '!') })
})

test('the visitor’s name does not make it another text, and becomes a placeholder', () => {
  for (const name of ['Ada Gray', 'Bo Long', 'Cleo']) type(`Hello ${name.split(' ')[0]}, ${text}`, name)
  expect(repeated.get()?.text).toBe(`Hello {{visitor.firstName}}, ${text}`)
  expect(templateOf('Dear Ada Gray. Adagio, Ada!', 'Ada Gray')).toBe(
    'Dear {{visitor.name}}. Adagio, {{visitor.firstName}}!',
  )
  expect(templateOf('What (is) this?', '(is)')).toBe('What {{visitor.firstName}} this?')
})

test('people and sites are counted apart, and short texts not at all', () => {
  type()
  type(text, null, 'ben')
  type(text, null, 'anna', 'other')
  for (let time = 0; time < 5; time++) type('Thank you!')
  expect(repeated.get()).toBeNull()
})

test('an offer that was declined never comes back', () => {
  for (let time = 0; time < 3; time++) type()
  settleRepeated('shop', 'anna', repeated.get()!)
  for (let time = 0; time < 400; time++) type(`${text} ${time}`)
  for (let time = 0; time < 5; time++) type()
  expect(repeated.get()).toBeNull()
})

test('the text itself is not stored, and the store is bounded', () => {
  for (let time = 0; time < 1000; time++) type(`${text} ${time}`)
  const stored = [...kept.values()].join()
  expect(stored).not.toContain('nine')
  expect(JSON.parse(stored)).toHaveLength(300)
})

test('what something else wrote to the storage is ignored', () => {
  for (const broken of ['{', '{"a":1}', '[1,null,["a","b"]]']) {
    kept.set('frontdesk.typed.shop.anna', broken)
    expect(() => type()).not.toThrow()
  }
})
