import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, cutPassages, estimateTokens, maxWords } from '../../server/features/knowledge/passages.ts'

const words = (count: number, word = 'word') => Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ')
const sentences = (count: number) => Array.from({ length: count }, (_, at) => `Sentence ${at} has six words.`).join(' ')
const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

describe('a text is cut into passages', () => {
  test('with the headings above them, outermost first', () => {
    const passages = cutPassages(
      `# Delivery\n\n${words(120)}\n\n## Abroad\n\n${words(200)}\n\n### Islands\n\n${words(200)}\n\n## Returns\n\n${words(90)}`,
    )
    expect(passages.map(({ headingPath }) => headingPath)).toEqual([
      'Delivery',
      'Delivery > Abroad',
      'Delivery > Abroad > Islands',
      'Delivery > Returns',
    ])
    expect(passages[1]?.content).not.toContain('Abroad')
  })

  test('in which related short sections are joined, with their own headings', () => {
    const [only, ...more] = cutPassages(
      '# Hours\n\nWe keep these.\n\n## Monday\n\nClosed.\n\n## Tuesday\n\nOpen from nine.',
    )
    expect(more).toEqual([])
    expect(only).toMatchObject({ headingPath: 'Hours' })
    expect(only?.content).toBe('We keep these.\n\n### Monday\n\nClosed.\n\n### Tuesday\n\nOpen from nine.')
  })

  test('but not sections of different subjects', () => {
    const passages = cutPassages('# Hours\n\nFrom nine.\n\n# Prices\n\nTen pounds.')
    expect(passages.map(({ headingPath, content }) => [headingPath, content])).toEqual([
      ['Hours', 'From nine.'],
      ['Prices', 'Ten pounds.'],
    ])
  })

  test('of at most about 300 words and similar length, between sentences', () => {
    const passages = cutPassages(sentences(140))
    const lengths = passages.map(({ content }) => countWords(content))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(300)
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(60)
    for (const { content } of passages) expect(content).toMatch(/^Sentence .* words\.$/s)
  })

  test('and a section that fits is one passage', () => {
    const half = 'an ox '.repeat(maxWords / 4).trim()
    expect(cutPassages(`${half}\n\n${half}`).map(({ content }) => content)).toEqual([`${half}\n\n${half}`])
  })

  test('with a list kept together, and a long one cut between its items', () => {
    const list = (items: number) => Array.from({ length: items }, (_, at) => `- ${words(20, `item${at}x`)}`).join('\n')
    expect(cutPassages(`${words(130)}\n\n${list(8)}`).at(-1)?.content).toBe(list(8))
    const pieces = cutPassages(list(40))
    expect(pieces.length).toBeGreaterThan(2)
    for (const { content } of pieces) expect(content).toMatch(/^- item\d+x0 /)
    expect(pieces.map(({ content }) => content).join('\n')).toBe(list(40))
  })

  test('with code fences repeated at a cut, and nothing in code read as a heading', () => {
    const line = (at: number) => `# step ${at}\nrun ${words(8, `arg${at}x`)}`
    const code = Array.from({ length: 70 }, (_, at) => line(at)).join('\n')
    for (const fence of ['```', '~~~~']) {
      const pieces = cutPassages(`# Setup\n\n${fence}sh\n${code}\n${fence}`)
      expect(pieces.length).toBeGreaterThan(2)
      for (const { headingPath, content } of pieces) {
        expect(headingPath).toBe('Setup')
        expect(content.startsWith(`${fence}sh\n`) && content.endsWith(`\n${fence}`)).toBe(true)
        expect(content.split(fence)).toHaveLength(3)
      }
      const inside = pieces.map(({ content }) => content.slice(fence.length + 3, -fence.length - 1))
      expect(inside.join('\n')).toBe(code)
    }
    const [open] = cutPassages(`# Setup\n\n\`\`\`\n# never closed\n${words(3)}`)
    expect(open).toMatchObject({ headingPath: 'Setup', content: `\`\`\`\n# never closed\n${words(3)}` })
  })

  test('with code in a list item as part of it', () => {
    const item = '- Do this:\n\n  ```\n  # a comment\n\n  run it\n  ```\n- Then that.'
    expect(cutPassages(`# Setup\n\n${item}\n\n# Next\n\nEnd.`)).toMatchObject([
      { headingPath: 'Setup', content: item.replace(':\n\n', ':\n') },
      { headingPath: 'Next', content: 'End.' },
    ])
  })

  test('with the header of a table repeated at a cut', () => {
    const head = '| Day | Hours |\n|---|---|'
    const row = (at: number) => `| Day ${at} | ${words(12, `cell${at}x`)} |`
    const rows = Array.from({ length: 60 }, (_, at) => row(at))
    const pieces = cutPassages([head, ...rows].join('\n'))
    expect(pieces.length).toBeGreaterThan(2)
    for (const { content } of pieces) expect(content.startsWith(head)).toBe(true)
    expect(pieces.flatMap(({ content }) => content.split('\n').slice(2))).toEqual(rows)
  })

  test('but a row of a table is never cut, however long', () => {
    const head = '| Trip | What happens |\n|---|---|'
    const rows = ['a', 'b', 'c'].map((name) => `| ${name} | ${words(500, name)} |`)
    const pieces = cutPassages(`# Trips\n\n## By bus\n\n${[head, ...rows].join('\n')}`)
    expect(pieces.map(({ content }) => content)).toEqual(rows.map((row) => `${head}\n${row}`))
  })

  test('of at most 400 tokens, however long the words are', () => {
    const long = Array.from(
      { length: 90 },
      (_, at) => `Sentence ${at} has extraordinarily complicated vocabulary.`,
    ).join(' ')
    const passages = cutPassages(`# Law\n\n${long}\n\n${'東京の駅は大きいです。'.repeat(90)}`)
    expect(Math.max(...passages.map(({ tokens }) => tokens))).toBeLessThanOrEqual(400)
    for (const { content } of passages) expect(content).toMatch(/[.。]$/)
  })

  test('with the line that introduces a list next to it', () => {
    const [, second] = cutPassages(`${words(299, 'w')}\n\nWe sell:\n\n- bread\n- cake`)
    expect(second?.content).toBe('We sell:\n\n- bread\n- cake')
  })

  test('with code unchanged, whatever it looks like', () => {
    expect(cutPassages('Run this:\n\n```\n# no heading\n\n| no | table |\n```\n\nDone.')).toEqual([
      expect.objectContaining({
        headingPath: '',
        content: 'Run this:\n\n```\n# no heading\n\n| no | table |\n```\n\nDone.',
      }),
    ])
  })

  test('also in scripts without spaces', () => {
    const passages = cutPassages('これは長い文章です。'.repeat(200))
    expect(passages.length).toBeGreaterThan(3)
    for (const { content } of passages) expect(content).toMatch(/。$/)
  })
})

describe('nothing of a text is lost', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '# A',
      '## B',
      '- item',
      '1. one',
      '| a | b |',
      '|---|---|',
      '```',
      '---',
      '    deep',
      'Title\n===',
    ),
    fc.lorem({ maxCount: 40 }),
  )

  test('for any Markdown: every word is in a passage or its headings, in order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const text = lines.join('\n')
        const passages = cutPassages(text)
        const kept = passages.map(({ headingPath, content }) => `${headingPath} ${content}`).join(' ')
        for (const word of text.match(/[a-z]{3,}/g) ?? []) expect(kept).toContain(word)
        for (const { content } of passages) expect(countWords(content)).toBeLessThanOrEqual(470)
      }),
      { numRuns: 150 },
    )
  })

  test('and a heading without content is kept as text', () => {
    expect(cutPassages('# Closed for good')).toEqual([expect.objectContaining({ content: 'Closed for good' })])
    expect(cutPassages('')).toEqual([])
    expect(cutPassages(' \n\t\n')).toEqual([])
  })
})

test.each([
  ['a word without end', 'a'.repeat(1_000_000)],
  ['fences', '```\n'.repeat(200_000)],
  ['headings', '# '.repeat(400_000)],
  ['a heading of brackets', `# ${'![](a'.repeat(200_000)}`],
  ['items', '* \n\n'.repeat(200_000)],
  ['rows', 'a|b\n-|-\n'.repeat(100_000)],
  ['empty lines', '\n'.repeat(1_000_000)],
])('%s are cut quickly, into pieces of bounded size', (_, text) => {
  const begun = performance.now()
  const passages = cutPassages(text)
  expect(performance.now() - begun).toBeLessThan(5000)
  for (const { content } of passages) expect(content.length).toBeLessThan(6000)
})

test('stored text is well-formed, without control characters', () => {
  expect(cleanText('a\u0000b\u0007\r\nc\ud800\ufeff\u2028d\te')).toBe('ab\nc\ufffd\nd\te')
})

test('tokens are estimated as four characters each, and one East Asian character each', () => {
  expect(estimateTokens('four words are here!')).toBe(5)
  expect(estimateTokens('東京駅')).toBe(3)
  expect(estimateTokens('안녕 abcd')).toBe(4)
  expect(estimateTokens('')).toBe(0)
})
