/** @jsxImportSource preact */
import { Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import type { Entry, TalkState } from '../talk.ts'
import { AnswerNow } from './answer-now.tsx'
import { useChat } from './chat-context.tsx'
import { EntryRow, kindOf } from './entry.tsx'
import { useFollow } from './follow.ts'
import { Icon } from './icon.tsx'
import { Later } from './later.ts'
import { dayWords, rowsOf } from './rows.ts'
import { isTaskPending } from './stage.ts'

/** The messages, the current reply, and the current task of the visitor. */
export function Conversation() {
  const { shown, state, words } = useChat()
  const entries = withGreeting(state)
  const last = entries.at(-1)
  const { scroller, below, onScroll, toEnd } = useFollow(last?.id, last?.role === 'user')
  return (
    <div class="conversation" hidden={shown.screen !== 'chat'}>
      <section
        class="scroller"
        ref={scroller}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so it is reached by keyboard
        tabIndex={0}
        aria-label={words.conversation}
      >
        <p class="line">{words.assistantNotice}</p>
        <Log entries={entries} />
        {state.lostLink && <Later part="LostLink" />}
        <AnswerNow />
        {state.rating && <Later part="ChatRating" />}
        {isTaskPending(shown, state) && <Later part="TaskPanel" />}
      </section>
      {below !== 'nothing' && <ToEnd isNew={below === 'new'} go={toEnd} />}
    </div>
  )
}

/** Scrolls to the end: with text if there is a new message, otherwise as a small arrow. */
function ToEnd({ isNew, go }: { isNew: boolean; go: () => void }) {
  const { words } = useChat()
  const label = isNew ? undefined : words.toEnd
  return (
    <button type="button" class={isNew ? 'newer' : 'newer to-end'} aria-label={label} title={label} onClick={go}>
      <Icon name="down" />
      {isNew && words.newMessages}
    </button>
  )
}

function Log({ entries }: { entries: readonly Entry[] }) {
  const { state, words } = useChat()
  const wasWriting = useRef<{ id: string | undefined; still: Set<string> }>({ id: undefined, still: new Set() })
  const last = entries.at(-1)
  const seen = entries.findLast((entry) => entry.seen)
  // If a reply was being written, the first new message is that reply, which is already visible.
  if (state.writing !== null) wasWriting.current.id = last?.id
  else if (wasWriting.current.id !== undefined && wasWriting.current.id !== last?.id) {
    const at = entries.findIndex(({ id }) => id === wasWriting.current.id)
    const came = entries[at + 1]
    if (came) wasWriting.current.still.add(came.id)
    wasWriting.current.id = undefined
  }
  const now = Date.now() - state.skew
  const anchor = anchorOf(entries)
  return (
    <div class="log" role="log" aria-live="polite" aria-label={words.conversation}>
      {rowsOf(entries, now).map((row) => (
        <Fragment key={row.entry.id}>
          {row.startsDay && <p class="line">{dayWords(row.entry.ts, now, words)}</p>}
          <EntryRow
            row={row}
            isLast={row.entry === last}
            isSeen={row.entry === seen}
            isStill={wasWriting.current.still.has(row.entry.id)}
            isAnchor={row.entry === anchor}
          />
        </Fragment>
      ))}
    </div>
  )
}

/** Shows the site's greeting above what the visitor began. */
function withGreeting({ entries, site }: TalkState): readonly Entry[] {
  const text = site.welcomeMessage
  if (entries[0]?.role === 'agent') return withoutStarters(entries)
  if (!text) return entries
  return [{ id: 'greeting', ts: entries[0]?.ts ?? Date.now(), role: 'agent', type: 'text', text }, ...entries]
}

/** Once the visitor has written, the greeting no longer offers starter questions. */
function withoutStarters(entries: readonly Entry[]): readonly Entry[] {
  const [first, ...rest] = entries
  if (first?.type !== 'options' || rest[0]?.role !== 'user') return entries
  const { id, ts, role, text } = first
  return text ? [{ id, ts, role, type: 'text', text }, ...rest] : rest
}

/** The question that the assistant answered last, or is answering. */
function anchorOf(entries: readonly Entry[]): Entry | undefined {
  const at = entries.findLastIndex((entry) => kindOf(entry) !== 'assistant')
  return entries[at]?.role === 'user' ? entries[at] : undefined
}
