import { useMemo, useState } from 'react'
import type { Job } from '../../../../shared/job.ts'

/** The ids of the selected jobs, and where a range starts. */
export type Selection = { chosen: ReadonlySet<string>; anchor: string | null }

const nothing: Selection = { chosen: new Set(), anchor: null }

/** Selects or deselects a job. A range starts there from now on. */
export function toggled({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return { chosen: next, anchor: id }
}

/** Selects the range from its start to `id`, in the order of the board; only `id` if there is no start. */
export function ranged({ chosen, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id)
  const from = anchor === null ? -1 : order.indexOf(anchor)
  if (to < 0) return { chosen, anchor }
  const range = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { chosen: new Set([...chosen, ...range]), anchor: from < 0 ? id : anchor }
}

export type Selecting = {
  /** The selected jobs that are shown, in the order of the board. */
  jobs: readonly Job[]
  chosen: ReadonlySet<string>
  toggle(id: string): void
  upTo(id: string): void
  clear(): void
}

/** The selected jobs. Those that are no longer shown are not selected. */
export function useSelection(jobs: readonly Job[]): Selecting {
  const [selection, setSelection] = useState(nothing)
  const chosen = useMemo(() => jobs.filter(({ id }) => selection.chosen.has(id)), [jobs, selection])
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const now = { ...selection, chosen: ids }
  return {
    jobs: chosen,
    chosen: ids,
    toggle: (id) => setSelection(toggled(now, id)),
    upTo: (id) =>
      setSelection(
        ranged(
          now,
          id,
          jobs.map((job) => job.id),
        ),
      ),
    clear: () => setSelection(nothing),
  }
}
