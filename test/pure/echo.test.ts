import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beforeQuestion,
  noSources,
  unlessQuestionAgain,
  untilNextTurn,
  withoutNoSources,
} from '../../server/features/assistant/reply/echo.ts'
import type { Stage } from '../../server/features/assistant/reply/text-stage.ts'

function read(pieces: string[]) {
  const stage = untilNextTurn()
  const text = pieces.map((piece) => stage.push(piece)).join('') + stage.end()
  return { text, hasEnded: stage.hasEnded() }
}

describe('a reply in which the model goes on with the visitor’s next message', () => {
  test.each([
    [`We open at nine.\n\n${beforeQuestion}\n\nAnd on Sunday?`, 'We open at nine.\n\n'],
    [`${beforeQuestion}\n\n${beforeQuestion}\n\nWhen do you open?`, '\n\n'],
  ])('ends before it', (text, shown) => {
    expect(read([text])).toEqual({ text: shown, hasEnded: true })
  })

  test('loses only the words before the visitor’s message if it begins with them', () => {
    expect(read([`\n${beforeQuestion}\nWe open at nine.`])).toEqual({ text: '\n\nWe open at nine.', hasEnded: false })
  })

  test.each(['The visitor centre writes: welcome. To the Thames!', 'T', 'Write to The visitor writes', ''])(
    'is shown as it is if it only looks like it: %s',
    (text) => expect(read([text])).toEqual({ text, hasEnded: false }),
  )

  test('is the same however it is split, and nothing of it is held back longer than needed', () => {
    const part = fc.constantFrom('T', 'The ', 'visitor', ' writes', ':', beforeQuestion, 'Tea. ', '\n')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (pieces) => {
        const whole = pieces.join('')
        const rest = whole.replace(new RegExp(`^(\\s*)${beforeQuestion}`), '$1')
        const at = rest.indexOf(beforeQuestion)
        const expected = { text: at < 0 ? rest : rest.slice(0, at), hasEnded: at >= 0 }
        expect(read(pieces)).toEqual(expected)
        expect(read([...whole])).toEqual(expected)
      }),
    )
    expect(untilNextTurn().push('Tea at the Thames')).toBe('Tea at the Thames')
  })
})

/** The text that remains, the same however it is split. */
function left(begin: () => Stage, text: string): string {
  const through = (pieces: string[]) => {
    const stage = begin()
    return pieces.map((piece) => stage.push(piece)).join('') + stage.end()
  }
  const whole = through([text])
  expect(through([...text])).toBe(whole)
  return whole
}

test('what stands in the place of the sources is removed from a reply, and nothing that only looks like it', () => {
  expect(left(withoutNoSources, `${noSources} I do not know (yet).${noSources}`)).toBe(' I do not know (yet).')
  for (const text of ['(Nothing was found', '((Nothing', 'Nothing was found.', '('])
    expect(left(withoutNoSources, text)).toBe(text)
})

describe('a reply that begins with the visitor’s question', () => {
  const asked = (question: string) => () =>
    unlessQuestionAgain([
      { role: 'user', content: `<sources>\n\n${beforeQuestion}\n\nIs this earlier one?` },
      { role: 'user', content: `<sources>\n\n${beforeQuestion}\n\n${question}` },
      { role: 'user', content: 'Say it in one sentence.' },
    ])

  test.each([
    ['When do you open?', 'When do you open?'],
    ['When do you  open?', '\n“when do you open?”\n'],
    ['何時に開きますか？', '何時に開きますか？'],
    ['متى تفتحون اليوم؟', 'متى تفتحون اليوم؟ '],
  ])('is removed if it has nothing else: %s', (question, text) => expect(left(asked(question), text)).toBe(''))

  test.each([
    ['When do you open?', 'When do you open? At nine.'],
    ['When do you open?', 'When do you'],
    ['When do you open?', 'Is this earlier one?'],
    ['Thank you so much', 'Thank you so much'],
    ['And you?', 'And'],
    ['Really?', 'Really?'],
  ])('is shown if it says more or is no question: %s', (question, text) =>
    expect(left(asked(question), text)).toBe(text),
  )

  test('is not held back longer than needed', () => {
    expect(asked('When do you open?')().push('When we')).toBe('When we')
    expect(unlessQuestionAgain([]).push('W')).toBe('W')
    const endless = asked('When do you open?')()
    expect([endless.push(' '.repeat(2_000)), endless.push(' ')]).toEqual(['', ' '.repeat(2_001)])
  })
})
