import { useMemo } from 'react'
import { toast, undoableFor } from '../ui/toast.ts'
import { wordsOf } from './connection.ts'
import { createStore, useStore } from './store.ts'

type Deletion = {
  id: string
  /** The toast that offers to undo it. */
  words: string
  run(): Promise<unknown>
}

/** The records that are deleted when their toasts go, with their deletions. Deleted ones stay, as lists may be older. */
const waiting = createStore<ReadonlyMap<string, () => void>>(new Map())

/**
 * Deletes a record after the time in which it can be undone. Lists hide it immediately. A window that is closed earlier
 * deletes it at once. If the deletion fails, the record is shown again.
 */
export function deleteLater({ id, words, run }: Deletion): void {
  const start = () => {
    clearTimeout(timer)
    closeToast()
    waiting.set((all) => new Map([...all].map(([one, now]) => [one, one === id ? nothing : now])))
    run().catch((error) => {
      forget()
      toast(wordsOf(error), { tone: 'danger' })
    })
  }
  const forget = () => waiting.set((all) => new Map([...all].filter(([one]) => one !== id)))
  const timer = setTimeout(start, undoableFor)
  waiting.set((all) => new Map([...all, [id, start]]))
  const closeToast = toast(words, {
    undo: () => {
      clearTimeout(timer)
      forget()
    },
  })
}

const nothing = () => {}

/** Starts all deletions, because the window is closed. */
export function deleteNow(): void {
  for (const start of waiting.get().values()) start()
}

export const isDeleted = (id: string): boolean => waiting.get().has(id)

/** The ids of the records that are being deleted. */
export function useDeleted(): ReadonlySet<string> {
  const all = useStore(waiting, (now) => now)
  return useMemo(() => new Set(all.keys()), [all])
}

/** Those of the records that are not being deleted. */
export function useNotDeleted<T extends { id: string }>(records: readonly T[]): T[] {
  const ids = useStore(waiting, (all) => all)
  return useMemo(() => records.filter(({ id }) => !ids.has(id)), [records, ids])
}
