import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { CrawlRun, Discovered, KnowledgeStatus } from '../../../../shared/crawl.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { isAtWork } from '../../live/knowledge-run.ts'
import { Ago } from '../../ui/ago.tsx'
import { Away } from '../../ui/external-link.tsx'
import { toast } from '../../ui/toast.ts'
import { shortAddress } from '../../ui/web-address.ts'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'
import { noticeText } from './notice-text.ts'
import styles from './pages-tab.module.css'
import { Progress } from './runs.tsx'

type Props = {
  website: string
  status: KnowledgeStatus
  run: CrawlRun | null
  found: (found: Discovered) => void
  change: () => void
}

/** The website, how much of it is learned, and its actions. */
export function WebsiteCard({ website, status, run, found, change }: Props) {
  const { website: words } = usePagesWords()
  return (
    <Section title={words.title}>
      <div className="settings-line">
        <p className={`cluster ${styles.websiteName}`}>
          <Away address={website}>{shortAddress(website)}</Away>
          <button type="button" className="quiet" onClick={change}>
            {words.change}
          </button>
        </p>
        <WebsiteActions isAtWork={isAtWork(run)} found={found} />
      </div>
      <Known status={status} />
      {run && isAtWork(run) && <Progress run={run} />}
      {run?.status === 'failed' && run.error && <RunFault run={run} error={run.error} />}
    </Section>
  )
}

function RunFault({ run, error }: { run: CrawlRun; error: string }) {
  const { website: words } = usePagesWords()
  const failures = useFailureWords()
  // The server's sentence names the website itself.
  const text = run.reason === null ? error : words.failed(failureText(run, error, failures))
  return (
    <p className="error" role="alert" dir="auto">
      {text}
    </p>
  )
}

function Known({ status: { pages, chunks, lastIndexedAt } }: { status: KnowledgeStatus }) {
  const { website: words, list } = usePagesWords()
  const learned = (pages.indexed ?? 0) + (pages.unchanged ?? 0)
  return (
    <p className="muted">
      {words.knows(list.count(learned), list.passages(chunks))}{' '}
      {lastIndexedAt !== null && <Ago at={lastIndexedAt} text={words.last} />}
    </p>
  )
}

function WebsiteActions({ isAtWork, found }: { isAtWork: boolean; found: (found: Discovered) => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = usePagesWords()
  const failures = useFailureWords()
  const reread = () => queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  const onError = (error: unknown) => toast(wordsOf(error), { tone: 'danger' })
  const again = useMutation({
    mutationFn: () => client.knowledge.start.mutate({ site: site.id }),
    onSuccess: () => toast(words.website.started),
    onError,
    onSettled: reread,
  })
  const look = useMutation({
    mutationFn: () => client.knowledge.discover.mutate({ site: site.id }),
    onSuccess(answer) {
      if (answer.urls.length > 0) return found(answer)
      const why = answer.notices.map((notice) => noticeText(notice, words, failures)).join(' ')
      toast(`${words.choose.nothing} ${why}`, { tone: 'danger' })
    },
    onError,
    onSettled: reread,
  })
  return (
    <div className="cluster row-actions">
      <button type="button" className="quiet" disabled={look.isPending} onClick={() => look.mutate()}>
        {look.isPending ? words.first.looking : words.website.find}
      </button>
      <button type="button" disabled={isAtWork || again.isPending} onClick={() => again.mutate()}>
        <RefreshCw size={16} aria-hidden="true" />
        {words.website.again}
      </button>
    </div>
  )
}
