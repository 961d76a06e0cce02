import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { focusAtFirst } from '../../../ui/focus-at-first.ts'
import { useWords } from '../../../words/words.tsx'
import { useSetLabel } from './labelling.ts'

/** The site's labels, each with a tick where the conversation has it. */
export function LabelPicker({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().conversation
  const { labels, setLabel } = useSetLabel(answer)
  const [wanted, setWanted] = useState('')
  const has = new Set(answer.labels.map(({ id }) => id))
  const found = labels.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  if (labels.length === 0) return <p className="muted">{words.labelsNone}</p>
  return (
    <div className="label-picker">
      <input
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        aria-label={words.labelsFind}
        placeholder={words.labelsFind}
        ref={focusAtFirst}
      />
      {found.map((label) => (
        <button
          type="button"
          key={label.id}
          className="choice"
          aria-pressed={has.has(label.id)}
          onClick={() => setLabel(label, !has.has(label.id))}
        >
          <span className="tick">{has.has(label.id) && <Check size={16} aria-hidden />}</span>
          <span className="dot" style={{ background: label.color }} />
          <bdi>{label.name}</bdi>
        </button>
      ))}
    </div>
  )
}
