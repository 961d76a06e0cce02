import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLaterWords } from '../words/later-words.ts'
import { FaultLine } from './fault-line.tsx'
import { OrderedRow } from './ordered-row.tsx'
import { useDrag, useRows } from './use-rows.ts'

type Row<T> = { item: T; put: (item: T) => void; place: number; path: string }

type Props<T> = {
  /** What the list is called. */
  label: string
  /** Of the list among the faults. */
  path: string
  items: readonly T[]
  change: (items: T[]) => void
  nameOf: (item: T, place: number) => string
  add: { words: string; make: () => T }
  most: number
  empty?: string
  /** Whether the order means something. */
  isFixed?: boolean
  /** A row is one field, with nothing to fold away. */
  isInline?: boolean
  children: (row: Row<T>) => ReactNode
}

/** A list whose rows are added, changed, taken away, and put in order by keys or by hand. */
export function OrderedList<T>({ items, change, ...given }: Props<T>) {
  const { lists: words } = useLaterWords()
  const rows = useRows(items, change)
  const list = useRef<HTMLUListElement>(null)
  const adds = useRef<HTMLButtonElement>(null)
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    rows.move(from, to)
    setSaid(words.movedTo(to + 1, items.length))
  }
  const { dragged, begin } = useDrag(list, move)
  const remove = (place: number) => {
    rows.remove(place)
    adds.current?.focus()
  }
  return (
    <div className="ordered">
      <ul ref={list} aria-label={given.label}>
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
        most={items.length < given.most ? undefined : given.most}
        add={() => rows.add(given.add.make())}
      />
      <p role="status" className="unseen">
        {said}
      </p>
    </div>
  )
}

type AddProps = {
  button: RefObject<HTMLButtonElement | null>
  words: string
  /** As many as there may be, where there are; else undefined. */
  most: number | undefined
  add: () => void
}

function AddRow({ button, words, most, add }: AddProps) {
  const { lists } = useLaterWords()
  return (
    <div className="settings-actions">
      <button ref={button} type="button" className="quiet" disabled={most !== undefined} onClick={add}>
        <Plus size={16} aria-hidden="true" />
        {words}
      </button>
      {most !== undefined && <small>{lists.full(most)}</small>}
    </div>
  )
}
