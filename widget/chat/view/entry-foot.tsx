/** @jsxImportSource preact */
import type { Entry } from '../talk.ts'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { timeWords } from './rows.ts'
import { asksFirst } from './stage.ts'

type Props = { entry: Entry; isSeen: boolean; isLast: boolean; showsTime: boolean }

/** The state of a message, its time, and its rating. */
export function EntryFoot({ entry, isSeen, isLast, showsTime }: Props) {
  const { stage, words, language, state } = useChat()
  const { role, type, meta, sending, ts } = entry
  const canRate = role === 'agent' && !meta?.human && type === 'text' && entry.id.startsWith('msg_')
  // The current activity is shown below; the sending state is shown only without one.
  const status = sending
    ? !asksFirst(state) && !(sending === 'sending' && state.activity !== 'none') && words[sending]
    : isSeen
      ? words.seen
      : meta?.interrupted
        ? words.interrupted
        : ''
  if (!status && !showsTime && !canRate) return null
  return (
    <div class="foot">
      {showsTime && <time dateTime={new Date(ts).toISOString()}>{timeWords(ts, language)}</time>}
      {status && <span class={`fate ${sending ?? ''}`}>{status}</span>}
      {isLast && meta?.interrupted && !state.person && (
        <button type="button" class="quiet" onClick={() => stage.talk.regenerate()}>
          {words.retry}
        </button>
      )}
      {canRate && <Rating entry={entry} />}
    </div>
  )
}

function Rating({ entry: { id, feedback } }: { entry: Entry }) {
  const { stage, words } = useChat()
  const button = (rating: 1 | -1, label: string) => (
    <button
      type="button"
      class={`rate${rating === -1 ? ' against' : ''}`}
      aria-label={label}
      title={label}
      aria-pressed={feedback === rating}
      onClick={() => stage.talk.rate(id, feedback === rating ? null : rating)}
    >
      <Icon name="up" />
    </button>
  )
  return (
    <span class={`rating${feedback ? ' given' : ''}`}>
      {button(1, words.helpful)}
      {button(-1, words.notHelpful)}
    </span>
  )
}
