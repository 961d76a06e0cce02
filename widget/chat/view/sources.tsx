/** @jsxImportSource preact */
import type { Source } from '../../../shared/message.ts'
import { Away } from './away.tsx'
import { useChat } from './chat-context.tsx'

/** The pages that a reply rests on, numbered. Passages of one page are one source. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const { words } = useChat()
  const pages = [...new Map(sources.map((source) => [source.url ?? source.title, source])).values()]
  if (pages.length === 0) return null
  return (
    <ol class="sources" aria-label={words.sources}>
      {pages.map(({ title, url }, at) => (
        <li key={url ?? title}>
          <Away address={url} class="source">
            <span class="number" aria-hidden="true">
              {at + 1}
            </span>
            <span class="title" dir="auto">
              {title || url}
            </span>
          </Away>
        </li>
      ))}
    </ol>
  )
}
