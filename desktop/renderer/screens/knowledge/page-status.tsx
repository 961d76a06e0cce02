import { Ban, type Circle, CircleAlert, CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react'
import type { PageStatus } from '../../../../shared/crawl.ts'
import { usePagesWords } from '../../words/screen-words.ts'
import styles from './pages-tab.module.css'

const icons: Record<PageStatus, typeof Circle> = {
  discovered: CircleDashed,
  queued: Clock,
  indexed: CircleCheck,
  unchanged: CircleCheck,
  failed: CircleAlert,
  blocked: Ban,
  gone: CircleX,
}

/** The state of a page: an icon and a label. */
export function StatusSign({ status }: { status: PageStatus }) {
  const { list: words } = usePagesWords()
  const Icon = icons[status]
  return (
    <span className={`row ${styles.pageStatus}`} data-status={status} title={words.status[status]}>
      <Icon size={16} aria-hidden="true" />
      <span>{words.status[status]}</span>
    </span>
  )
}
