import { ShieldQuestionMark } from 'lucide-react'
import { memo } from 'react'
import type { ListName } from '../../../live/keys.ts'
import type { Row as RowData } from '../../../live/rows.ts'
import { Link } from '../../../ui/link.tsx'
import { useWords } from '../../../words/words.tsx'
import { Owner } from './owner.tsx'
import './row.css'
import { inOneLine, nameOf } from '../../../live/row-words.ts'
import { RowTime } from './row-time.tsx'

const shownLabels = 4

type Props = {
  row: RowData
  list: ListName
  isOpen: boolean
  /** The keys stand on it. */
  isCurrent?: boolean
  /** The tab key reaches it. */
  isReached: boolean
  waitSeconds: number
}

/** A conversation in a list, in two lines. */
export const Row = memo(function Row({ row, list, isOpen, isCurrent = false, isReached, waitSeconds }: Props) {
  const { inbox } = useWords()
  const { unread, lastMessage, lastRole, labels } = row
  const from = lastRole ? inbox.from[lastRole] : ''
  return (
    <Link
      to={{ page: 'inbox', list, id: row.id }}
      className="row-link"
      data-row={row.id}
      data-unread={unread}
      data-current={isCurrent}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isReached ? 0 : -1}
    >
      <span className="row-line">
        {unread && <span className="unread-dot" role="img" aria-label={inbox.unread} title={inbox.unread} />}
        <span className="row-name" dir="auto">
          {nameOf(row, inbox)}
        </span>
        {row.leadVerified === false && (
          <span className="row-unverified" role="img" aria-label={inbox.unverified} title={inbox.unverified}>
            <ShieldQuestionMark size={12} aria-hidden="true" />
          </span>
        )}
        <RowTime row={row} waitSeconds={waitSeconds} />
      </span>
      <span className="row-line">
        <span className="row-text" dir="auto">
          {from && <span className="row-from">{from} </span>}
          {lastMessage === null ? inbox.noMessage : inOneLine(lastMessage)}
        </span>
        {labels.length > 0 && <Labels names={labels} />}
        <Owner row={row} />
      </span>
    </Link>
  )
})

function Labels({ names }: { names: RowData['labels'] }) {
  const { inbox } = useWords()
  const words = inbox.hasLabels(names.map(({ name }) => name).join(', '))
  return (
    <span className="row-labels" role="img" aria-label={words} title={words}>
      {names.slice(0, shownLabels).map(({ id, color }) => (
        <span key={id} className="row-dot" style={{ backgroundColor: color }} />
      ))}
    </span>
  )
}
