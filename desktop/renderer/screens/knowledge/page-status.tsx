import { Ban, type Circle, CircleAlert, CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react'
import type { PageStatus } from '../../../../shared/crawl.ts'
import { usePagesWords } from '../../words/screen-words.ts'

const icons: Record<PageStatus, typeof Circle> = {
  discovered: CircleDashed,
  queued: Clock,
  indexed: CircleCheck,
  unchanged: CircleCheck,
  failed: CircleAlert,
  blocked: Ban,
  gone: CircleX,
}

/** How it stands with a page: a sign and words. */
export function StatusSign({ status }: { status: PageStatus }) {
  const { list: words } = usePagesWords()
  const Icon = icons[status]
  return (
    <span className="page-status" data-status={status} title={words.status[status]}>
      <Icon size={16} aria-hidden="true" />
      <span>{words.status[status]}</span>
    </span>
  )
}
