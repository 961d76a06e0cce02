import { useQuery } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import type { CannedActions } from '../../../shared/canned-reply.ts'
import { useDesk } from '../live/desk.tsx'
import { actionWords } from '../live/macro.ts'
import { labelsQuery, statusQuery } from '../live/queries.ts'
import { useWords } from '../words/words.tsx'
import styles from './action-chips.module.css'

/** The actions of a canned reply as chips. */
export function ActionChips({ actions }: { actions: CannedActions }) {
  const desk = useDesk()
  const words = useWords().canned
  const { data: labels } = useQuery(labelsQuery(desk))
  const { data: status } = useQuery(statusQuery(desk))
  const texts = actionWords(actions, words.does, { labels: labels?.labels ?? [], agents: status?.agents ?? [] })
  if (texts.length === 0) return null
  return (
    <ul className={`cluster gap-1 ${styles.chips}`} aria-label={words.actions}>
      {texts.map((text) => (
        <li key={text} className="pill" title={text}>
          <Zap size={12} aria-hidden />
          <bdi className="truncate">{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
