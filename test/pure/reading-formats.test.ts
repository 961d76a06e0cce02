import { describe, expect, test } from 'vitest'
import { readCsv } from '../../server/features/knowledge/reading/csv.ts'
import { readJson } from '../../server/features/knowledge/reading/json.ts'
import { writeRecord } from '../../server/features/knowledge/reading/records.ts'
import { createTextBuilder } from '../../server/features/knowledge/reading/text-builder.ts'

const words = (count: number, name = 'w') => Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ')

function json(value: unknown): string {
  const builder = createTextBuilder(10_000)
  readJson(new TextEncoder().encode(JSON.stringify(value)), builder)
  return builder.text()
}

describe('JSON', () => {
  test('gives a list of values on the line of its name, and a list of objects below a heading', () => {
    const shop = { name: 'Velo', colours: ['red', 'blue'], branches: [{ town: 'Bern' }, { town: 'Basel' }] }
    expect(json(shop)).toBe('name: Velo\ncolours: red, blue\n\n# Velo > branches\n\ntown: Bern\n\ntown: Basel')
  })

  test('gives a list with one object below a heading', () => {
    expect(json({ name: 'Velo', parts: ['bell', { kind: 'lamp' }] })).toContain('# Velo > parts')
  })
})

function csv(text: string): string {
  const builder = createTextBuilder(100_000)
  readCsv(new TextEncoder().encode(text), builder)
  return builder.text()
}

describe('a table', () => {
  test.each([',', ';', '\t', '|'])('is split by %j if that is the most frequent in its first line', (sign) => {
    const rows = [['Name', '"Price, in €; net"', 'Size'].join(sign), ['Bell', '5', 'S'].join(sign)]
    expect(csv(rows.join('\n'))).toBe('Name: Bell\nPrice, in €; net: 5\nSize: S')
  })

  test('without names of columns keeps its first row', () => {
    expect(csv('Apple,1.20,green\nPear,2.00,red\nPlum,3.00,blue')).toContain('Column 1: Apple\nColumn 2: 1.20')
    expect(csv('Open,Mon–Fri 9–17\nTelephone,030 1234567\nEmail,a@b.example')).toBe(
      'Open: Mon–Fri 9–17\nTelephone: 030 1234567\nEmail: a@b.example',
    )
    expect(csv('Size,38,39\nRed,5,6\nBlue,7,8')).toBe('Size: Red\n38: 5\n39: 6\n\nSize: Blue\n38: 7\n39: 8')
  })

  test('with two rows of names joins them', () => {
    expect(csv('Size,Price,\n,net,gross\nS,5,6')).toBe('Size: S\nPrice net: 5\nPrice gross: 6')
    expect(csv('Article,Price,Weight\n,(EUR),(kg)\nApple,1.20,0.2')).toBe(
      'Article: Apple\nPrice (EUR): 1.20\nWeight (kg): 0.2',
    )
    expect(csv('Article,Colour\n,green\nPear,red')).toBe('Colour: green\n\nArticle: Pear\nColour: red')
  })

  test('has the fullest of several first lines as its names', () => {
    const titles =
      'Acme,,,\nPrice list,valid from,1 Jan,\n,,,\nArticle,Price,Note,Unit\nApple,1.20,green,kg\nPear,2,,kg'
    expect(csv(titles)).toMatch(/^# Acme – Price list valid from 1 Jan\n\nArticle: Apple\nPrice: 1.20/)
    expect(csv('# Prices\nArticle,Price\nApple,1')).toMatch(/^# Prices\n\nArticle: Apple/)
    const shops = 'Our shops,,\nBonn,Mon 9–17,Tue 10–18\nUlm,Mon 8–16,Tue 9–17\nKiel,Mon 7–15,Tue 8–16'
    expect(csv(shops)).toMatch(/^# Our shops\n\nColumn 1: Bonn\nColumn 2: Mon 9–17\n/)
  })

  test('gives a value without a column name the column’s number', () => {
    expect(csv('Name, \nBell,5,red')).toBe('Name: Bell\nColumn 2: 5\nColumn 3: red')
  })

  test('of one line is that line, and a row without values is skipped', () => {
    expect(csv('Name,Price')).toBe('Name\nPrice')
    expect(csv('Name,Price\n,\n\nBell,5')).toBe('Name: Bell\nPrice: 5')
  })

  test('of more than a thousand columns is refused, in any row', () => {
    const columns = (count: number) => words(count).replaceAll(' ', ',')
    expect(csv(`${columns(1000)}\n1`)).toContain('w0: 1')
    expect(() => csv(`${columns(1001)}\n1`)).toThrow('It has more than 1,000 columns.')
    expect(() => csv(`a\n${columns(1001)}`)).toThrow('more than 1,000 columns')
  })

  test('with an unclosed quotation mark is refused', () => {
    expect(() => csv('Name,Price\n"Bell,5')).toThrow('a quotation mark is not closed')
  })
})

describe('a record', () => {
  test('that is one passage stays one block', () => {
    const fields = [
      { name: 'Title', value: words(50, 't') },
      { name: 'Text', value: words(100) },
      { name: 'More', value: words(80) },
    ]
    expect(writeRecord(fields).split('\n\n')).toHaveLength(1)
  })

  test('longer than a passage is several blocks that each begin with its first field', () => {
    const fields = [
      { name: 'Title', value: 'Helmet' },
      { name: 'Text', value: words(300) },
      { name: 'More', value: words(110) },
    ]
    const blocks = writeRecord(fields).split('\n\n')
    expect(blocks.length).toBeGreaterThan(1)
    for (const block of blocks) expect(block).toMatch(/^Title: Helmet\n/)
  })

  test('with a long first field does not repeat it', () => {
    const blocks = writeRecord([
      { name: 'Text', value: words(110) },
      { name: 'More', value: words(210) },
    ]).split('\n\n')
    expect(blocks.filter((block) => block.includes('w0 w1')).length).toBeLessThanOrEqual(2)
    expect(blocks.join('\n').match(/Text: /g)).toHaveLength(1)
  })
})

describe('a text with a size limit', () => {
  test('is cut after a whole paragraph, line or word', () => {
    const cut = (text: string, most: number) => {
      const builder = createTextBuilder(most)
      builder.add(text)
      return [builder.text(), builder.isFull()]
    }
    expect(cut('one two three', 9)).toEqual(['one two', true])
    expect(cut('first line\nsecond line', 16)).toEqual(['first line', true])
    expect(cut('first part\n\nsecond part', 18)).toEqual(['first part', true])
    expect(cut('one two', 7)).toEqual(['one two', false])
  })

  test('accepts nothing more once it is full', () => {
    const builder = createTextBuilder(5)
    for (const block of ['exact', 'more']) builder.add(block)
    expect([builder.text(), builder.isFull()]).toEqual(['exact', true])
  })
})

describe('a table below other lines', () => {
  const record = '# Price list 2026\n\nArticle: Apple\nPrice: 1.20\nNote: green\n\nArticle: Pear\nPrice: 2'
  test.each([
    'Price list 2026,,\n,,\nArticle,Price,Note\nApple,1.20,green\nPear,2,',
    'Price list 2026\nArticle,Price,Note\nApple,1.20,green\nPear,2,',
    'Price list 2026\n\nArticle;Price;Note\nApple;1.20;green\nPear;2;\n',
    'Price list,2026,\nArticle,Price,Note\nApple,1.20,green\nPear,2,',
    'sep=;\r\nPrice list 2026;;\r\nArticle;Price;Note\r\nApple;1.20;green\r\nPear;2;',
  ])('has the names of its columns in the first full line: %j', (text) => expect(csv(text)).toBe(record))

  test.each([
    ['Sales,,\nProduct,2024,2025\nTent,100,110', '# Sales\n\nProduct: Tent\n2024: 100\n2025: 110'],
    ['Sales\n\nProduct,2024,Note\nTent,100,new', '# Sales\n\nProduct: Tent\n2024: 100\nNote: new'],
    [
      'Sales;;\n;2024;2025\nTent;100;110\nLamp;9;8',
      '# Sales\n\nColumn 1: Tent\n2024: 100\n2025: 110\n\nColumn 1: Lamp\n2024: 9\n2025: 8',
    ],
    ['Prices,,\nProduct,1-10 pcs,11-50 pcs\nTent,100,90', '# Prices\n\nProduct: Tent\n1-10 pcs: 100\n11-50 pcs: 90'],
    ['Prices,,\nRoom,01.01.2026,01.02.2026\nA,90,95', '# Prices\n\nRoom: A\n01.01.2026: 90\n01.02.2026: 95'],
    ['Postage,,\nZone,2 kg,5 kg\nA,3,4', '# Postage\n\nZone: A\n2 kg: 3\n5 kg: 4'],
  ])('has years, dates and ranges as names of its columns: %j', (text, records) => expect(csv(text)).toBe(records))

  test.each([
    ['Founded,\nBern,1998\nBasel,2004', 'Founded: Bern\nColumn 2: 1998\n\nFounded: Basel\nColumn 2: 2004'],
    ['Prices,\nTent,1200\nLamp,15', 'Prices: Tent\nColumn 2: 1200\n\nPrices: Lamp\nColumn 2: 15'],
    ['Prices,\nTent,£12\nLamp,15', 'Prices: Tent\nColumn 2: £12\n\nPrices: Lamp\nColumn 2: 15'],
    ['sep=;\r\nArticle;Price\r\nApple;1,20', 'Article: Apple\nPrice: 1,20'],
    ['Article;Price\nApple;1,20\nPear;2,40', 'Article: Apple\nPrice: 1,20\n\nArticle: Pear\nPrice: 2,40'],
    ['Article,Price,\nApple,1,green', 'Article: Apple\nPrice: 1\nColumn 3: green'],
    ['Article\nApple\nPear', 'Article: Apple\n\nArticle: Pear'],
    ['Article,Note\nApple,\nPear,\nPlum,', 'Article: Apple\n\nArticle: Pear\n\nArticle: Plum'],
  ])('keeps its first line as names without such a line: %j', (text, records) => expect(csv(text)).toBe(records))
})
