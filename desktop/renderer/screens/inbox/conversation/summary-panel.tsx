import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useWords } from '../../../words/words.tsx'
import { Summary } from '../visitor/summary.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './summary-panel.module.css'

/** The summary of the chat so far. It is written when the panel opens, if the chat has gone on since. */
export function SummaryPanel({ answer, close }: { answer: ConversationAnswer; close: () => void }) {
  const words = useWords().conversation
  return (
    <SidePanel title={words.summary} close={close}>
      <div className={styles.summary}>
        <Summary answer={answer} isFresh />
      </div>
    </SidePanel>
  )
}
