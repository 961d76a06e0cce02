import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { asksNothing } from '../../server/features/assistant/reply/small-talk.ts'
import { safe } from '../../server/features/contacts/csv.ts'
import { cutPassages } from '../../server/features/knowledge/passages.ts'
import { readPage } from '../../server/features/knowledge/reading/page.ts'
import { readSitemap } from '../../server/features/knowledge/reading/sitemap.ts'

// Reading these in quadratic time would take longer than a test may take.
test('a sitemap of byte order marks alone is read in one pass', () => {
  const bytes = new TextEncoder().encode('\ufeff'.repeat(1_000_000))
  expect(readSitemap(bytes, 'https://a.example/sitemap.xml', 'https://a.example/')).toEqual({ pages: [], sitemaps: [] })
})

test('a sitemap may begin with byte order marks and spaces', () => {
  const text = ' \ufeff\n\ufeff<urlset><url><loc>https://a.example/b</loc></url></urlset>'
  const read = readSitemap(new TextEncoder().encode(text), 'https://a.example/sitemap.xml', 'https://a.example/')
  expect(read.pages).toEqual(['https://a.example/b'])
})

const runs = {
  tabs: '\t',
  spaces: ' ',
  lines: '\n',
  'no-break spaces': '&nbsp;',
  'byte order marks': '\ufeff',
  elements: '<i>&nbsp;</i>',
}
test.each(Object.entries(runs).flatMap(([name, run]) => ['pre', 'p', 'code'].map((tag) => [name, tag, run] as const)))(
  'a run of %s in <%s> is read in linear time',
  (_, tag, run) => {
    const many = run.repeat(run.length > 10 ? 20_000 : 300_000)
    const html = `<main><h1>Prices</h1>${'<p>We repair bikes of all kinds.</p>'.repeat(9)}<${tag}>x${many}y</${tag}></main>`
    const begun = performance.now()
    expect(readPage(html, 'https://a.example/').markdown).toContain('y')
    expect(performance.now() - begun).toBeLessThan(5_000)
  },
)

test('the addresses of links do not become the text of a page', () => {
  const link = (at: number) => `<li><a href="https://a.example/${'x'.repeat(400)}${at}">Bike ${at}</a></li>`
  const html = `<main><h1>All bikes</h1><ul>${Array.from({ length: 2_000 }, (_, at) => link(at)).join('')}</ul></main>`
  const { markdown } = readPage(html, 'https://a.example/')
  expect(markdown).toContain('[Bike 1](https://a.example/')
  expect(markdown).toContain('Bike 1999')
  expect(cutPassages(markdown).length).toBeLessThan(150)
})

test('a message of any length is compared with the patterns of small talk only at its beginning', () => {
  expect(asksNothing(`${'a@.'.repeat(200_000)} z`)).toBeTypeOf('boolean')
})

const attacks = [
  '=1+1',
  ' =1+1',
  'Eve;=1+1+cmd|x!A0;',
  'Eve; -2;\t@SUM(A1)',
  'Eve\t+1',
  'Eve\r\n=1',
  'Eve\n\n  =1',
  'Eve;"=1"',
  'Eve;;;=HYPERLINK("https://evil.example")',
  ';=1',
  'Eve;＝1',
  '\t=1',
  '"=1"',
  '"=1";"=2"',
]

test.each(attacks)('no piece of an exported cell is a formula: %j', (attack) => {
  const text = stringify([['id', safe(attack), 'end']], { record_delimiter: 'windows' })
  for (const delimiter of [',', ';', '\t']) {
    const options = { delimiter, relax_quotes: true, relax_column_count: true }
    const pieces = [...(parse(text, options) as string[][]).flat(), ...text.split(delimiter), ...text.split(/\r?\n/)]
    for (const piece of pieces) expect(piece.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
  }
})

test.each(['Ann-Marie', 'a; b = c', 'x = 1', 'Tel. 030-12', ''])('an ordinary cell is unchanged: %j', (cell) => {
  expect(safe(cell)).toBe(cell)
})

test('a cell of separators alone is read in one pass', () => {
  const cell = `x${'\t'.repeat(1_000_000)}x`
  expect(safe(cell)).toBe(cell)
})
