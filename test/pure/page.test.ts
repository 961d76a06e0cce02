import { expect, test } from 'vitest'
import { readPage } from '../../server/features/reading/page.ts'

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

test('links are whole, and lead to web pages alone; images, scripts and forms are left out', () => {
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
