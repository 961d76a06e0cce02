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
