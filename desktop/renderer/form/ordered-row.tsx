import { ChevronDown, ChevronRight, ChevronUp, CircleAlert, GripVertical, X } from 'lucide-react'
import { type PointerEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { useLaterWords } from '../words/later-words.ts'
import { isFaulty, useFaults } from './faults.ts'

type Props = {
  name: string
  path: string
  place: number
  count: number
  /** It was just added: it stands open, and its first field gets the focus. */
  isNew: boolean
  isInline: boolean
  isDragged: boolean
  /** Undefined where the order means nothing. */
  drag: PointerEventHandler | undefined
  move: ((to: number) => void) | undefined
  remove: () => void
  children: ReactNode
}

/** A row of an ordered list. What is at fault in it opens it. */
export function OrderedRow({ name, path, isNew, isInline, isDragged, drag, children, ...given }: Props) {
  const [open, setOpen] = useState(isNew)
  const isWrong = isFaulty(useFaults(), path)
  const row = useNewRow(isNew)
  const isOpen = open || isWrong
  return (
    <li ref={row} className="ordered-row" data-dragged={isDragged} data-inline={isInline}>
      <div className="ordered-head">
        {drag && (
          <span className="grip" onPointerDown={drag}>
            <GripVertical size={16} aria-hidden="true" />
          </span>
        )}
        {isInline ? (
          <div className="ordered-field">{children}</div>
        ) : (
          <button type="button" className="fold quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
            <bdi>{name}</bdi>
            {isWrong && <CircleAlert size={16} className="error" aria-hidden="true" />}
          </button>
        )}
        <RowActions name={name} {...given} />
      </div>
      {!isInline && isOpen && <div className="ordered-body">{children}</div>}
    </li>
  )
}

/** A row that gives its first field the focus when it comes. */
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
    <div className="ordered-actions">
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

/** It keeps the focus at the end of the list too, where it does nothing. */
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
