import { Check } from 'lucide-react'
import { useWords } from '../../words/words.tsx'

/** Something that the visitor could press, and whether they did. */
export function Choice({ label, chosen }: { label: string; chosen: boolean }) {
  const words = useWords().conversation.message
  return (
    <span className={chosen ? 'choice-shown chosen' : 'choice-shown'} dir="auto">
      {chosen && <Check size={14} role="img" aria-label={words.chosen} />}
      {label}
    </span>
  )
}
