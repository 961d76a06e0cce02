/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks'
import type { Entry } from '../talk.ts'
import { Avatar } from './avatar.tsx'
import { Body } from './body.tsx'
import { useChat } from './chat-context.tsx'
import { EntryFoot } from './entry-foot.tsx'
import { type Row, timeWords } from './rows.ts'
import { Sources } from './sources.tsx'

type Props = {
  row: Row
  isLast: boolean
  /** Of what was read the last: whatever stands before it was read too. */
  isSeen: boolean
  /** It was there before in another form, and does not appear with motion. */
  isStill: boolean
  /** A long answer to it is read from here. */
  isAnchor: boolean
}

/** One message. It is drawn again only where something of it changed, however long the conversation is. */
export function EntryRow({ row: { entry, isFirst }, isLast, isSeen, isStill, isAnchor }: Props) {
  const { words, language, state } = useChat()
  const [isOpen, setOpen] = useState(false)
  return useMemo(() => {
    const kind = kindOf(entry)
    const author = authorOf(entry, state.site.botName, words)
    const marks = [isFirst && 'first', isOpen && 'open', isLast && 'last', isStill && 'still', entry.sending]
    return (
      <article
        class={['entry', kind, `is-${entry.type}`, ...marks.filter(Boolean)].join(' ')}
        aria-label={`${author}, ${timeWords(entry.ts, language)}`}
        data-anchor={isAnchor || undefined}
      >
        {isFirst && kind !== 'user' && kind !== 'system' && (
          <p class="author" aria-hidden="true" dir="auto">
            {kind === 'person' && <Avatar name={author} />}
            {author}
          </p>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: it shows the time, which the article is already called by */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        <div class="bubble" onClick={(event) => isText(event.target) && setOpen(!isOpen)}>
          <Body entry={entry} />
          {entry.sources && <Sources sources={entry.sources} />}
        </div>
        <EntryFoot entry={entry} isSeen={isSeen} showsTime={isOpen} />
      </article>
    )
  }, [entry, isFirst, isLast, isSeen, isStill, isAnchor, isOpen, words, language, state.site.botName])
}

/** Whose words they are, as they look. */
export function kindOf({ role, meta }: Entry): 'user' | 'assistant' | 'person' | 'system' {
  if (role !== 'agent') return role
  return meta?.human ? 'person' : 'assistant'
}

function authorOf(entry: Entry, botName: string, words: { you: string; notice: string; team: string }) {
  if (entry.role === 'user') return words.you
  if (entry.role === 'system') return words.notice
  return entry.meta?.human ? entry.meta.agentName || words.team : botName
}

/** Whether nothing that is pressed for itself was pressed, and no text is being marked. */
const isText = (target: EventTarget | null) =>
  !(target as Element).closest('a, button, input, select, textarea, label') && getSelection()?.isCollapsed !== false
