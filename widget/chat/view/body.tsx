/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { Entry } from '../talk.ts'
import { Formatted } from './formatted.tsx'
import { Icon } from './icon.tsx'
import { Later } from './later.ts'

/** The content of a message by type. Texts of the visitor and the system are not Markdown. */
export function Body({ entry }: { entry: Entry }): ComponentChildren {
  switch (entry.type) {
    case 'text':
      return (
        <>
          {entry.file && <Later part="SentFile" file={entry.file} />}
          {entry.text !== entry.file?.name && <Formatted text={entry.text} plain={entry.role !== 'agent'} />}
        </>
      )
    case 'notice':
      return <Notice entry={entry} />
    case 'options':
      return (
        <>
          {entry.text && <Formatted text={entry.text} />}
          <Later part="RichBody" entry={entry} />
        </>
      )
    default:
      return <Later part="RichBody" entry={entry} />
  }
}

function Notice({ entry: { text, tone = 'info' } }: { entry: Extract<Entry, { type: 'notice' }> }) {
  return (
    <div class={`panel tone ${tone}`}>
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      <Formatted text={text} />
    </div>
  )
}
