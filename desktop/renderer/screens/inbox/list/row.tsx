import { AlarmClockCheck, CircleCheck, ShieldQuestionMark } from 'lucide-react'
import { memo } from 'react'
import { inOneLine } from '../../../../../shared/markdown.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { ListName } from '../../../live/keys.ts'
import { nameOf } from '../../../live/row-words.ts'
import type { Row as RowData } from '../../../live/rows.ts'
import { Highlighted } from '../../../ui/highlighted.tsx'
import { Link } from '../../../ui/link.tsx'
import { VisitorPresence } from '../../../ui/visitor-presence.tsx'
import { useWords } from '../../../words/words.tsx'
import { Owner } from './owner.tsx'
import styles from './row.module.css'
import { RowTime } from './row-time.tsx'

/** More labels are counted. */
const shownLabels = 1

type Props = {
  row: RowData
  list: ListName
  isOpen: boolean
  /** The keyboard cursor is on it. */
  isCurrent?: boolean
  /** It is the row in the tab order. */
  isReached: boolean
  waitSeconds: number
  /** It is selected for an action on several. */
  isSelected?: boolean
  /** What was searched, to be marked. */
  words?: string
}

/** A conversation in a list, in two lines. */
export const Row = memo(function Row({
  row,
  list,
  isOpen,
  isCurrent = false,
  isReached,
  isSelected = false,
  waitSeconds,
  words = '',
}: Props) {
  const { inbox } = useWords()
  const { unread, labels } = row
  const said = useText(row)
  const [from, text] = words !== '' && row.match !== null ? ['', row.match] : said
  return (
    <Link
      to={{ page: 'inbox', list, id: row.id }}
      className={styles.link}
      data-row={row.id}
      data-unread={unread}
      data-current={isCurrent}
      data-selected={isSelected}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isReached ? 0 : -1}
    >
      <span className={`row ${styles.line}`}>
        {isSelected && (
          <CircleCheck size={16} className={styles.selected} role="img" aria-label={inbox.bulk.selected} />
        )}
        {unread && <span className={styles.unreadDot} role="img" aria-label={inbox.unread} title={inbox.unread} />}
        <span className={`truncate ${styles.name}`} dir="auto">
          <Highlighted text={nameOf(row, inbox)} words={words} />
        </span>
        {row.leadVerified === false && (
          <span className={styles.unverified} role="img" aria-label={inbox.unverified} title={inbox.unverified}>
            <ShieldQuestionMark size={12} aria-hidden="true" />
          </span>
        )}
        {row.snoozed !== null && (
          <AlarmClockCheck size={12} className={styles.snoozed} role="img" aria-label={inbox.isSnoozed} />
        )}
        {row.pageUrl !== null && <Page url={row.pageUrl} />}
        <RowTime row={row} waitSeconds={waitSeconds} />
      </span>
      <span className={`row ${styles.line}`}>
        <span className={`truncate ${styles.text}`} dir="auto">
          {from && <span>{from} </span>}
          {text === null ? inbox.noMessage : <Highlighted text={inOneLine(text)} words={words} />}
        </span>
        {row.status === 'live' && <VisitorPresence id={row.id} known={row.visitorPresence} />}
        {labels.length > 0 && <Labels names={labels} />}
        <Owner row={row} />
      </span>
    </Link>
  )
})

/**
 * The visitor's last message, or a later one of the team with its author. What the assistant answers is the same for many
 * visitors and hides what they want. A visitor who only pressed buttons is described by the summary.
 */
function useText({
  lastRole,
  lastAuthor,
  lastMessage,
  lastVisitorMessage,
  summary,
}: RowData): [author: string, string | null] {
  const { from } = useWords().inbox
  const { me } = useDesk()
  if (lastRole !== 'agent' || !lastAuthor) return ['', lastVisitorMessage ?? summary ?? lastMessage]
  return [lastAuthor.id === me.email ? from.me : from.person(lastAuthor.name), lastMessage]
}

/** The page that the visitor was on when the conversation began, without its host. */
function Page({ url }: { url: string }) {
  const path = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/)[0]
  return (
    <span className={`truncate ${styles.page}`} dir="ltr" title={url}>
      {path || '/'}
    </span>
  )
}

function Labels({ names }: { names: RowData['labels'] }) {
  const { inbox } = useWords()
  const words = inbox.hasLabels(names.map(({ name }) => name).join(', '))
  return (
    <span className={styles.labels} role="img" aria-label={words} title={words}>
      {names.slice(0, shownLabels).map(({ id, name, color }) => (
        <span key={id} className={`row gap-1 ${styles.label}`}>
          <span className={styles.dot} style={{ backgroundColor: color }} />
          <bdi className="truncate">{name}</bdi>
        </span>
      ))}
      {names.length > shownLabels && <span>+{names.length - shownLabels}</span>}
    </span>
  )
}
