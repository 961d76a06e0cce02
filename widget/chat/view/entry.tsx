/** @jsxImportSource preact */

import { useMemo, useState } from 'preact/hooks'
import type { Source } from '../../../shared/message.ts'
import type { Entry } from '../talk.ts'
import { Avatar } from './avatar.tsx'
import { Body } from './body.tsx'
import { useChat } from './chat-context.tsx'
import { EntryFoot } from './entry-foot.tsx'
import { ExternalLink } from './external-link.tsx'
import { type Row, timeWords } from './rows.ts'

type Props = {
  row: Row
  isLast: boolean
  /** Marks the last message that was read; earlier ones were read too. */
  isSeen: boolean
  /** It was visible before in another form, so it does not animate. */
  isStill: boolean
  /** A long answer to it is read from here. */
  isAnchor: boolean
}

/** One message. Rendered again only when it changes, however long the conversation is. */
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
        <EntryFoot entry={entry} isSeen={isSeen} isLast={isLast} showsTime={isOpen} />
      </article>
    )
  }, [entry, isFirst, isLast, isSeen, isStill, isAnchor, isOpen, words, language, state.site.botName])
}

/** The kind of author, which determines the look. */
export function kindOf({ role, meta }: Entry): 'user' | 'assistant' | 'person' | 'system' {
  if (role !== 'agent') return role
  return meta?.human ? 'person' : 'assistant'
}

function authorOf(entry: Entry, botName: string, words: { you: string; notice: string; team: string }) {
  if (entry.role === 'user') return words.you
  if (entry.role === 'system') return words.notice
  return entry.meta?.human ? entry.meta.agentName || words.team : botName
}

/** Whether no interactive element was pressed and no text is selected. */
const isText = (target: EventTarget | null) =>
  !(target as Element).closest('a, button, input, select, textarea, label') && getSelection()?.isCollapsed !== false

/** The pages that a reply is based on, numbered. Passages of one page are one source. */
function Sources({ sources }: { sources: readonly Source[] }) {
  const { words } = useChat()
  const pages = [...new Map(sources.map((source) => [source.url ?? source.title, source])).values()]
  if (pages.length === 0) return null
  return (
    <ol class="sources" aria-label={words.sources}>
      {pages.map(({ title, url }, at) => (
        <li key={url ?? title}>
          <ExternalLink address={url} class="source">
            <span class="number" aria-hidden="true">
              {at + 1}
            </span>
            <span class="title" dir="auto">
              {title || url}
            </span>
          </ExternalLink>
        </li>
      ))}
    </ol>
  )
}
