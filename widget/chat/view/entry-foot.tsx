/** @jsxImportSource preact */
import type { Entry } from '../talk.ts'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { timeWords } from './rows.ts'
import { asksFirst } from './stage.ts'

/** What became of a message, when it was written, and how the visitor rates it. */
export function EntryFoot({ entry, isSeen, showsTime }: { entry: Entry; isSeen: boolean; showsTime: boolean }) {
  const { words, language, state } = useChat()
  const { role, type, meta, sending, ts } = entry
  const canRate = role === 'agent' && !meta?.human && type === 'text' && entry.id.startsWith('msg_')
  // What is being done about it is said below, and that it is on its way only where nothing is.
  const fate = sending
    ? !asksFirst(state) && !(sending === 'sending' && state.activity !== 'none') && words[sending]
    : isSeen
      ? words.seen
      : meta?.interrupted
        ? words.interrupted
        : ''
  if (!fate && !showsTime && !canRate) return null
  return (
    <div class="foot">
      {showsTime && <time dateTime={new Date(ts).toISOString()}>{timeWords(ts, language)}</time>}
      {fate && <span class={`fate ${sending ?? ''}`}>{fate}</span>}
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
