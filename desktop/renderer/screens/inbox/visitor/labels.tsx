import { Plus, Sparkles, X } from 'lucide-react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { Popup } from '../../../ui/popup.tsx'
import { useWords } from '../../../words/words.tsx'
import { LabelPicker } from '../conversation/label-picker.tsx'
import { useSetLabel } from '../conversation/labelling.ts'

/** The labels of a conversation, with a way to add and remove them. */
export function Labels({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().visitor
  const { setLabel } = useSetLabel(answer)
  return (
    <div className="visitor-tags">
      {answer.labels.map((label) => (
        <span key={label.id} className="visitor-tag" title={label.addedBy === 'ai' ? words.byAssistant : label.addedBy}>
          <span className="dot" style={{ background: label.color }} />
          <bdi>{label.name}</bdi>
          {label.addedBy === 'ai' && <Sparkles size={12} className="by-ai" aria-label={words.byAssistant} />}
          <button type="button" onClick={() => setLabel(label, false)} aria-label={words.removeLabel(label.name)}>
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Popup label={words.addLabel} className="visitor-tag add" button={<Plus size={14} aria-hidden />}>
        {() => <LabelPicker answer={answer} />}
      </Popup>
    </div>
  )
}
