import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CrawlRun } from '../../../shared/crawl.ts'
import { useDesk } from './desk.tsx'
import { knowledgeKeys } from './knowledge-keys.ts'
import { useToldRun } from './moments.ts'

/** How far the knowledge is; asked for anew each time that somebody looks. */
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
 * The run as it is now: what was told of the moment is ahead of what was read, but its end is only read.
 * @param told the last that was told, maybe of an earlier run
 */
export function latestRun(read: CrawlRun | null, told: CrawlRun | undefined): CrawlRun | null {
  if (!told || told.id === read?.id) return told && isAtWork(read) && read && told.done >= read.done ? told : read
  return isAtWork(told) && !isAtWork(read) && (told.startedAt ?? Number.POSITIVE_INFINITY) >= (read?.startedAt ?? 0)
    ? told
    : read
}

/** So many pages further, the lists are read anew. */
const step = 20

/** The run that is at work, or the last; what is shown of pages follows it. */
export function useRun(read: CrawlRun | null): CrawlRun | null {
  const { site } = useDesk()
  const queries = useQueryClient()
  const run = latestRun(read, useToldRun())
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
