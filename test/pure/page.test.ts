import { expect, test } from 'vitest'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const page = (main: string, head = '<title>Shop</title>') =>
  `<!doctype html><html><head>${head}</head><body><nav>Menu</nav><main>${main}</main><footer>Imprint</footer></body></html>`
const read = (main: string) => readPage(page(main), 'https://shop.example/demo/delivery.html').markdown

test('a page is read as its main text, under the heading that it has', () => {
  const { title, markdown } = readPage(
    page('<h1>Delivery  &amp; more</h1><p>We <b>deliver</b>.</p>'),
    'https://shop.example/',
  )
  expect([title, markdown]).toEqual(['Delivery & more', '# Delivery & more\n\nWe **deliver**.'])
  expect(readPage(page('<p>No heading.</p>'), 'https://shop.example/').title).toBe('Shop')
})

test('headings, lists, tables, terms and questions keep their form', () => {
  expect(read('<h2>Abroad</h2><ul><li>France</li><li>Spain</li></ul>')).toMatch(/^## Abroad\n\n- +France\n- +Spain$/)
  expect(
    read(
      '<table><caption>Costs</caption><tr><th>Day</th><th>Price</th></tr><tr><td>Mon\n day</td><td>a|b</td></tr></table>',
    ),
  ).toBe('Costs:\n\n| Day | Price |\n| --- | --- |\n| Mon day | a\\|b |')
  expect(read('<dl><dt>Monday</dt><dd>9:00</dd></dl>')).toBe('**Monday:** 9:00')
  expect(read('<details><summary>Do you?</summary><p>Yes.</p></details>')).toBe('### Do you?\n\nYes.')
})

test('code keeps its lines and signs, marked as code or not', () => {
  const code = '# a comment\njson.dumps(obj, sort_keys=True)\n\n count \n-------\n    35'
  const fence = `\`\`\`\n${code}\n\`\`\``
  expect(read(`<p>Thus:</p><pre class="screen">${code}\n</pre><p>End.</p>`)).toBe(`Thus:\n\n${fence}\n\nEnd.`)
  expect(read(`<pre><code class="x">\n${code}</code></pre>`)).toBe(fence)
  const lines = code.split('\n')
  expect(read(`<pre>${lines.map((line) => `<div>${line}</div>`).join('')}</pre>`)).toBe(fence.replace('\n\n', '\n'))
  expect(read(`<pre>${lines.join('<br>')}</pre>`)).toBe(fence)
  expect(read('<pre>```js\nx\n```</pre>')).toBe('````\n```js\nx\n```\n````')
  expect(read('<p>Use <tt>a_b*</tt>, <code>SELECT <em><code>x_y</code></em></code> or <kbd>`</kbd>.</p>')).toBe(
    'Use `a_b*`, `SELECT x_y` or `` ` ``.',
  )
  expect(
    read('<dl><dt class="sig sig-object py">dumps(<em>sort_keys</em><b>=</b>True)</dt><dd>Writes.</dd></dl>'),
  ).toBe('**`dumps(sort_keys=True)`:** Writes.')
})

test('a page that declares itself an article is read as one, another one as a whole', () => {
  const text = (name: string) => `<p>${`The ${name} is long, and ${name}s are many, as one sees. `.repeat(9)}</p>`
  const article = `<div><div class="story"><h1>Whales</h1>${text('whale').repeat(6)}</div></div>`
  const box = (at: number) => `<div><span>${`teaser${at} leads elsewhere `.repeat(6)}</span></div>`
  const others = ['<div class="sidebar">', ...Array.from({ length: 40 }, (_, at) => box(at)), '</div>']
  const readWith = (head: string, attributes = '') =>
    readPage(
      `<!doctype html><html><head>${head}</head><body ${attributes}>${article}${others.join('')}</body></html>`,
      'https://shop.example/',
    ).markdown
  const declared = [
    ['<meta property="article:published_time" content="2026-01-01">'],
    ['<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":["NewsArticle"]}]}</script>'],
    ['', 'itemscope itemtype="https://schema.org/BlogPosting"'],
  ] as const
  for (const [head, attributes] of declared) {
    const markdown = readWith(head, attributes)
    expect([head, markdown.includes('whale'), markdown.includes('teaser7')]).toEqual([head, true, false])
  }
  const undeclared = [
    '',
    '<meta property="og:type" content="article">',
    '<script type="application/ld+json">{"@type":"Store"}</script>',
    '<script type="application/ld+json">{"@type":"Blog","blogPost":[{"@type":"BlogPosting"}]}</script>',
  ]
  for (const head of undeclared) {
    const markdown = readWith(head)
    expect([head, markdown.includes('whale'), markdown.includes('teaser7')]).toEqual([head, true, true])
  }
})

test('blocks of a cell are separated', () => {
  const cell = '<td><p><code>numeric_type</code> + 1</p><p>Addition</p>2 + 3<br>5</td>'
  expect(read(`<table><tr><th>Name</th></tr><tr>${cell}</tr></table>`)).toBe(
    '| Name |\n| --- |\n| numeric_type + 1 Addition 2 + 3 5 |',
  )
})

test('headings lose links to themselves', () => {
  const links = [
    '<a class="headerlink" href="#a" title="Link to this heading">¶</a>',
    '<a href="#a">#</a>',
    '<a href="https://shop.example/#a">Link to this heading</a>',
  ]
  for (const link of links) {
    const { title, markdown } = readPage(
      page(`<h1>Sorting${link}</h1><h2>Keys${link}</h2><p>x</p>`),
      'https://shop.example/',
    )
    expect([title, markdown]).toEqual(['Sorting', '# Sorting\n\n## Keys\n\nx'])
  }
  expect(read('<h2><a href="#b">Keys</a></h2><p>C# and <a href="#c">section 3</a></p>')).toContain('Keys')
})

test('links are absolute, and lead only to web pages; images, scripts and forms are removed', () => {
  expect(read('<a href="hours.html">Hours</a>')).toBe('[Hours](https://shop.example/demo/hours.html)')
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'http://[', ''])
    expect(read(`<a href="${address}">Text</a>`)).toMatch(
      /^(Text|\[Text\]\(https:\/\/shop\.example\/demo\/delivery\.html\))$/,
    )
  expect(
    read('<p>a</p><script>alert(1)</script><img src="x" onerror="alert(1)"><form><input></form><p hidden>b</p>'),
  ).toBe('a')
})

test.each(['', 'text alone', '<p>a piece', '<<<>>', '\u0000', '<main><main>'])('%j does no harm', (html) => {
  expect(() => readPage(html, 'https://shop.example/')).not.toThrow()
})
