import { expect, test } from 'vitest'
import { createEnd } from '../../desktop/renderer/screens/inbox/conversation/follow.ts'

/** A column of 400 pixels over so many; like a browser's, it cannot be scrolled beyond its end. */
function column(height: number) {
  let top = 0
  const box = {
    scrollHeight: height,
    clientHeight: 400,
    get scrollTop() {
      return Math.min(top, box.scrollHeight - box.clientHeight)
    },
    set scrollTop(to: number) {
      top = Math.min(to, box.scrollHeight - box.clientHeight)
    },
  }
  return box
}

function atEnd() {
  const box = column(1_000)
  const end = createEnd()
  end.go(box)
  expect(box.scrollTop).toBe(600)
  return { box, end }
}

test('what is added at the end is followed by a reader who is there', () => {
  const { box, end } = atEnd()
  box.scrollHeight = 1_500
  expect(end.isFollowed(box)).toBe(true)
})

test('a reader who went up is not taken back by what is added before the event that says so', () => {
  const { box, end } = atEnd()
  box.scrollTop = 0
  box.scrollHeight = 1_500
  expect(end.isFollowed(box)).toBe(false)
  expect(end.look(box)).toBe(false)
  box.scrollHeight = 2_000
  expect(end.isFollowed(box)).toBe(false)
})

test('a reader who comes back to the end is at it again', () => {
  const { box, end } = atEnd()
  box.scrollTop = 0
  expect(end.look(box)).toBe(false)
  box.scrollTop = 580
  expect(end.look(box)).toBe(true)
  box.scrollHeight = 1_500
  expect(end.isFollowed(box)).toBe(true)
})

test('a column that gets shorter leaves them there', () => {
  const { box, end } = atEnd()
  box.scrollHeight = 800
  expect(end.isFollowed(box)).toBe(true)
})
