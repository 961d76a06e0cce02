import { beforeEach, expect, test, vi } from 'vitest'
import { deleteLater, deleteNow, isDeleted } from '../../desktop/renderer/live/delete-later.ts'
import { toasts } from '../../desktop/renderer/ui/toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toasts.set([])
  return () => vi.useRealTimers()
})

const deletion = (id: string, run: () => Promise<unknown>) => {
  deleteLater({ id, words: `${id} was deleted.`, run })
  return () =>
    toasts
      .get()
      .findLast(({ undo }) => undo)
      ?.undo?.()
}
const shown = () => toasts.get().map(({ words }) => words)

test('a record is hidden at once and deleted when it can no longer be undone', async () => {
  const run = vi.fn(async () => {})
  deletion('job_1', run)
  expect([isDeleted('job_1'), run.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([isDeleted('job_1'), run.mock.calls.length, shown()]).toEqual([true, 1, []])
})

test('what was undone is shown again and never deleted', async () => {
  const run = vi.fn(async () => {})
  deletion('job_1', run)()
  expect(isDeleted('job_1')).toBe(false)
  deleteNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).not.toHaveBeenCalled()
})

test('a window that is closed deletes once', async () => {
  const run = vi.fn(async () => {})
  deletion('job_1', run)
  deleteNow()
  deleteNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([isDeleted('job_1'), run.mock.calls.length]).toEqual([true, 1])
})

test('a record that the server did not delete is shown again, with the reason', async () => {
  deletion('job_1', async () => Promise.reject(new Error('no connection')))
  await vi.advanceTimersByTimeAsync(12_000)
  expect(isDeleted('job_1')).toBe(false)
  expect(toasts.get()).toMatchObject([{ tone: 'danger' }])
})
