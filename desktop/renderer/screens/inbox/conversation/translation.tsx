import { Languages } from 'lucide-react'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { useTranslation } from '../../../live/translating.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './translation.module.css'

/** The translation below a visitor's message, or what a person wrote before theirs was translated. */
export function OtherLanguage({ message }: { message: StoredMessage }) {
  const words = useWords().conversation.translation
  const translated = useTranslation(message.id)
  const original = message.payload?.original
  const isOwn = message.author !== null && typeof original === 'string'
  const text = isOwn ? original : translated
  if (text === undefined || text === message.text) return null
  return (
    <div className={styles.other}>
      <p className={`row gap-1 ${styles.label}`}>
        <Languages size={14} aria-hidden />
        {isOwn ? words.original : words.translated}
      </p>
      <Formatted text={text} markdown={false} />
    </div>
  )
}
