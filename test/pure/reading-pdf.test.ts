import { describe, expect, test } from 'vitest'
import { readPdf } from '../../server/features/knowledge/reading/pdf.ts'
import { createTextBuilder } from '../../server/features/knowledge/reading/text-builder.ts'
import { packed, writePdf } from '../support/files.ts'

/** What is learned of a page that these commands draw, with annotations. */
async function read(commands: string, annotations: string[] = []): Promise<string> {
  const builder = createTextBuilder(10_000)
  const kids = annotations.map((_, at) => `${6 + at} 0 R`).join(' ')
  const bytes = writePdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${kids}]>>>>`,
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Annots[${kids}]/Resources<</Font<</F1 3 0 R>>>>>>`,
    packed(commands),
    ...annotations,
  ])
  await readPdf(new Uint8Array(bytes), builder)
  return builder.text()
}

const at = (text: string, x: number, y: number, looks = '') =>
  `BT /F1 11 Tf ${looks} 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`
const upwards = (text: string, x: number, y: number) => `BT /F1 11 Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET\n`
const hours = 'Opening hours: Monday to Friday'
/** The widths of Helvetica's letters in thousandths. */
const widths: Record<string, number> = {
  O: 778,
  p: 556,
  e: 556,
  n: 556,
  i: 222,
  g: 556,
  l: 222,
  o: 556,
  h: 556,
  u: 556,
  s: 500,
}
function byLetter(word: string, shift: (x: number, letter: string) => string): string {
  let x = 72
  return [...word]
    .map((letter) => {
      const drawn = shift(x, letter)
      x += ((widths[letter] ?? 0) * 11) / 1000
      return drawn
    })
    .join('')
}

describe('a PDF that draws a text several times has it once', () => {
  test.each([
    ['for bold', at(hours, 72, 700) + at(hours, 72.3, 700)],
    ['for bold, three times', at(hours, 72, 700) + at(hours, 72.3, 700) + at(hours, 72.6, 700)],
    ['at the same place', at(hours, 72, 700) + at(hours, 72, 700)],
    ['with a shadow below', at(hours, 73, 699, '0.5 g') + at(hours, 72, 700, '0 g')],
    ['filled, and then its outline', at(hours, 72, 700, '0 Tr') + at(hours, 72, 700, '1 Tr')],
    ['in other pieces', at(hours, 72, 700) + at('Opening hours:', 72.3, 700) + at('Monday to Friday', 150.1, 700)],
    ['first in pieces', at('Opening hours: ', 72, 700) + at('Monday to Friday', 150.1, 700) + at(hours, 72.3, 700)],
  ])('%s', async (_, commands) => expect(await read(commands)).toBe(hours))

  test('with another line in between', async () => {
    const [first, second] = ['Monday: 9 to 5', 'Friday: 9 to 1']
    const lines = at(first, 72, 700) + at(second, 72, 686)
    expect(await read(lines + lines.replaceAll(' 72 ', ' 72.4 '))).toBe(`${first} ${second}`)
  })

  test('letter by letter', async () => {
    const twice = (x: number, letter: string) => at(letter, x, 700) + at(letter, x + 0.3, 700)
    expect(await read(byLetter('Openhouse', twice))).toBe('Openhouse')
  })

  test('upwards', async () => {
    expect(await read(upwards(hours, 72, 100) + upwards(hours, 72, 100.3))).toBe(hours)
  })
})

test('a PDF keeps words that are there several times', async () => {
  const row = at('Lamp', 72, 700) + at('5', 200, 700) + at('5', 300, 700) + at('5', 400, 700)
  expect(await read(row + row.replaceAll('700', '686'))).toBe('Lamp | 5 | 5 | 5\nLamp | 5 | 5 | 5')
  expect(await read(byLetter('hello', (x, letter) => at(letter, x, 700)))).toBe('hello')
  const columns = [72, 86, 100].map((x) => upwards(hours, x, 100)).join('')
  expect((await read(columns)).split(hours)).toHaveLength(4)
})

test('a PDF has no text outside of its page', async () => {
  const outside = at('Draft', 700, 700) + at('Cut marks', 72, 900) + at('Below', 72, -20) + at('Left', -60, 700)
  expect(await read(outside + at(hours, 72, 650))).toBe(hours)
})

describe('a PDF with text that is set off by its looks', () => {
  /** Draws texts of some size and rise one behind the other. */
  const drawn = (...texts: [text: string, size: number, rise: number][]) => {
    let x = 72
    return texts
      .map(([text, size, rise]) => {
        const [at, wide] = [x, [...text].reduce((sum, sign) => sum + (/[\d£$a-z]/.test(sign) ? 0.556 : 0.278), 0)]
        x += wide * size
        return `BT /F1 ${size} Tf 1 0 0 1 ${at.toFixed(2)} ${700 + rise} Tm (${text.replace('£', '\\243')}) Tj ET\n`
      })
      .join('')
  }
  test.each([
    [
      'raised cents',
      [
        ['£12', 20, 0],
        ['99', 11, 7],
        [' today', 20, 0],
      ],
      '£12.99 today',
    ],
    [
      'raised cents of the same size',
      [
        ['£12', 11, 0],
        ['99', 11, 4],
      ],
      '£12.99',
    ],
    [
      'small cents on the line',
      [
        ['£12', 20, 0],
        ['99', 11, 0],
      ],
      '£12.99',
    ],
    [
      'cents before the currency',
      [
        ['12', 20, 0],
        ['99', 11, 7],
        [' EUR', 11, 0],
      ],
      '12.99 EUR',
    ],
    [
      'a raised currency, too',
      [
        ['$', 11, 7],
        ['1,299', 20, 0],
        ['00', 11, 7],
      ],
      '$1,299.00',
    ],
    [
      'cents behind their point',
      [
        ['£12.', 20, 0],
        ['99', 11, 7],
      ],
      '£12.99',
    ],
    [
      'a footnote',
      [
        ['guaranteed', 11, 0],
        ['1', 7, 4],
        [' for £5', 11, 0],
        ['2', 7, 4],
      ],
      'guaranteed 1 for £5 2',
    ],
    [
      'a power',
      [
        ['12 m', 11, 0],
        ['2', 7, 4],
        [' wide', 11, 0],
      ],
      '12 m² wide',
    ],
    [
      'another number',
      [
        ['£12 ', 20, 0],
        ['24', 11, 0],
      ],
      '£12 24',
    ],
    [
      'a formula',
      [
        ['co', 11, 0],
        ['2', 7, -2],
      ],
      'co2',
    ],
    [
      'small digits on the line',
      [
        ['Room 20', 11, 0],
        ['26', 7, 0],
      ],
      'Room 2026',
    ],
    [
      'nothing',
      [
        ['Room 20', 11, 0],
        ['26', 11, 0],
      ],
      'Room 2026',
    ],
  ] as [string, [string, number, number][], string][])('is read as one sees it: %s', async (_, texts, text) => {
    expect((await read(drawn(...texts))).replace(/^#+ /, '')).toBe(text)
  })
})

describe('a PDF form', () => {
  const field = (more: string, rect = '200 696 400 712') =>
    `<</Type/Annot/Subtype/Widget/T(f)/F 4/Rect[${rect}]${more}>>`
  const label = at('Fee:', 72, 700)

  test.each([
    ['a text', field('/FT/Tx/V(Handling fee is eight euros)'), 'Handling fee is eight euros'],
    ['a choice', field('/FT/Ch/Ff 131072/Opt[(Red)(Blue)]/V(Blue)'), 'Blue'],
    ['several choices', field('/FT/Ch/Ff 2097152/Opt[(Red)(Blue)]/V[(Red)(Blue)]'), 'Red, Blue'],
    ['a typed note', field('/Contents(Paid)').replace('Widget', 'FreeText'), 'Paid'],
  ])('has %s behind its label', async (_, annotation, text) => {
    expect(await read(label + at('Thank you.', 72, 650), [annotation])).toBe(`Fee: | ${text}\n\nThank you.`)
  })

  test('has a field of several lines, or without a label, on lines of its own', async () => {
    const lines = field('/FT/Tx/Ff 4096/V(Two lamps\\rOne tent)', '72 670 400 690')
    expect(await read(label + at('Thank you.', 72, 600), [lines])).toBe('Fee:\n\nTwo lamps\nOne tent\n\nThank you.')
    expect(await read('', [field('/FT/Tx/V(Eight euros)')])).toBe('Eight euros')
  })

  test.each([
    ['an empty field', field('/FT/Tx')],
    ['a hidden field', field('/FT/Tx/V(secret)').replace('/F 4', '/F 2')],
    ['a password', field('/FT/Tx/Ff 8192/V(secret)')],
    ['a button', field('/FT/Btn/Ff 65536/MK<</CA(Send)>>')],
  ])('does not show %s', async (_, annotation) => expect(await read(label, [annotation])).toBe('Fee:'))
})
