import { Check } from 'lucide-react'
import type { StoredMessage } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { keyedByPosition } from '../in-places.ts'
import { Formatted } from './formatted.tsx'
import styles from './message.module.css'
import { useShown } from './shown-messages.tsx'

/** Options of which the visitor chooses; the chosen ones are marked. */
export function Offered({ message }: { message: Extract<StoredMessage, { type: 'options' }> }) {
  const words = useWords().conversation.message
  const chosen = useShown().chosen(message.id)
  const offer = ({ label, value }: { label: string; value: string }) => (
    <li>
      <Choice label={label} chosen={chosen.has(value)} />
    </li>
  )
  return (
    <>
      {message.text && <Formatted text={message.text} markdown />}
      <ul className={styles.choices} aria-label={words.offered}>
        {keyedByPosition(message.options.map(offer))}
      </ul>
    </>
  )
}

/** Something that the visitor could press, and whether they did. */
export function Choice({ label, chosen }: { label: string; chosen: boolean }) {
  const words = useWords().conversation.message
  return (
    <span className={chosen ? `${styles.choiceShown} ${styles.chosen}` : styles.choiceShown} dir="auto">
      {chosen && <Check size={14} role="img" aria-label={words.chosen} />}
      {label}
    </span>
  )
}
