import { Lock, MessageSquare } from 'lucide-react'
import { useTitle } from '../../../keys/own-keys.ts'
import { useWords } from '../../../words/words.tsx'
import type { Mode } from './draft.ts'

/** Reply or note: which of the two is being written. */
export function ModeSwitch({ mode, choose }: { mode: Mode; choose: (mode: Mode) => void }) {
  const words = useWords().composer
  const replyTitle = useTitle(words.reply, 'composer.reply')
  const noteTitle = useTitle(words.note, 'composer.note')
  return (
    <fieldset className="modes" aria-label={words.mode}>
      <button type="button" aria-pressed={mode === 'reply'} onClick={() => choose('reply')} title={replyTitle}>
        <MessageSquare size={14} aria-hidden />
        {words.reply}
      </button>
      <button type="button" aria-pressed={mode === 'note'} onClick={() => choose('note')} title={noteTitle}>
        <Lock size={14} aria-hidden />
        {words.note}
      </button>
    </fieldset>
  )
}
