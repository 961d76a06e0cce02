import { ChevronDown, ChevronRight, ChevronUp, CircleAlert, GripVertical, X } from 'lucide-react'
import { type PointerEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { useLaterWords } from '../words/later-words.ts'
import { isFaulty } from './faults.ts'
import { useFaults } from './form.tsx'
import styles from './ordered.module.css'

type Props = {
  name: string
  path: string
  place: number
  count: number
  /** It was just added: it is expanded, and its first field is focused. */
  isNew: boolean
  isInline: boolean
  isDragged: boolean
  /** Undefined if the order does not matter. */
  drag: PointerEventHandler | undefined
  move: ((to: number) => void) | undefined
  remove: () => void
  children: ReactNode
}

/** A row of an ordered list. A fault in it expands it. */
export function OrderedRow({ name, path, isNew, isInline, isDragged, drag, children, ...given }: Props) {
  const [open, setOpen] = useState(isNew)
  const isWrong = isFaulty(useFaults(), path)
  const row = useNewRow(isNew)
  const isOpen = open || isWrong
  return (
    <li ref={row} className={styles.row} data-dragged={isDragged} data-inline={isInline}>
      <div className={`row gap-1 ${styles.head}`}>
        {drag && (
          <span className={styles.grip} onPointerDown={drag}>
            <GripVertical size={16} aria-hidden="true" />
          </span>
        )}
        {isInline ? (
          <div className="fill">{children}</div>
        ) : (
          <button
            type="button"
            className={`${styles.fold} quiet`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
            <bdi className="fill truncate">{name}</bdi>
            {isWrong && <CircleAlert size={16} className="error" aria-hidden="true" />}
          </button>
        )}
        <RowActions name={name} {...given} />
      </div>
      {!isInline && isOpen && <div className={`stack gap-3 ${styles.body}`}>{children}</div>}
    </li>
  )
}

/** A row whose first field is focused when it appears. */
function useNewRow(isNew: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const wasNew = useRef(isNew)
  useEffect(() => {
    if (wasNew.current) row.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return row
}

type ActionsProps = Pick<Props, 'name' | 'place' | 'count' | 'move' | 'remove'>

function RowActions({ name, place, count, move, remove }: ActionsProps) {
  const { lists: words } = useLaterWords()
  return (
    <div className={styles.actions}>
      {move && (
        <>
          <MoveButton label={words.up(name)} isAtEnd={place === 0} press={() => move(place - 1)}>
            <ChevronUp size={16} aria-hidden="true" />
          </MoveButton>
          <MoveButton label={words.down(name)} isAtEnd={place === count - 1} press={() => move(place + 1)}>
            <ChevronDown size={16} aria-hidden="true" />
          </MoveButton>
        </>
      )}
      <IconButton Icon={X} label={words.remove(name)} className="icon quiet" onClick={remove} />
    </div>
  )
}

type MoveProps = { label: string; isAtEnd: boolean; press: () => void; children: ReactNode }

/** Keeps the focus at the end of the list too, where it does nothing. */
function MoveButton({ label, isAtEnd, press, children }: MoveProps) {
  return (
    <button
      type="button"
      className="icon quiet"
      aria-label={label}
      title={label}
      aria-disabled={isAtEnd}
      onClick={isAtEnd ? undefined : press}
    >
      {children}
    </button>
  )
}
