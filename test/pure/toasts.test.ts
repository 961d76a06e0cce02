import { beforeEach, expect, test, vi } from 'vitest'
import { endUndo, hideToast, toast, toasts } from '../../desktop/renderer/ui/toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toasts.set([])
  return () => vi.useRealTimers()
})

const undo = () => {}
const shown = () => toasts.get().flatMap(({ isGone, words }) => (isGone ? [] : [words]))
const undoable = () => toasts.get().findLast((one) => one.undo)?.words

test('an action that lasts can be undone after its toast is gone, others cannot', () => {
  toast('Closed', { undo, lasting: 'conv_1' })
  toast('Labelled', { undo })
  vi.advanceTimersByTime(60_000)
  expect([shown(), undoable()]).toEqual([[], 'Closed'])
})

test('a lasting action that made room or was dismissed stays undoable, until the server says otherwise', () => {
  toast('Closed', { undo, lasting: 'conv_1' })
  for (const words of ['One', 'Two', 'Three']) toast(words)
  expect([shown(), undoable()]).toEqual([['One', 'Two', 'Three'], 'Closed'])
  toast('Handed back', { undo, lasting: 'conv_2' })
  hideToast(toasts.get().at(-1)?.id ?? 0)
  expect([shown(), undoable()]).toEqual([['Two', 'Three'], 'Handed back'])
  endUndo('conv_2')
  expect(undoable()).toBe('Closed')
  endUndo('conv_1')
  expect(undoable()).toBeUndefined()
})

test('a toast on the screen loses its undo, and no others are kept without end', () => {
  toast('Closed', { undo, lasting: 'conv_1' })
  endUndo('conv_1')
  expect([shown(), undoable()]).toEqual([['Closed'], undefined])
  for (let at = 0; at < 100; at++) toast(`Closed ${at}`, { undo, lasting: `conv_${at}` })
  expect(toasts.get()).toHaveLength(23)
})
