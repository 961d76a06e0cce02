import { useState } from 'react'
import { useCommand } from '../../../keys/commands.tsx'
import type { Row } from '../../../live/rows.ts'
import type { Cursor } from '../../../ui/cursor.ts'
import { useWords } from '../../../words/words.tsx'

/** Each of them is one request. */
const maxSelected = 100

export type Selection = {
  /** The selected rows that are still in the list, in its order. */
  rows: Row[]
  has(id: string): boolean
  clear(): void
}

/** Selects rows by keys: `x` the row of the cursor, Shift with an arrow the next one too. */
export function useSelection(rows: readonly Row[], { place, move }: Pick<Cursor, 'place' | 'move'>): Selection {
  const { inbox } = useWords()
  const words = inbox.bulk
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ id }) => ids.has(id))
  const add = (...more: (string | undefined)[]) =>
    setIds((before) => new Set([...before, ...more.filter((id) => id !== undefined)].slice(0, maxSelected)))
  const toggle = () => {
    const id = rows[place]?.id
    if (id === undefined) return
    if (!ids.has(id)) return add(id)
    setIds((before) => new Set([...before].filter((one) => one !== id)))
  }
  const extend = (by: 1 | -1) => () => {
    const from = rows[place]?.id
    add(from, move(by))
  }
  const clear = () => setIds(new Set())
  const group = inbox.group
  useCommand({ id: 'inbox.select', words: words.toggle, group, keys: 'x', run: toggle }, rows.length > 0)
  const repeats = true
  useCommand({ id: 'inbox.selectDown', words: words.down, group, keys: 'shift+down', repeats, run: extend(1) })
  useCommand({ id: 'inbox.selectUp', words: words.up, group, keys: 'shift+up', repeats, run: extend(-1) })
  useCommand({ id: 'inbox.selectNone', words: words.none, group, keys: 'escape', run: clear }, selected.length > 0)
  return { rows: selected, has: (id) => ids.has(id), clear }
}
