import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CrawlRun } from '../../../../shared/crawl.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { useFigures, useTimes } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ReadOn } from '../../ui/read-on.tsx'
import { toast } from '../../ui/toast.ts'
import { failureText } from '../../words/failure-words.ts'
import { useFailureWords, usePagesWords } from '../../words/screen-words.ts'

/** The progress of the active run, and a button that stops it. */
export function Progress({ run }: { run: CrawlRun }) {
  const { client, site } = useDesk()
  const { run: words } = usePagesWords()
  const write = useFigures()
  const [isStopping, setStopping] = useState(false)
  const stop = async () => {
    setStopping(true)
    try {
      await client.knowledge.cancel.mutate({ site: site.id, id: run.id })
      toast(words.cancelled)
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    setStopping(false)
  }
  const text = run.status === 'queued' ? words.queued : words.running(write.whole(run.done), write.whole(run.total))
  return (
    <ProgressBar
      label={words.label}
      text={text}
      done={run.status === 'running' ? run.done : undefined}
      total={run.total}
      more={run.failed > 0 && <span className="muted"> · {words.failed(write.whole(run.failed))}</span>}
      stop={{ words: words.cancel, busy: isStopping, press: () => void stop() }}
    />
  )
}

const atFirst = 5

/** The runs, newest first, with their outcomes. */
export function Runs() {
  const { client, site } = useDesk()
  const { run: words } = usePagesWords()
  const query = useInfiniteQuery({
    queryKey: knowledgeKeys.runs(site.id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      client.knowledge.runs.query({ site: site.id, limit: atFirst, ...(before !== undefined && { before }) }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? []
  if (runs.length === 0) return null
  return (
    <Section title={words.title}>
      <ul className="settings-list">
        {runs.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </ul>
      <ReadOn list={query} more={words.more} />
    </Section>
  )
}

function RunLine({ run }: { run: CrawlRun }) {
  const { run: words, list } = usePagesWords()
  const failures = useFailureWords()
  const times = useTimes()
  const { status, trigger, done, failed, startedAt, finishedAt, error } = run
  return (
    <li data-status={status}>
      <div className="what">
        <p>
          <span className="strong">{words.status[status]}</span>
          <span>
            {' · '}
            {words.outcome(list.count(done), failed)}
          </span>
          {startedAt !== null && finishedAt !== null && (
            <span className="muted"> {words.lasted(times.lasted(finishedAt - startedAt))}</span>
          )}
        </p>
        {error && (
          <p className="error" dir="auto">
            {failureText(run, error, failures)}
          </p>
        )}
      </div>
      <p className="muted">
        {startedAt !== null && <Ago at={startedAt} text={(ago) => ago} />} {words.trigger[trigger]}
      </p>
    </li>
  )
}
