import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { readPage } from '../../server/features/knowledge/reading/page.ts'
import { scanPage } from '../../server/features/knowledge/reading/scan.ts'

const programs = ['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas']
const others = ['p', 'div', 'a', 'table', 'tr', 'li', 'title', 'textarea', 'h2', 'br', 'foreignObject']
const names = fc.constantFrom(...programs, ...others)
const part = fc.oneof(
  names.map((name) => `<${name}>`),
  names.map((name) => `</${name}>`),
  fc.constantFrom(
    '<svg/>',
    '<path d="M0 0"/>',
    '<math/>',
    '<',
    '>',
    '&',
    'amp;',
    '/',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ),
  fc.constantFrom('one ', 'two', ' ', '\n', 'title="<script>"', '<p id="a>b">'),
)

/** The tree of a page as text, without programs and comments. */
function treeOf(html: string): string {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll(programs.join(','))) element.remove()
  const walker = document.createTreeWalker(document, 0x80)
  const comments: ChildNode[] = []
  while (walker.nextNode()) comments.push(walker.currentNode as ChildNode)
  for (const comment of comments) comment.remove()
  return document.toString()
}

const countOf = (html: string, piece: string) => html.split(piece).length

test('a page without its programs has the tree of the page', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const html = `<html><body>${parts.join('')}</body></html>`
      const { readable } = scanPage(html)
      // The parser takes all that follows such a tag for a part of a drawing. It is right without the tag.
      for (const tag of ['<svg/>', '<math/>']) fc.pre(countOf(readable, tag) === countOf(html, tag))
      return treeOf(readable) === treeOf(html)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['a script', '<p>One<script>if (a<b) write("</p>")</script>, two.</p><p>Three.</p>', 'One, two.\n\nThree.'],
  ['a drawing', '<p>One <svg><title>Sign</title><path d="M0"/></svg>two.</p>', 'One two.'],
  ['a drawing that never closes', '<div><svg><g></div><p>Two.</p>', 'Two.'],
  ['a frame in a frame', '<p>One</p><object><object>x</object>y</object><p>Two</p>', 'One\n\nTwo'],
])('the text beside %s stays', (_, html, markdown) => {
  expect(readPage(`<body>${html}</body>`, 'https://acme.example/').markdown).toBe(markdown)
})

test('what a program stands in does not become a tag without it', () => {
  const deep = `<body>${'<<script></script>div>'.repeat(300)}</body>`
  expect(treeOf(scanPage(deep).readable)).not.toContain('<div>')
})

test('the title of a drawing is not the title of its page', () => {
  expect(
    readPage('<html><body><svg><title>Menu</title></svg><p>One</p></body></html>', 'https://acme.example/').title,
  ).toBe('')
})
