import { createStore, useStore } from '../../live/store.ts'
import { type Column, lookIn, type TableLook } from './list-columns.ts'

const kept = 'frontdesk.job-table'

const look = createStore(lookIn(localStorage.getItem(kept)))

function change(next: TableLook): void {
  localStorage.setItem(kept, JSON.stringify(next))
  look.set(next)
}

export type Look = TableLook & {
  /** Sorts by a column, or the other way round if it is the one already. */
  sort(by: Column): void
  /** Shows or hides a column. */
  toggle(column: Column): void
}

/** Columns whose first order is the largest or latest value. */
const largestFirst: readonly Column[] = ['number', 'value', 'changed']

/** The columns and the order of the table. They are stored on this machine. */
export function useLook(): Look {
  const now = useStore(look, (value) => value)
  return {
    ...now,
    sort: (by) => change({ ...now, by, down: by === now.by ? !now.down : largestFirst.includes(by) }),
    toggle(column) {
      const { hidden } = now
      change({
        ...now,
        hidden: hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column],
      })
    },
  }
}
