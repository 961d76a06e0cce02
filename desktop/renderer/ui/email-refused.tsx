import type { EmailRefusal } from '../../../shared/email.ts'
import { useWords } from '../words/words.tsx'

/** Says that an address gets no emails, and why. */
export function EmailRefused({ refusal }: { refusal: EmailRefusal | null }) {
  const { emailRefused } = useWords().visitor
  if (!refusal) return null
  return (
    <p className="muted" title={refusal.message}>
      {emailRefused[refusal.reason]}
    </p>
  )
}
