import { Clock, Copy } from 'lucide-react'
import type { Callback, CallbackStatus } from '../../../../shared/callback.ts'
import { useTitle } from '../../keys/own-keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { useNow } from '../../ui/clock.ts'
import { Away } from '../../ui/external-link.tsx'
import { useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useCallbacksWords } from '../../words/screen-words.ts'
import styles from './callbacks.module.css'
import { NoteForm } from './note-form.tsx'
import { nameOf, ticksEvery, waitedWords } from './rows.ts'
import { useCloser } from './toasts.ts'
import { copy } from './use-callback-keys.ts'

type Props = {
  callback: Callback
  /** The keyboard cursor is on it. */
  isCurrent: boolean
  /** It is the row in the tab order. */
  isWriting: boolean
  turn: (status: CallbackStatus) => void
  write: () => void
  stopWriting: () => void
}

/** A callback request with its actions. */
export function CallbackRow({ callback, isCurrent, isWriting, turn, write, stopWriting }: Props) {
  const words = useCallbacksWords()
  const { reason, note, requestedAt, status } = callback
  return (
    <li className="stack gap-1" data-current={isCurrent} data-callback={callback.id}>
      <div className={`cluster spread ${styles.line}`}>
        <Name callback={callback} />
        {status === 'open' ? <Waited since={requestedAt} /> : <Closed callback={callback} />}
      </div>
      <div className="stack gap-1">
        <Ways callback={callback} />
        {reason && (
          <p className={styles.reason} dir="auto">
            {reason}
          </p>
        )}
        {note && !isWriting && (
          <p className={styles.note} dir="auto">
            <span className="muted">{words.note}: </span>
            {note}
          </p>
        )}
        <Origin callback={callback} />
      </div>
      {isWriting ? <NoteForm callback={callback} close={stopWriting} /> : <Actions {...{ callback, turn, write }} />}
    </li>
  )
}

/** Links to the conversation, if there is one. */
function Name({ callback }: { callback: Callback }) {
  const words = useCallbacksWords()
  const { conversationId: id } = callback
  const name = nameOf(callback, words.nameless)
  if (id === null)
    return (
      <span className={styles.name} data-name dir="auto" tabIndex={-1}>
        {name}
      </span>
    )
  return (
    <Link
      to={{ page: 'inbox', list: 'all', id }}
      className={styles.name}
      data-name
      dir="auto"
      title={words.conversation}
    >
      {name}
    </Link>
  )
}

function Waited({ since }: { since: number }) {
  const words = useCallbacksWords()
  const now = useNow(ticksEvery(since, Date.now()))
  const time = waitedWords(since, now, words)
  return (
    <span className={`row gap-1 ${styles.wait}`} title={words.askedAt(useTimes().whole(since))}>
      <Clock size={12} aria-hidden="true" />
      <span aria-hidden="true">{time}</span>
      <span className="unseen">{words.waits(time)}</span>
    </span>
  )
}

function Closed({ callback: { status, closedAt, closedBy } }: { callback: Callback }) {
  const words = useCallbacksWords()
  const closer = useCloser()
  if (status === 'open' || closedAt === null) return null
  return (
    <span className={`muted ${styles.closed}`} dir="auto">
      <Ago at={closedAt} text={(when) => words.closed[status](closer(closedBy), when)} />
    </span>
  )
}

function Ways({ callback: { phone, email } }: { callback: Callback }) {
  const words = useCallbacksWords()
  return (
    <p className={`cluster ${styles.ways}`}>
      {phone && (
        <span className="cluster">
          <Away address={`tel:${phone.replace(/[^\d+*#,;]/g, '')}`}>{phone}</Away>
          <button
            type="button"
            className="icon quiet"
            aria-label={words.copyOne(phone)}
            title={words.copyOne(phone)}
            onClick={() => void copy(phone, words.copied)}
          >
            <Copy size={14} aria-hidden="true" />
          </button>
        </span>
      )}
      {email && <Away address={`mailto:${email}`}>{email}</Away>}
    </p>
  )
}

function Origin({ callback: { leadId, pageUrl } }: { callback: Callback }) {
  const words = useCallbacksWords()
  return (
    <p className={`cluster muted ${styles.origin}`}>
      {leadId !== null && <Link to={{ page: 'contacts', id: leadId, query: '' }}>{words.contact}</Link>}
      {pageUrl && (
        <span className="truncate">
          {words.from} <Away address={pageUrl}>{pageUrl}</Away>
        </span>
      )}
    </p>
  )
}

function Actions({ callback, turn, write }: Pick<Props, 'callback' | 'turn' | 'write'>) {
  const words = useCallbacksWords()
  const name = nameOf(callback, words.nameless)
  const titles = {
    done: useTitle(words.done, 'callback.done'),
    dismissed: useTitle(words.dismiss, 'callback.dismiss'),
    open: useTitle(words.reopen, 'callback.reopen'),
  }
  const labels = {
    done: words.done,
    dismissed: words.dismiss,
    open: words.reopen,
    note: callback.note ? words.editNote : words.addNote,
  }
  const button = (status: CallbackStatus, className = '') => (
    <button
      type="button"
      className={className}
      aria-label={words.turnOne[status](name)}
      title={titles[status]}
      onClick={() => turn(status)}
    >
      {labels[status]}
    </button>
  )
  const noteTitle = useTitle(labels.note, 'callback.note')
  return (
    <div className={`cluster row-actions ${styles.actions}`}>
      {callback.status === 'open' ? (
        <>
          {button('done')}
          {button('dismissed', 'quiet')}
        </>
      ) : (
        button('open', 'quiet')
      )}
      <button
        type="button"
        className="quiet"
        aria-label={words.noteOne(labels.note, name)}
        title={noteTitle}
        onClick={write}
      >
        {labels.note}
      </button>
    </div>
  )
}
