import { useVirtualizer } from '@tanstack/react-virtual'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { WebPage } from '../../../../shared/crawl.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { whyWords } from '../../words/page-faults.ts'
import { usePagesWords } from '../../words/screen-words.ts'
import { pathOfPage } from './choice.ts'
import { StatusSign } from './page-status.tsx'
import { useRetry } from './retry.ts'
import { useSelect } from './select.ts'

const rowHeight = 56
/** Rows beyond what is seen, so that scrolling shows no gaps. */
const beyond = 8
/** Reading on begins so many rows before the end. */
const ahead = 100

type Props = { pages: WebPage[]; isWhole: boolean; readOn: (() => void) | undefined; isAtWork: boolean }

/** The rows: only those that are seen are there, however many there are. */
export function PageRows({ pages, isWhole, readOn, isAtWork }: Props) {
  const { list: words } = usePagesWords()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    getItemKey: (at) => pages[at]?.id ?? at,
  })
  const shown = virtual.getVirtualItems()
  const end = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (end >= pages.length - ahead) readOn?.()
  }, [end, pages.length, readOn])
  return (
    <div className="page-scroller" ref={scroller}>
      <ul className="virtual-rows" aria-label={words.title} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start, key }) => {
          const page = pages[index]
          return (
            page && (
              <li
                key={key}
                aria-posinset={index + 1}
                aria-setsize={isWhole ? pages.length : -1}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <PageRow page={page} isAtWork={isAtWork} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function PageRow({ page, isAtWork }: { page: WebPage; isAtWork: boolean }) {
  const { list: words, why } = usePagesWords()
  const select = useSelect()
  const retry = useRetry()
  const path = pathOfPage(page.url)
  const name = page.title ?? path
  const below = page.error === null ? page.title && path : whyWords(page.error, why, page)
  return (
    <div className="page-row" data-status={page.status}>
      <input
        type="checkbox"
        aria-label={words.learns(name)}
        title={page.selected ? words.taken : words.left}
        checked={page.selected === 1}
        onChange={(event) => void select(page, event.target.checked)}
      />
      <Link to={{ page: 'knowledge', tab: 'pages', id: page.id }} replace data-page={page.id} title={page.url}>
        <bdi className="page-name">{name}</bdi>
        <bdi className={page.error === null ? 'page-path muted' : 'page-path page-why'}>{below}</bdi>
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
      <span className="muted page-passages">{page.chunks > 0 && words.passages(page.chunks)}</span>
      <StatusSign status={page.status} />
    </div>
  )
}
