import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import type { WebPage } from '../../../../shared/crawl.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { useVirtualRows, VirtualList } from '../../ui/virtual-list.tsx'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'
import { pathOfPage } from './choice.ts'
import { StatusSign } from './page-status.tsx'
import styles from './pages-tab.module.css'
import { useRetry } from './retry.ts'
import { useSelect } from './select.ts'

const rowHeight = 56
/** The next page is fetched this many rows before the end. */
const ahead = 100

type Props = { pages: WebPage[]; isWhole: boolean; readOn: (() => void) | undefined; isAtWork: boolean }

/** The rows of the learned pages. */
export function PageRows({ pages, isWhole, readOn, isAtWork }: Props) {
  const { list: words } = usePagesWords()
  const rows = useVirtualRows({ items: pages, keyOf: ({ id }) => id, rowHeight, ahead })
  const { isNearEnd } = rows
  // Runs again for each fetched page, because the end may still be near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the length
  useEffect(() => {
    if (isNearEnd) readOn?.()
  }, [isNearEnd, pages.length, readOn])
  return (
    <VirtualList rows={rows} label={words.title} className={styles.pageScroller} isWhole={isWhole}>
      {(page) => <PageRow page={page} isAtWork={isAtWork} />}
    </VirtualList>
  )
}

function PageRow({ page, isAtWork }: { page: WebPage; isAtWork: boolean }) {
  const { list: words } = usePagesWords()
  const failures = useFailureWords()
  const select = useSelect()
  const retry = useRetry()
  const path = pathOfPage(page.url)
  const name = page.title ?? path
  const below = page.error === null ? page.title && path : failureText(page, page.error, failures)
  return (
    <div className={`row gap-3 ${styles.pageRow}`} data-status={page.status}>
      <input
        type="checkbox"
        aria-label={words.learns(name)}
        title={page.selected ? words.taken : words.left}
        checked={page.selected === 1}
        onChange={(event) => void select(page, event.target.checked)}
      />
      <Link to={{ page: 'knowledge', tab: 'pages', id: page.id }} replace data-page={page.id} title={page.url}>
        <bdi className={`truncate ${styles.pageName}`}>{name}</bdi>
        <bdi className={`truncate ${styles.pagePath} ${page.error === null ? 'muted' : styles.pageWhy}`}>{below}</bdi>
      </Link>
      {page.status === 'failed' && (
        <IconButton
          Icon={RotateCw}
          label={words.retryOne(name)}
          title={words.retry}
          className="icon quiet"
          disabled={isAtWork}
          onClick={() => void retry([page.url])}
        />
      )}
      <span className={`muted ${styles.pagePassages}`}>{page.chunks > 0 && words.passages(page.chunks)}</span>
      <StatusSign status={page.status} />
    </div>
  )
}
