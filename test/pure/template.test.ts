import { describe, expect, test } from 'vitest'
import {
  bodyKind,
  checkUrlTemplate,
  fillBody,
  fillUrl,
  placeholdersIn,
  valueAt,
  valuesOf,
} from '../../server/core/template.ts'

/** Deterministic texts with everything that means something to a URL, JSON, a form, XML or a template. */
function* hostileValues(count: number): Generator<string> {
  const pieces = [
    '"',
    '\\',
    '{{a}}',
    '{{b.c}}',
    '}}',
    '{{',
    '&',
    '=',
    '#',
    '?',
    '/',
    '%',
    '+',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u0000',
  ]
  const more = [
    'é',
    '漢',
    '😀',
    '\ud800',
    '\u2028',
    '<',
    '>',
    "'",
    '@',
    ':',
    '..',
    '%2e',
    'true',
    'null',
    '$&',
    '$1',
    '//',
    '\u0007',
  ]
  const all = [...pieces, ...more, 'a', 'Z', '0']
  let seed = 7
  const next = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % max
  }
  for (let n = 0; n < count; n++) yield Array.from({ length: next(8) }, () => all[next(all.length)]).join('')
}

const values = (a: unknown) => valuesOf({ a, b: { c: 'never' } })

describe('any value', () => {
  test('keeps JSON valid, and arrives unchanged', () => {
    for (const value of hostileValues(4_000)) {
      const filled = JSON.parse(
        fillBody('{"x": "a {{a}} z", "y": "{{a}}", "z": {{a}}, "k\\"{{a}}": 1}', values(value), 'json'),
      )
      const text = value.toWellFormed()
      expect(filled.x).toBe(`a ${text} z`)
      expect(filled.y).toBe(text)
      expect(filled.z).toBe(value)
      expect(Object.keys(filled)[3]).toBe(`k"${text}`)
    }
  })

  test('keeps the host, user and number of path segments of a URL, and arrives unchanged', () => {
    let refused = 0
    for (const value of hostileValues(4_000)) {
      let filled: string
      try {
        filled = fillUrl('https://api.example:8443/v1/{{a}}/end?q={{a}}&last=1', values(value))
      } catch (error) {
        expect((error as Error).message).toMatch(/change the path/)
        refused++
        continue
      }
      const url = new URL(filled)
      expect([url.origin, url.username, url.hash]).toEqual(['https://api.example:8443', '', ''])
      const segments = url.pathname.split('/')
      expect([segments.length, decodeURIComponent(segments[2] as string)]).toEqual([4, value.toWellFormed()])
      expect([url.searchParams.get('q'), url.searchParams.get('last')]).toEqual([value.toWellFormed(), '1'])
    }
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(1_000)
  })

  test('keeps the fields of a form, and the elements of XML', () => {
    for (const value of hostileValues(2_000)) {
      const form = new URLSearchParams(fillBody('a={{a}}&b=1', values(value), 'form'))
      expect([...form]).toEqual([
        ['a', value.toWellFormed()],
        ['b', '1'],
      ])
      const xml = fillBody('<a x="{{a}}">{{a}}</a>', values(value), 'xml')
      expect(xml.match(/[<>"]/g)?.join('')).toBe('<"">' + '<>')
    }
  })
})

test.each([
  ['{"n": {{a}}}', 49.9, '{"n": 49.9}'],
  ['{"n": "{{a}}"}', 49.9, '{"n": "49.9"}'],
  ['{"n": "{{a}}"}', { b: [1] }, '{"n": {"b":[1]}}'],
  ['{"n": "x{{a}}"}', { b: [1] }, '{"n": "x{\\"b\\":[1]}"}'],
  ['{"n": {{ a }}}', undefined, '{"n": null}'],
  ['{"n": "{{a}}"}', undefined, '{"n": ""}'],
  ['{"n": "{{a}}"}', null, '{"n": ""}'],
  ['[{{a}},{{a}}]', true, '[true,true]'],
  ['{"n": "\\"{{a}}"}', 'x', '{"n": "\\"x"}'],
])('%s with %j becomes %s', (template, value, filled) => {
  expect(fillBody(template, values(value), 'json')).toBe(filled)
})

test('values of placeholders are not placeholders, and unknown ones are empty', () => {
  expect(fillBody('{{a}}|{{b.c}}|{{x.y}}', values('{{b.c}}'), 'text')).toBe('{{b.c}}|never|')
  expect(placeholdersIn('{{a}} {{ b.c }} {{a}} {{}} {{1}} {{a b}}')).toEqual(['a', 'b.c'])
})

test('a path reaches own values only', () => {
  const root = { a: { b: [{ c: 1 }] } }
  expect([valueAt(root, 'a.b.0.c'), valueAt(root, 'a.b.length')]).toEqual([1, 1])
  for (const path of ['constructor', 'a.__proto__', 'a.toString', 'a.b.1.c', 'a.b.0.c.d'])
    expect(valueAt(root, path)).toBeUndefined()
})

test.each([
  'https://{{a}}/',
  'https://x.{{a}}/',
  'https://x.example:{{a}}/',
  'https://{{a}}@x.example/',
  'https://user@x.example/{{a}}',
  'https://x.example{{a}}',
  'https://x.example\\{{a}}',
  '{{a}}://x.example/',
  'http{{a}}://x.example/',
  '//x.example/{{a}}',
  'https:/x.example/{{a}}',
  'javascript:alert(1)',
])('%s is no template of a URL', (template) => {
  expect(() => checkUrlTemplate('url', template)).toThrow(/^url: /)
})

test.each([
  ['application/json', 'json'],
  ['application/vnd.api+json; charset=utf-8', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['Text/XML', 'xml'],
  ['application/soap+xml', 'xml'],
  ['text/plain', 'text'],
])('%s is filled in as %s', (type, kind) => {
  expect(bodyKind(type)).toBe(kind)
})
