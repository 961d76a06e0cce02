import { Clock, Copy } from 'lucide-react'
import type { Callback, CallbackStatus } from '../../../../shared/callback.ts'
import { useTitle } from '../../keys/own-keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { useNow } from '../../ui/clock.ts'
import { Away } from '../../ui/external-link.tsx'
import { useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useCallbacksWords } from '../../words/screen-words.ts'
import { NoteForm } from './note-form.tsx'
import { nameOf, ticksEvery, waitedWords } from './rows.ts'
import { useCloser } from './told.ts'
import { copy } from './use-callback-keys.ts'

type Props = {
  callback: Callback
  /** The keys stand on it. */
  isCurrent: boolean
  /** The tab key reaches it first. */
  isReached: boolean
  isWriting: boolean
  turn: (status: CallbackStatus) => void
  write: () => void
  stopWriting: () => void
}

/** Somebody who asked to be called, with what can be done about it. */
export function CallbackRow({ callback, isCurrent, isReached, isWriting, turn, write, stopWriting }: Props) {
  const words = useCallbacksWords()
  const { reason, note, requestedAt, status } = callback
  return (
    <li data-current={isCurrent} data-reached={isReached}>
      <div className="callback-line">
        <Name callback={callback} />
        {status === 'open' ? <Waited since={requestedAt} /> : <Closed callback={callback} />}
      </div>
      <div className="callback-what">
        <Ways callback={callback} />
        {reason && (
          <p className="callback-reason" dir="auto">
            {reason}
          </p>
        )}
        {note && !isWriting && (
          <p className="callback-note" dir="auto">
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

/** Leads to the conversation, where there is one. */
function Name({ callback }: { callback: Callback }) {
  const words = useCallbacksWords()
  const { conversationId: id } = callback
  const name = nameOf(callback, words.nameless)
  if (id === null)
    return (
      <span className="callback-name" dir="auto" tabIndex={-1}>
        {name}
      </span>
    )
  return (
    <Link to={{ page: 'inbox', list: 'all', id }} className="callback-name" dir="auto" title={words.conversation}>
      {name}
    </Link>
  )
}

function Waited({ since }: { since: number }) {
  const words = useCallbacksWords()
  const now = useNow(ticksEvery(since, Date.now()))
  const time = waitedWords(since, now, words)
  return (
    <span className="callback-wait" title={words.askedAt(useTimes().whole(since))}>
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
    <span className="muted callback-closed" dir="auto">
      <Ago at={closedAt} said={(when) => words.closed[status](closer(closedBy), when)} />
    </span>
  )
}

function Ways({ callback: { phone, email } }: { callback: Callback }) {
  const words = useCallbacksWords()
  return (
    <p className="callback-ways">
      {phone && (
        <span>
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
    <p className="muted callback-origin">
      {leadId !== null && <Link to={{ page: 'contacts', id: leadId, query: '' }}>{words.contact}</Link>}
      {pageUrl && (
        <span>
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
  const said = {
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
      {said[status]}
    </button>
  )
  const noteTitle = useTitle(said.note, 'callback.note')
  return (
    <div className="row-actions">
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
        aria-label={words.noteOne(said.note, name)}
        title={noteTitle}
        onClick={write}
      >
        {said.note}
      </button>
    </div>
  )
}
