import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PageChunks, WebPage, WebPages } from '../../../../shared/crawl.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { Away } from '../../ui/external-link.tsx'
import { useFigures, useTimes } from '../../ui/format.ts'
import { Formatted } from '../../ui/message/formatted.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { navigate } from '../../ui/route.ts'
import sidePanel from '../../ui/side-panel.module.css'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'
import { pathOfPage } from './choice.ts'
import styles from './page-panel.module.css'
import { StatusSign } from './page-status.tsx'

/** Beside the list: the state of one page, and its passages. */
export function PagePanel({ id }: { id: string }) {
  const { client, site } = useDesk()
  const { panel: words } = usePagesWords()
  const page = useKnownPage(id)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is focused too
  useEffect(() => heading.current?.focus(), [id])
  const query = useQuery({
    queryKey: knowledgeKeys.passages(site.id, id),
    queryFn: () => client.knowledge.chunks.query({ site: site.id, id }),
    staleTime: 0,
  })
  const close = () => {
    navigate({ page: 'knowledge', tab: 'pages', id: null }, { replace: true })
    document.querySelector<HTMLElement>(`[data-page="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    <section
      className={`${sidePanel.panel} ${sidePanel.wide}`}
      role="dialog"
      aria-label={words.title}
      onKeyDown={onKeyDown}
    >
      <header className="row spread gap-3">
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {page ? (page.title ?? pathOfPage(page.url)) : words.title}
        </h2>
        <button type="button" className="icon" onClick={close} aria-label={words.close} title={`${words.close} (Esc)`}>
          <X size={16} aria-hidden />
        </button>
      </header>
      <div className={`stack gap-3 ${styles.facts}`}>
        {page && <Facts page={page} />}
        <h3>{words.passages}</h3>
        <QueryBoundary query={query}>{({ chunks }) => <Passages chunks={chunks} />}</QueryBoundary>
      </div>
    </section>
  )
}

/** The page as cached in a list. */
function useKnownPage(id: string): WebPage | undefined {
  const { site } = useDesk()
  const queries = useQueryClient()
  const lists = queries.getQueriesData<InfiniteData<WebPages>>({ queryKey: knowledgeKeys.allPages(site.id) })
  return lists
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ pages }) => pages)
    .find((page) => page.id === id)
}

function Facts({ page }: { page: WebPage }) {
  const { panel: words } = usePagesWords()
  const failures = useFailureWords()
  const times = useTimes()
  return (
    <dl>
      <div>
        <dt>{words.status}</dt>
        <dd>
          <StatusSign status={page.status} />
        </dd>
      </div>
      {page.error !== null && (
        <div>
          <dt>{words.why}</dt>
          <dd dir="auto">{failureText(page, page.error, failures)}</dd>
        </div>
      )}
      <div>
        <dt>{words.address}</dt>
        <dd>
          <Away address={page.finalUrl ?? page.url}>{page.finalUrl ?? page.url}</Away>
        </dd>
      </div>
      {page.httpStatus !== null && (
        <div>
          <dt>{words.answered}</dt>
          <dd>{page.httpStatus}</dd>
        </div>
      )}
      <div>
        <dt>{words.learned}</dt>
        <dd>{page.crawledAt === null ? words.never : times.whole(page.crawledAt)}</dd>
      </div>
      <div>
        <dt>{words.found}</dt>
        <dd>{words.source[page.source] ?? page.source}</dd>
      </div>
    </dl>
  )
}

function Passages({ chunks }: PageChunks) {
  const { panel: words } = usePagesWords()
  const write = useFigures()
  if (chunks.length === 0) return <p className="muted">{words.none}</p>
  return (
    <ol className={`stack gap-4 ${styles.passagesList}`}>
      {chunks.map(({ id, headingPath, content, tokens }) => (
        <li className="stack gap-1" key={id}>
          <p className={`row spread gap-3 muted ${styles.heading}`}>
            <bdi>{headingPath}</bdi>
            <span>{words.tokens(write.whole(tokens))}</span>
          </p>
          <Formatted text={content} markdown />
        </li>
      ))}
    </ol>
  )
}
