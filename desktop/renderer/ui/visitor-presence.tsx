import type { VisitorPresence as Presence } from '../../../shared/presence.ts'
import { useVisitorPresence } from '../live/ephemeral.ts'
import { useLanguage, useWords } from '../words/words.tsx'
import { useNow } from './clock.ts'
import { waitLength } from './format.ts'
import styles from './visitor-presence.module.css'

const minute = 60_000

type Props = {
  id: string
  known: Presence | null /** Whether it is told in words, too, that they are there. */
  inWords?: boolean
}

/** Whether the visitor of a live chat has a page of the site open: a dot, or since when they have left. */
export function VisitorPresence({ id, known, inWords = false }: Props) {
  const presence = useVisitorPresence(id, known)
  if (!presence) return null
  return presence.leftAt === null ? <Here inWords={inWords} /> : <Left at={presence.leftAt} />
}

function Here({ inWords }: { inWords: boolean }) {
  const { visitorHere } = useWords().inbox
  if (!inWords) return <span className={styles.dot} role="img" aria-label={visitorHere} title={visitorHere} />
  return (
    <span className="row gap-1">
      <span className={styles.dot} />
      {visitorHere}
    </span>
  )
}

function Left({ at }: { at: number }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const now = useNow(minute)
  return <span className={styles.left}>{inbox.visitorLeft(waitLength(at, Math.max(now, at + minute), language))}</span>
}
