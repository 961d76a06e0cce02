import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { readDocx } from '../../server/features/knowledge/reading/docx.ts'
import { showAsWord } from '../../server/features/knowledge/reading/docx-view.ts'
import { readPage } from '../../server/features/knowledge/reading/page.ts'
import { createTextBuilder } from '../../server/features/knowledge/reading/text-builder.ts'
import { parseXml, writeXml } from '../../server/features/knowledge/reading/xml.ts'
import { docxOf, paragraphOf } from '../support/files.ts'

test('a Word document that is protected, or older than 2007, says so', async () => {
  const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  await expect(readDocx(old, createTextBuilder(100))).rejects.toThrow('protected by a password')
})

async function word(body: string, more?: Record<string, string>): Promise<string> {
  const builder = createTextBuilder(10_000)
  await readDocx(docxOf(body, more), builder)
  return builder.text()
}

const run = (text: string, looks = '') => `<w:r>${looks && `<w:rPr>${looks}</w:rPr>`}<w:t>${text}</w:t></w:r>`
const marks = 'w:id="1" w:author="Ann" w:date="2026-01-01T00:00:00Z"'
const names = ['w14', 'wps', 'a', 'wp']
  .map((name) => `xmlns:${name}="urn:${name}"`)
  .join(' ')
  .concat(
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"',
  )
const box = (text: string) => `<w:txbxContent>${paragraphOf(text)}</w:txbxContent>`
const drawing = (text: string) =>
  `<w:drawing ${names}><wp:anchor><a:graphic><wps:txbx>${box(text)}</wps:txbx></a:graphic></wp:anchor></w:drawing>`
const picture = (text: string, shape = 'v:shape') =>
  `<w:pict ${names}><${shape}><v:textbox>${box(text)}</v:textbox></${shape}></w:pict>`

/** The relations of a document to its other parts. */
const relations = (...parts: string[]) => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const all = parts.map((part) => `<Relationship Id="${part}" Type="${office}/${part}" Target="${part}.xml"/>`).join('')
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return { 'word/_rels/document.xml.rels': `<Relationships xmlns="${namespace}">${all}</Relationships>` }
}

const style = (id: string, looks: string, type = 'character') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${looks}</w:style>`
const styles = {
  ...relations('styles'),
  'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[
    style('Old', '<w:rPr><w:strike/></w:rPr>'),
    style('Older', '<w:basedOn w:val="Old"/>'),
    style('Secret', '<w:rPr><w:vanish/></w:rPr>'),
    style('Gone', '<w:rPr><w:strike/></w:rPr>', 'paragraph'),
  ].join('')}</w:styles>`,
}

describe('a Word document with tracked changes', () => {
  const moved = (name: string, text: string) =>
    `<w:p><w:pPr><w:rPr><w:${name} ${marks}/></w:rPr></w:pPr><w:${name}RangeStart w:id="2" w:name="m"/><w:${name} ${marks}>${run(text)}</w:${name}><w:${name}RangeEnd w:id="2"/></w:p>`

  test('shows moved text once, at its new place', async () => {
    const body = `${moved('moveFrom', 'We deliver on Mondays.')}${paragraphOf('Prices include tax.')}${moved('moveTo', 'We deliver on Mondays.')}`
    expect(await word(body)).toBe('Prices include tax.\n\nWe deliver on Mondays.')
    const inside = `<w:p>${run('Ask ')}<w:moveFrom ${marks}>${run('now ')}</w:moveFrom>${run('Ann ')}<w:moveTo ${marks}>${run('soon')}</w:moveTo></w:p>`
    expect(await word(inside)).toBe('Ask Ann soon')
  })

  test.each([
    ['inserted text', `<w:ins ${marks}>${run('ten')}</w:ins>`, 'It costs ten euros.'],
    ['deleted text', `<w:del ${marks}><w:r><w:delText>nine</w:delText></w:r></w:del>`, 'It costs euros.'],
    ['hidden text', run('secretly', '<w:b/><w:vanish/>'), 'It costs euros.'],
    [
      'text that was hidden',
      run('ten', '<w:rPrChange w:id="1"><w:rPr><w:vanish/></w:rPr></w:rPrChange>'),
      'It costs ten euros.',
    ],
    ['text that is not hidden', run('ten', '<w:vanish w:val="0"/>'), 'It costs ten euros.'],
    ['a field', `<w:fldSimple w:instr=" DOCPROPERTY Price ">${run('ten')}</w:fldSimple>`, 'It costs ten euros.'],
    ['text in another direction', `<w:bdo w:val="ltr">${run('ten')}</w:bdo>`, 'It costs ten euros.'],
    ['marked text', `<w:customXml w:element="price">${run('ten')}</w:customXml>`, 'It costs ten euros.'],
  ])('is learned as Word shows it: %s', async (_, middle, text) => {
    expect(await word(`<w:p>${run('It costs ')}${middle}${run(' euros.')}</w:p>`)).toBe(text)
  })
})

/** What is learned of a sentence with this in its middle. */
const sentence = (middle: string, more?: Record<string, string>) =>
  word(`<w:p>${run('It costs ')}${middle}${run(' euros.')}</w:p>`, more)

describe('struck-out text of a Word document is marked as in HTML', () => {
  test.each([
    ['struck', '<w:strike/>', '~~10~~'],
    ['struck twice', '<w:dstrike/>', '~~10~~'],
    ['with other looks', '<w:b w:val="0"/><w:dstrike w:val="true"/>', '~~10~~'],
    ['not struck', '<w:strike w:val="off"/>', '10'],
    ['not struck twice', '<w:dstrike w:val="0"/>', '10'],
    ['struck before a change', '<w:rPrChange w:id="1"><w:rPr><w:dstrike/></w:rPr></w:rPrChange>', '10'],
    ['by a style', '<w:rStyle w:val="Old"/>', '~~10~~'],
    ['by a style that another one is based on', '<w:rStyle w:val="Older"/>', '~~10~~'],
    ['against its style', '<w:rStyle w:val="Old"/><w:strike w:val="0"/>', '10'],
  ])('%s', async (_, looks, text) => {
    expect(await sentence(run('10', looks), styles)).toBe(`It costs ${text} euros.`)
  })

  test('by the style of its paragraph', async () => {
    const paragraph = `<w:p><w:pPr><w:pStyle w:val="Gone"/></w:pPr>${run('Summer sale')}</w:p>`
    expect(await word(`${paragraph}${paragraphOf('New')}`, styles)).toBe('~~Summer sale~~\n\nNew')
  })
})

describe('hidden text of a Word document is not learned', () => {
  test.each([
    ['in other ways of writing', run('ten', "<w:vanish w:val='true'></w:vanish>")],
    ['by a style', run('ten', '<w:rStyle w:val="Secret"/>')],
    ['with a text box', `<w:r><w:rPr><w:vanish/></w:rPr>${picture('ten')}<w:t>ten</w:t></w:r>`],
    ['in a link', `<w:hyperlink w:anchor="a">${run('ten', '<w:vanish/>')}</w:hyperlink>`],
  ])('%s', async (_, middle) => {
    expect(await sentence(middle, styles)).toBe('It costs euros.')
  })

  test('unless its run shows it', async () => {
    const middle = run('ten', '<w:rStyle w:val="Secret"/><w:vanish w:val="off"/>')
    expect(await sentence(middle, styles)).toBe('It costs ten euros.')
  })

  test('nor the page numbers of a table of contents', async () => {
    const field = (type: string) => `<w:r><w:rPr><w:webHidden/></w:rPr><w:fldChar w:fldCharType="${type}"/></w:r>`
    const order = '<w:r><w:rPr><w:webHidden/></w:rPr><w:instrText> PAGEREF _Toc1 \\h </w:instrText></w:r>'
    const tab = '<w:r><w:rPr><w:webHidden/></w:rPr><w:tab/></w:r>'
    const number = `${tab}${field('begin')}${order}${field('separate')}${run('12', '<w:webHidden/>')}${field('end')}`
    const entry = `<w:p><w:hyperlink w:anchor="_Toc1">${run('Prices')}${number}</w:hyperlink></w:p>`
    expect(await word(`${entry}${paragraphOf('Ten euros')}`)).toBe('Prices\n\nTen euros')
  })
})

test('a word with its pronunciation above is learned as one word', async () => {
  const above = '<w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase>'
  expect(await word(`<w:p><w:r><w:ruby><w:rubyPr/>${above}</w:ruby></w:r>${run('タワー')}</w:p>`)).toBe('東京タワー')
  const html = (inside: string) => readPage(`<main><p><ruby>${inside}</ruby>タワー</p></main>`, 'https://a.example/')
  for (const inside of [
    '東京<rt>とうきょう</rt>',
    '東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp>',
    '東<rt>とう<rt></rt>京',
  ])
    expect(html(inside).markdown).toBe('東京タワー')
})

describe('a form in a Word document', () => {
  const control = (kind: string, content: string) =>
    `<w:sdt><w:sdtPr>${kind}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  const wordml = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
  const box = (isTicked: number) =>
    control(`<w14:checkbox ${wordml}><w14:checked w14:val="${isTicked}"/></w14:checkbox>`, run(isTicked ? '☒' : '☐'))
  const old = (name: string, field: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${field}</w:ffData></w:fldChar></w:r><w:r><w:instrText> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const entries = '<w:listEntry w:val="nine"/><w:listEntry w:val="ten"/>'

  test.each([
    ['a text', control('<w:text/>', run('ten')), 'ten'],
    ['a date', control('<w:date w:fullDate="2026-05-01T00:00:00Z"/>', run('1 May')), '1 May'],
    ['a list', control('<w:dropDownList><w:listItem w:value="x"/></w:dropDownList>', run('ten')), 'ten'],
    ['controls in each other', control('', control('<w:text/>', run('ten'))), 'ten'],
    ['a ticked box', box(1), '☒'],
    ['an empty box', box(0), '☐'],
    ['an old list', old('FORMDROPDOWN', `<w:ddList><w:result w:val="1"/>${entries}</w:ddList>`), 'ten'],
    ['the first entry of an old list', old('FORMDROPDOWN', `<w:ddList>${entries}</w:ddList>`), 'nine'],
    ['an old box', old('FORMCHECKBOX', '<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'), '☒'],
    ['an old empty box', old('FORMCHECKBOX', '<w:checkBox><w:default w:val="0"/></w:checkBox>'), '☐'],
  ])('is learned as filled in: %s', async (_, middle, text) => {
    expect(await sentence(middle)).toBe(`It costs ${text} euros.`)
  })

  test('is learned without requests to fill it in', async () => {
    const empty = (content: string) => control('<w:showingPlcHdr/><w:dropDownList/>', content)
    expect(await sentence(empty(run('Choose an item.')))).toBe('It costs euros.')
    expect(await word(`${empty(paragraphOf('Click here.'))}${paragraphOf('Ann')}`)).toBe('Ann')
    const cell = (text: string) => `<w:tc>${paragraphOf(text)}</w:tc>`
    const row = `<w:tr>${cell('Size')}${empty(cell('Choose an item.'))}${cell('Note')}</w:tr>`
    expect(await word(`<w:tbl>${row}</w:tbl>`)).toContain('| Size |  | Note |')
  })
})

describe('a text box of a Word document is learned once', () => {
  const either = (choice: string, fallback: string) =>
    `<w:r><mc:AlternateContent ${names}><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback}</mc:AlternateContent></w:r>`
  const empty = `<mc:Fallback><w:pict ${names}><v:shape/></w:pict></mc:Fallback>`
  test.each([
    ['in both ways', either(drawing('ten'), `<mc:Fallback>${picture('ten')}</mc:Fallback>`)],
    ['in the new way only', either(drawing('ten'), '')],
    ['with a picture as the old way', either(drawing('ten'), empty)],
    ['as a drawing', `<w:r>${drawing('ten')}</w:r>`],
    ['as an old shape', `<w:r>${picture('ten')}</w:r>`],
    ['in an old shape of another form', `<w:r>${picture('ten', 'v:oval')}</w:r>`],
  ])('%s', async (_, box) => {
    expect(await word(`<w:p>${run('Prices')}${box}</w:p>${paragraphOf('Terms')}`)).toBe('Prices\n\nten\n\nTerms')
  })

  test('like each box of a group', async () => {
    const group = `<w:r><w:drawing ${names}>${box('one')}<a:b>${box('two')}</a:b></w:drawing></w:r>`
    expect(await word(`<w:p>${group}</w:p>`)).toBe('one\n\ntwo')
  })
})

test('notes of a Word document are learned, and comments are not', async () => {
  const wordNames = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const note = (name: string, text: string) =>
    `<w:${name}s ${wordNames}><w:${name} w:id="2"><w:p>${text}</w:p></w:${name}></w:${name}s>`
  const reference = (name: string) => `<w:r><w:${name}Reference w:id="2"/></w:r>`
  const more = {
    'word/footnotes.xml': note('footnote', run('above fifty euros')),
    'word/endnotes.xml': note('endnote', `${run('in Austria')}${run(' only', '<w:vanish/>')}`),
    'word/comments.xml': note('comment', run('Is this true?')),
  }
  const body = `${run('Delivery is free')}${['footnote', 'endnote', 'comment'].map(reference).join('')}`
  const text = await word(`<w:p>${body}</w:p>`, { ...more, ...relations('footnotes', 'endnotes', 'comments') })
  expect(text).toMatch(/^Delivery is free\S+\n\n1\. +above fifty euros\n\s*2\. +in Austria$/)
})

test('breaks and tabs of a Word document separate words', async () => {
  const run = '<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t><w:ptab w:alignment="right"/><w:t>c</w:t></w:r>'
  expect((await word(`<w:p>${run}</w:p>`)).split(/\s+/)).toEqual(['a', 'b', 'c'])
})

test('an element keeps its name, also that of what every object of the language has', () => {
  const xml = '<w:document><constructor></constructor><w:cr></w:cr></w:document>'
  const [shown] = showAsWord(new Map([['word/document.xml', Buffer.from(xml)]]))
  expect(Buffer.from(shown![1]).toString()).toBe(xml.replaceAll('w:cr>', 'w:br>'))
})

test('a document that is nested too deeply is refused', async () => {
  const deep = `${'<w:customXml>'.repeat(20_000)}${'</w:customXml>'.repeat(20_000)}`
  await expect(word(deep)).rejects.toThrow(/stack|nested/i)
})

test('XML is written with the meaning that it was read with', () => {
  const xml = `<?xml version="1.0"?><!-- <a> --><a b="1 > 0" c='"'>&lt;<![CDATA[</a> & ]]><d/> e</a>`
  const written = `<a b="1 > 0" c="&quot;">&lt;&lt;/a> &amp; <d></d> e</a>`
  expect(writeXml(parseXml(xml))).toBe(written)
  expect(writeXml(parseXml(written))).toBe(written)
  for (const cut of ['<a>', '<a><b></b>', '<a><b c="', '<a>text</']) expect(() => parseXml(cut), cut).toThrow('a tag')
})
