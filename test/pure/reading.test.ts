import { expect, test } from 'vitest'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const address = 'https://shop.example/help/page'
const around = `<header><a href="/">Shop</a><nav><a href="/a">A</a></nav></header>`
const below = `<footer>© Shop 2026 <a href="/imprint">Imprint</a></footer><div class="cookie-consent">We use cookies.</div>`
const body = (html: string) =>
  `<!doctype html><html lang="en"><title>Page | Shop</title><body>${around}${html}${below}</body>`
const read = (html: string) => readPage(body(html), address).markdown
const long = (about: string) => `${about} `.repeat(12).trim()

test('a page of questions keeps all answers, even collapsed ones', () => {
  const panels = ['Do you deliver?', 'Can I return it?'].map(
    (question, at) => `<div class="accordion-item"><h3><button aria-controls="p${at}">${question}</button></h3>
      <div id="p${at}" class="collapse" hidden style="display:none"><p>Yes, within ${at + 2} days.</p></div></div>`,
  )
  expect(read(`<h1>Questions</h1>${panels.join('')}`)).toBe(
    '# Questions\n\n### Do you deliver?\n\nYes, within 2 days.\n\n### Can I return it?\n\nYes, within 3 days.',
  )
})

test('a price list keeps its table, row by row', () => {
  const rows = [1, 2, 3].map((at) => `<tr><td>Service ${at}</td><td>€ ${at}9</td></tr>`).join('')
  const markdown = read(`<main><h1>Prices</h1><table><tr><th>What</th><th>Price</th></tr>${rows}</table></main>`)
  expect(markdown).toContain('| What | Price |\n| --- | --- |\n| Service 1 | € 19 |\n| Service 2 | € 29 |')
})

test('a class name that is removed from articles stays on a page about its subject', () => {
  const markdown =
    read(`<section class="subscription"><h2>Monthly box</h2><p>12 euros a month, any time to end.</p></section>
    <section class="team"><div class="bio"><h3>Ada</h3><p>Builds wheels.</p></div></section>
    <div class="credits"><h3>Credits</h3><p>Ten credits are 5 euros.</p></div>`)
  for (const part of ['12 euros a month', 'Builds wheels.', 'Ten credits are 5 euros.'])
    expect(markdown).toContain(part)
})

test('a page that is one form keeps its text, also when it is read line by line', () => {
  const form = `<form><h2>Send it back</h2><p>${long('Print the slip and put it in the box.')}</p><input name="number"></form>`
  expect(read(form)).toContain('Print the slip')
  expect(read(`${'<div>'.repeat(300)}${form}`)).toContain('Print the slip')
})

test('opening hours stay with their days', () => {
  const markdown = read(`<div class="content"><h2>Opening hours</h2><dl><dt>Monday to Friday</dt><dd>9:00–18:00</dd>
    <dt>Saturday</dt><dd>10:00–14:00</dd></dl><p>Closed on Sundays.</p></div>`)
  expect(markdown).toContain('**Monday to Friday:** 9:00–18:00\n\n**Saturday:** 10:00–14:00')
  expect(markdown).toContain('Closed on Sundays.')
})

test('a contact page keeps address, number and email', () => {
  const markdown = read(`<section><h2>Visit us</h2><address>Mill Lane 4<br>12345 Town</address>
    <p>Call <a href="tel:+4912345">+49 12345</a> or write to <a href="mailto:hi@shop.example">hi@shop.example</a>.</p></section>`)
  for (const part of ['Mill Lane 4', '12345 Town', '+49 12345', 'hi@shop.example']) expect(markdown).toContain(part)
})

test('a home page keeps all its parts, under their headings', () => {
  const parts = ['Repairs', 'Rental', 'Lessons'].map(
    (name) =>
      `<div class="tile"><h2>${name}</h2><p>${name} from 20 euros, any day.</p><a href="/${name}">More</a></div>`,
  )
  const markdown = read(`<div class="hero"><h1>Bikes in town</h1></div><div class="tiles">${parts.join('')}</div>`)
  for (const name of ['Repairs', 'Rental', 'Lessons'])
    expect(markdown).toContain(`## ${name}\n\n${name} from 20 euros, any day.`)
})

test('a product keeps its figures, and loses recommendations', () => {
  const markdown = read(`<main><h1>Tent</h1><p>${long('A tent for two that stands in a minute.')}</p>
    <table><tr><th>Weight</th><td>2.1 kg</td></tr><tr><th>Price</th><td>199.00</td></tr></table>
    <div class="related"><h2>You may also like</h2><ul><li><a href="/1">Stove</a></li></ul></div>
    <div class="share">Share this</div></main>`)
  expect(markdown).toContain('| Weight | 2.1 kg |')
  expect(markdown).not.toMatch(/Stove|also like|Share/)
})

test('an article loses its captions, its author and reader comments', () => {
  const markdown =
    read(`<article><h1>New hall</h1><p class="byline">By Ann Lee</p><p>${long('The hall opens in May, with room for ninety.')}</p>
    <figure><img src="x.jpg"><figcaption>The hall from above. Photo: Bo</figcaption></figure>
    <p>${long('It was built of wood from the region.')}</p><p><a href="/old">Related: The old hall</a></p></article>
    <div class="comments"><p>${long('First! I have been there and did not like it at all.')}</p></div>`)
  expect(markdown).toMatch(/opens in May[\s\S]*wood from the region/)
  expect(markdown).not.toMatch(/Photo|Ann Lee|Related|First/)
})

test('a manual keeps code unchanged, and steps in order', () => {
  const markdown =
    read(`<main><h1>Install</h1><ol><li>Download</li><li>Run <code>setup</code><ul><li>as a user</li></ul></li></ol>
    <pre><code>npm ci
npm start</code></pre></main>`)
  expect(markdown).toMatch(/1\. +Download\n2\. +Run `setup`\n+ +- +as a user/)
  expect(markdown).toContain('```\nnpm ci\nnpm start\n```')
})

test('a page that is one form as a whole is read all the same', () => {
  expect(read('<form id="aspnetForm"><h1>Terms</h1><p>Thirty days to pay.</p><input name="__VIEWSTATE"></form>')).toBe(
    '# Terms\n\nThirty days to pay.',
  )
})

test('a fragment of a page, and a page without markup, are read', () => {
  expect(readPage('<h2>Parking</h2><p>Behind the house.</p>', address).markdown).toBe('## Parking\n\nBehind the house.')
  expect(readPage('Parking is behind the house.', address).markdown).toBe('Parking is behind the house.')
})

test.each([
  ['one', '<link rel="canonical" href="/a">', '', '/a'],
  ['the same twice', '<link rel="canonical" href="/a"><link rel="canonical" href=" /a ">', '', '/a'],
  ['none', '', '', null],
  ['an empty one', '<link rel="canonical" href="">', '', null],
  ['an empty one and one', '<link rel="canonical" href=""><link rel="canonical" href="/a">', '', '/a'],
  ['two that differ', '<link rel="canonical" href="/a"><link rel="canonical" href="/b">', '', null],
  ['one in the body', '', '<link rel="canonical" href="/a">', null],
  ['another one in the body', '<link rel="canonical" href="/a">', '<link rel="canonical" href="/b">', '/a'],
])('the canonical URL of a page with %s', (_, head, body, canonical) => {
  const html = `<html><head>${head}</head><body>${body}<p>Text</p></body></html>`
  expect(readPage(html, address).canonical).toBe(canonical)
})

test('metadata of a page: language, canonical URL, robots, links', () => {
  const { language, canonical, robots, links, title } = readPage(
    `<html lang="de-AT"><head><title>Räder</title><link rel="alternate canonical" href="/rad"><meta name="ROBOTS" content="NoIndex, follow">
      <base href="/shop/"></head><body><a href="a">A</a><a name="x">B</a><p><a href="b">C</a></p></body></html>`,
    address,
  )
  expect({ language, canonical, title, links }).toEqual({
    language: 'de-AT',
    canonical: '/rad',
    title: 'Räder',
    links: ['a', 'b'],
  })
  expect([...robots]).toEqual(['noindex', 'follow'])
})

test('links are relative to the page’s base', () => {
  const { markdown } = readPage(body('<base href="/de/"><p><a href="preise">Preise</a></p>'), address)
  expect(markdown).toBe('[Preise](https://shop.example/de/preise)')
})

test.each([
  ['behind the body', '<html><body><p>One</p></body><p>Two</p></html>'],
  ['behind the page', '<html><body><p>One</p></body></html><p>Two</p>'],
  ['in a second body', '<html><body><p>One</p></body><body><p>Two</p></body></html>'],
  [
    'in a second page',
    '<html><body><p>One</p></body></html><html><head><title>A</title></head><body><p>Two</p></body>',
  ],
  ['in the head', '<html><head><title>A</title><p>One</p></head><body><p>Two</p></body></html>'],
  ['in a page without a body', '<!doctype html><title>A</title><p>One</p><p>Two</p>'],
  ['in a page that is only a body', '<body><p>One</p><p>Two</p></body>'],
  ['in a page whose body begins in a block', '<title>A</title><div><body><p>One</p></div><p>Two</p>'],
])('text %s is read', (_, html) => {
  expect(readPage(html, address).markdown).toBe('One\n\nTwo')
})

test('a run of white space has at most 200 signs, also over several elements', () => {
  const [one, all] = [' '.repeat(150), ' '.repeat(200)]
  expect(read(`<pre>a${one}b${one}<i>${one}c</i></pre>`)).toContain(`a${one}b${all}c`)
  expect(read(`<pre>a${one}<i> \n </i>${one}c${all}${all}d</pre>`)).toContain(`a${one} \n ${' '.repeat(47)}c${all}d`)
})

// Real pages are a hundred times smaller; parsing these would take minutes, or overflow the stack.
test.each([
  ['thousands deep', `${'<div>'.repeat(5000)}The text`, /The text/],
  ['a flood of signs', '<'.repeat(1_000_000), /./],
  ['hundreds of thousands of paragraphs', '<p>word'.repeat(200_000), /word/],
  ['tables in tables', `${'<table><tr><td>'.repeat(2000)}The price`, /The price/],
  ['an attribute without end', `<p title="${'a'.repeat(1_000_000)}">The text</p>`, /The text/],
  ['comments that never close', `The text${'<!--'.repeat(200_000)}`, /The text/],
])('a page that cannot be parsed is read line by line: %s', (_, html, expected) => {
  expect(readPage(html, address).markdown).toMatch(expected)
})

test('a page with endlessly nested elements is given up at once', () => {
  const begun = process.cpuUsage()
  expect(() => readPage(`${'<div>'.repeat(300_000)}The text`, address)).toThrow(/elements deep/)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
})

test('a page with forms and choices inside of each other is read as quickly as without them', () => {
  const [forms, labels] = ['<form>'.repeat(120), '<label>'.repeat(120)]
  const begun = process.cpuUsage()
  read(`<p>${'The words of the page. '.repeat(6000)}</p>${forms}${labels}${'<b>€1</b> '.repeat(16_000)}`)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(8000)
})
