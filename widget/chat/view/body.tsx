/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Entry } from '../talk.ts'
import { useChat } from './chat-context.tsx'
import { Icon } from './icon.tsx'
import { Later } from './later.tsx'
import { markdownNodes, plainTextNodes } from './markdown.ts'

/** What a message says, by its type. Text of the visitor and of the system is no Markdown. */
export function Body({ entry }: { entry: Entry }): ComponentChildren {
  switch (entry.type) {
    case 'text':
      return <Text text={entry.text} plain={entry.role !== 'agent'} />
    case 'notice':
      return <Notice entry={entry} />
    case 'options':
      return (
        <>
          {entry.text && <Text text={entry.text} />}
          <Later part="RichBody" entry={entry} />
        </>
      )
    default:
      return <Later part="RichBody" entry={entry} />
  }
}

/** Words as paragraphs. */
export function Text({ text, plain = false }: { text: string; plain?: boolean }) {
  const { words } = useChat()
  const nodes = useMemo(() => (plain ? plainTextNodes(text) : markdownNodes(text, words)), [text, plain, words])
  return <div class="formatted">{nodes}</div>
}

function Notice({ entry: { text, tone = 'info' } }: { entry: Extract<Entry, { type: 'notice' }> }) {
  return (
    <div class={`panel tone ${tone}`}>
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      <Text text={text} />
    </div>
  )
}
