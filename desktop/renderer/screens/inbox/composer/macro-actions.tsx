import { X } from 'lucide-react'
import type { CannedActions } from '../../../../../shared/canned-reply.ts'
import { putCaret } from '../../../keys/caret.ts'
import { ActionChips } from '../../../ui/action-chips.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './composer.module.css'
import { dropMacro } from './pending-macro.ts'

/** What happens after the reply in the box was sent, and a button against it. */
export function PendingMacro({ id, actions }: { id: string; actions: CannedActions }) {
  const words = useWords().canned
  const drop = () => {
    dropMacro(id)
    putCaret(id)
  }
  return (
    <div className={`row spread gap-1 ${styles.pending}`}>
      <ActionChips actions={actions} />
      <IconButton Icon={X} label={words.withoutActions} onClick={drop} />
    </div>
  )
}
