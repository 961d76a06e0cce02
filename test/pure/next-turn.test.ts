import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beforeQuestion, untilNextTurn } from '../../server/features/assistant/reply/next-turn.ts'

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
