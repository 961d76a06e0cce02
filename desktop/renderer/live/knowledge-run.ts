import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CrawlRun } from '../../../shared/crawl.ts'
import { useDesk } from './desk.tsx'
import { useReportedRun } from './ephemeral.ts'
import { knowledgeKeys } from './keys.ts'

/** The state of the knowledge, fetched each time a screen shows it. */
export function useKnowledgeStatus() {
  const { client, site } = useDesk()
  return useQuery({
    queryKey: knowledgeKeys.status(site.id),
    queryFn: () => client.knowledge.status.query({ site: site.id }),
    staleTime: 0,
  })
}

export const isAtWork = (run: CrawlRun | null | undefined): boolean =>
  run?.status === 'queued' || run?.status === 'running'

/**
 * The current run. Ephemeral events are newer than what was fetched, but only a fetched run can have ended.
 * @param reported the last reported run, possibly an earlier one
 */
export function latestRun(read: CrawlRun | null, reported: CrawlRun | undefined): CrawlRun | null {
  if (!reported || reported.id === read?.id)
    return reported && isAtWork(read) && read && reported.done >= read.done ? reported : read
  return isAtWork(reported) &&
    !isAtWork(read) &&
    (reported.startedAt ?? Number.POSITIVE_INFINITY) >= (read?.startedAt ?? 0)
    ? reported
    : read
}

/** The lists are fetched again after this many pages. */
const step = 20

/** The active run, or the last one. The shown pages follow it. */
export function useRun(read: CrawlRun | null): CrawlRun | null {
  const { site } = useDesk()
  const queries = useQueryClient()
  const run = latestRun(read, useReportedRun())
  const place = run && isAtWork(run) ? `${run.id} ${Math.floor(run.done / step)}` : ''
  useEffect(() => {
    if (place === '') return
    for (const queryKey of [
      knowledgeKeys.status(site.id),
      knowledgeKeys.allPages(site.id),
      knowledgeKeys.runs(site.id),
    ])
      void queries.invalidateQueries({ queryKey })
  }, [place, queries, site.id])
  return run
}
