import { expect, test, vi } from 'vitest'
import { areLettersPaused, pauseLetters, putCaret, resumeLetters } from '../../desktop/renderer/keys/caret.ts'

test('letters do nothing for a second after the reply box was left, and for five while a taken chat is loading', () => {
  const now = vi.spyOn(performance, 'now')
  const pausedAfter = (milliseconds: number) => {
    now.mockReturnValue(milliseconds)
    return areLettersPaused()
  }
  now.mockReturnValue(0)
  pauseLetters()
  expect([pausedAfter(999), pausedAfter(1_000)]).toEqual([true, false])
  now.mockReturnValue(0)
  putCaret('conv_1')
  expect([pausedAfter(4_999), pausedAfter(5_000)]).toEqual([true, false])
  now.mockReturnValue(0)
  putCaret('conv_2')
  resumeLetters()
  expect(pausedAfter(1)).toBe(false)
})
