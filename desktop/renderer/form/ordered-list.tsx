import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import { FaultLine, useField } from './form.tsx'
import styles from './ordered.module.css'
import { OrderedRow } from './ordered-row.tsx'
import { useDrag, useRows } from './use-rows.ts'

type Row<T> = { item: T; put: (item: T) => void; place: number; path: string }

type Props<T> = {
  /** The list's accessible name. */
  label: string
  /** The list's path in the draft. */
  path: string
  /** Replaces the list at the path, and what a change does. */
  value?: readonly T[]
  change?: (items: readonly T[]) => void
  nameOf: (item: T, place: number) => string
  add: { words: string; make: () => T }
  max: number
  empty?: string
  /** Whether the order matters. */
  isFixed?: boolean
  /** A row is a single field, and cannot be collapsed. */
  isInline?: boolean
  children: (row: Row<T>) => ReactNode
}

/** A list with rows that are added, changed, removed, and reordered by keys or dragging. */
export function OrderedList<T>(given: Props<T>) {
  const { value: items = [], change } = useField<readonly T[]>(given)
  const { lists: words } = useLaterWords()
  const rows = useRows(items, change)
  const list = useRef<HTMLUListElement>(null)
  const adds = useRef<HTMLButtonElement>(null)
  const [announcement, announce] = useState('')
  const move = (from: number, to: number) => {
    rows.move(from, to)
    announce(words.movedTo(to + 1, items.length))
  }
  const { dragged, begin } = useDrag(list, move)
  const remove = (place: number) => {
    rows.remove(place)
    adds.current?.focus()
  }
  return (
    <div className={`stack ${styles.ordered}`}>
      <ul className="stack" ref={list} aria-label={given.label}>
        {items.map((item, place) => (
          <OrderedRow
            key={rows.keys[place]}
            name={given.nameOf(item, place)}
            path={`${given.path}.${place}`}
            place={place}
            count={items.length}
            isNew={rows.keys[place] === rows.added}
            isInline={given.isInline ?? false}
            isDragged={place === dragged}
            drag={given.isFixed ? undefined : begin(place)}
            move={given.isFixed ? undefined : (to) => move(place, to)}
            remove={() => remove(place)}
          >
            {given.children({
              item,
              put: (next) => change(items.with(place, next)),
              place,
              path: `${given.path}.${place}`,
            })}
          </OrderedRow>
        ))}
      </ul>
      {items.length === 0 && given.empty && <p className="muted">{given.empty}</p>}
      <FaultLine path={given.path} id={`${given.path}-fault`} />
      <AddRow
        button={adds}
        words={given.add.words}
        max={items.length < given.max ? undefined : given.max}
        add={() => rows.add(given.add.make())}
      />
      <p role="status" className="unseen">
        {announcement}
      </p>
    </div>
  )
}

type AddProps = {
  button: RefObject<HTMLButtonElement | null>
  words: string
  /** The maximum number of rows, if there is one. */
  max: number | undefined
  add: () => void
}

function AddRow({ button, words, max, add }: AddProps) {
  const { lists } = useLaterWords()
  return (
    <div className="cluster">
      <button ref={button} type="button" className="quiet" disabled={max !== undefined} onClick={add}>
        <Plus size={16} aria-hidden="true" />
        {words}
      </button>
      {max !== undefined && <small>{lists.full(max)}</small>}
    </div>
  )
}
