import { describe, expect, test } from 'vitest'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const learned = (html: string, language = 'en') => {
  const body = `<main><h1>Prices</h1>${html}<p>And some more words that fill the page, so that it counts as one.</p></main>`
  const { markdown } = readPage(`<html lang="${language}"><body>${body}</body></html>`, 'https://shop.example/')
  return markdown.replace(/^# Prices\n\n/, '').replace(/\n\nAnd some more[\s\S]*$/, '')
}

describe('text that is set off only by its looks', () => {
  test.each([
    ['raised cents', '<p>Floor pump: £12<sup>99</sup> today.</p>', 'Floor pump: £12.99 today.'],
    ['raised cents before the currency', '<p>Pumpe: 12<sup>99</sup> €</p>', 'Pumpe: 12.99 €'],
    ['both raised', '<p><sup>$</sup>1,299<sup>00</sup></p>', '$1,299.00'],
    ['thousands with a dot', '<p>1.299<sup>00</sup> €</p>', '1.299,00 €'],
    ['a written decimal point', '<p>12,<sup>99</sup> €</p>', '12,99 €'],
    ['small cents', '<p>Now 12<small>99</small>€</p>', 'Now 12.99€'],
    ['cents by class', '<p>£<span class="big">7</span><span class="cents">50</span> a day</p>', '£7.50 a day'],
    ['cents by style', '<p>£7<span style="font-size: 60%; vertical-align: super">50</span></p>', '£7.50'],
    ['a power', '<p>100<sup>2</sup> and 12 m<sup>2</sup></p>', '100² and 12 m²'],
    ['an ordinal', '<p>the 2<sup>nd</sup> day, H<sub>2</sub>O</p>', 'the 2nd day, H2O'],
    [
      'a footnote',
      '<p>guaranteed<sup>1</sup> for £5<sup>2</sup> and £5.99<sup>3</sup></p>',
      'guaranteed 1 for £5 2 and £5.99 3',
    ],
    ['a footnote beside cents', '<p>£5<sup>99</sup><sup>1</sup> a day</p>', '£5.99 1 a day'],
    [
      'a footnote that links',
      '<p>for £5<sup><a href="#fn12">12</a></sup></p>',
      'for £5 [12](https://shop.example/#fn12)',
    ],
    ['a footnote by class', '<p>guaranteed<span class="footnote">12</span> for £5</p>', 'guaranteed 12 for £5'],
    ['a letter as a footnote', '<p>guaranteed<sup>a</sup> for £5<sup>b</sup></p>', 'guaranteed a for £5 b'],
    [
      'an abbreviation',
      '<p>M<sup>me</sup> Roux, 1<sup>er</sup> étage, n<sup>o</sup> 5</p>',
      'Mme Roux, 1er étage, no 5',
    ],
    ['lowered cents', '<p>£12<sub>99</sub></p>', '£12.99'],
    ['a lowered base', '<p>log<sub>10</sub> of 100<sub>2</sub></p>', 'log10 of 100₂'],
    ['cents moved up', '<p>£7<span style="position:relative;top:-0.4em">50</span></p>', '£7.50'],
    ['cents moved up by a length', '<p>£7<span style="vertical-align: 0.4em">50</span></p>', '£7.50'],
    ['cents before an encoded currency', '<p>12<sup>99</sup>&nbsp;&euro;</p>', '12.99\u00a0€'],
    ['cents before the name of a currency', '<p>12<sup>99</sup> euros</p>', '12.99 euros'],
    ['cents behind white space', '<p>£12\n <sup>99</sup> today</p>', '£12.99 today'],
    ['cents in a price without a currency', '<p><span class="price">12<sup>99</sup></span></p>', '12.99'],
    ['cents of which only the page knows the looks', '<p>£12<span class="x1">99</span></p>', '£12.99'],
    ['a raised range', '<p>12<span style="font-size:80%">50</span>-14</p>', '12 50\\-14'],
    ['thousands in parts', '<p>£<span>1</span><span>299</span></p>', '£1299'],
    ['a number of months', '<p>£12<span>24 months</span>, £12 <small>24</small></p>', '£12 24 months, £12 24'],
    ['a found part of a price', '<p>£12<mark>99</mark></p>', '£1299'],
    [
      'cells aligned at the top',
      '<table><tr><td style="vertical-align:top">Room 20<b>26</b></td></tr></table>',
      '| Room 2026 |\n| --- |',
    ],
    [
      'cents behind more signs of currencies',
      '<p>R$ 1.299<sup>90</sup>, A$12<sup>99</sup>, S/ 9<sup>50</sup></p>',
      'R$ 1.299,90, A$12.99, S/ 9.50',
    ],
    ['a small number without a currency', '<p>199<small>00</small>, 12<small>km</small></p>', '199 00, 12km'],
    ['a year in small digits', '<p><small>20</small><small>26</small></p>', '2026'],
    ['a power below zero', '<p>10<sup>-6</sup> m<sup>−1</sup></p>', '10⁻⁶ m⁻¹'],
    ['half an inch', '<p>1<sup>1</sup>/<sub>2</sub> inch, 3<sup>1</sup>⁄<sub>4</sub></p>', '1 1/2 inch, 3 1⁄4'],
    ['a degree', '<p>20<sup>o</sup>C, 70<sup>0</sup> F, 1<sup>o</sup> andar</p>', '20°C, 70° F, 1o andar'],
    [
      'minutes',
      '<p>8<sup>30</sup>–18<sup>00</sup> Uhr, godz. 9<sup>00</sup>-17<sup>15</sup></p>',
      '8:30–18:00 Uhr, godz. 9:00\\-17:15',
    ],
    ['minutes or cents', '<p>Schnitzel 12<sup>30</sup></p>', 'Schnitzel 12³⁰'],
    [
      'a price with words for screen readers',
      '<p><del aria-hidden="true">£20.00</del> <span class="screen-reader-text">Original price was: £20.00.</span><ins aria-hidden="true">£18.00</ins><span class="screen-reader-text">Current price is: £18.00.</span></p>',
      'Original price was: £20.00. Current price is: £18.00.',
    ],
    [
      'rows of a list',
      '<ul><li><span class="a">Cut (long)</span><span class="b">from £40</span></li><li><b>Monday</b><b>9–17</b></li></ul>',
      '-   Cut (long) from £40\n-   **Monday** **9–17**',
    ],
    [
      'a name in two colours',
      '<p>The <span class="a">auto</span><span class="b">mobile</span>, MP<b>3</b></p>',
      'The automobile, MP**3**',
    ],
    [
      'an address from right to left',
      '<p>Write to <bdo dir="rtl">elpmaxe.b@a</bdo> or <span style="unicode-bidi:bidi-override;direction:rtl">321 030</span>.</p>',
      'Write to a@b.example or 030 123.',
    ],
    ['Hebrew from right to left', '<p><bdo dir="rtl">שלום</bdo></p>', 'שלום'],
    [
      'a table by its roles',
      '<div role="table"><div role="row"><span role="columnheader">Size</span><span role="columnheader">Price</span></div><div role="row"><span role="cell">S</span><span role="cell">£5</span></div></div>',
      '| Size | Price |\n| --- | --- |\n| S | £5 |',
    ],
    ['hidden words', '<p>Price<span class="sr-only">from</span>£5</p>', 'Price from £5'],
    ['nothing', '<p>Room <b>20</b>26</p>', 'Room **20**26'],
  ])('is written as it is read: %s', (_, html, text) => expect(learned(html)).toBe(text))

  test('the decimal point is that of the language', () => {
    expect(learned('<p>12<sup>99</sup> €</p>', 'de')).toBe('12,99 €')
  })

  test.each([
    '<p>The jacket: <del>£80.00</del> <ins>£60.00</ins></p>',
    '<p>The jacket: <s>£80.00</s> <b></b>£60.00</p>',
    '<p>The jacket: <strike> £80.00 </strike>£60.00</p>',
    '<p>The jacket: <span style="color: red; text-decoration: line-through">£80.00</span> £60.00</p>',
    '<p>The jacket: <span class="price price-old">£80.00</span> £60.00</p>',
    '<p>The jacket: <span class="text-sm line-through">£80.00</span> £60.00</p>',
  ])('a struck-out price is marked as such: %s', (html) => {
    expect(learned(html)).toBe('The jacket: ~~£80.00~~ £60.00')
  })

  test.each([
    ['price__old', ''],
    ['crossed-out', ''],
    ['was', ''],
    ['product-original-price', ''],
    ['x1', '<style>/* a */ @media screen { p .x1, .x2 { color: red; text-decoration: line-through } }</style>'],
  ])('by the class %s', (name, style) => {
    const html = `${style}<p>The jacket: <span class="${name}">£80.00</span> £60.00</p>`
    expect(learned(html)).toBe('The jacket: ~~£80.00~~ £60.00')
  })

  test.each(['price', 'regular-price', 'fraction', 'waste', 'threshold', 'x1'])('but not by the class %s', (name) => {
    const html = `<style>.x1:hover { text-decoration: line-through }</style><p>Now <span class="${name}">£80.00</span></p>`
    expect(learned(html)).toBe('Now £80.00')
  })

  test('in a table, too', () => {
    expect(learned('<table><tr><th>Bag</th></tr><tr><td><del>£9</del> £8<sup>50</sup></td></tr></table>')).toContain(
      '| ~~£9~~ £8.50 |',
    )
  })
})

describe('cells that span', () => {
  const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
  test('several rows stand in each of them', () => {
    const head = row('<th>Size</th>', '<th>Colour</th>', '<th>Price</th>')
    const first = row('<td rowspan="2">Small</td>', '<td>red</td>', '<td>£5</td>')
    expect(learned(`<table>${head}${first}${row('<td>blue</td>', '<td>£6</td>')}</table>`)).toContain(
      '| Small | blue | £6 |',
    )
  })

  test('several columns stand under each heading', () => {
    const head = row('<th>Day</th>', '<th colspan="2">Hours</th>')
    const table = `${head}${row('<td>Mon</td>', '<td>9</td>', '<td>17</td>')}${row('<td>Sun</td>', '<td colspan="2">closed</td>')}`
    expect(learned(`<table>${table}</table>`).split('\n')).toEqual([
      '| Day | Hours | Hours |',
      '| --- | --- | --- |',
      '| Mon | 9 | 17 |',
      '| Sun | closed | closed |',
    ])
  })

  test('reach to the end of their section at most', () => {
    const head = `<thead>${row('<th>Size</th>', '<th>Price</th>')}</thead>`
    const body = (size: string, price: string) =>
      `<tbody>${row(`<td rowspan="0">${size}</td>`, `<td>${price}</td>`)}</tbody>`
    const text = learned(`<table>${head}${body('Small', '£5')}${body('Large', '£6')}</table>`)
    expect(text).toContain('| Small | £5 |\n| Large | £6 |')
  })

  test('fill no memory, however long their text is and however far they reach', () => {
    const long = `<td rowspan="0" colspan="100">${'word '.repeat(20_000)}</td>`
    const table = `${row(long)}${row().repeat(2_000)}`
    expect(learned(`<table>${table}</table>`).length).toBeLessThan(2_000_000)
  })

  test.each(['0', '99999999', '-3', 'x'])('by %s cost no more than the table has', (span) => {
    const table = `${row(`<td rowspan="${span}" colspan="${span}">x</td>`, '<td>1</td>')}${row('<td>2</td>')}`
    expect(learned(`<table>${table}</table>`).length).toBeLessThan(2_000)
  })
})

describe('a table inside of another', () => {
  const inner = '<table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td>£5</td></tr></table>'
  test('is part of its cell', () => {
    const head = '<tr><th>Bike</th><th>Prices</th><th>Stock</th></tr>'
    expect(learned(`<table>${head}<tr><td>Roadster</td><td>${inner}</td><td>3</td></tr></table>`).split('\n')).toEqual([
      '| Bike | Prices | Stock |',
      '| --- | --- | --- |',
      '| Roadster | Size Price S £5 | 3 |',
    ])
  })

  test('stays a table if the other only arranges the page', () => {
    const table = ['| Size | Price |', '| --- | --- |', '| S | £5 |'].join('\n')
    expect(learned(`<table><tr><td>Our bikes</td><td>${inner}</td></tr></table>`)).toBe(`Our bikes\n\n${table}`)
  })
})
