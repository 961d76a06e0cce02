import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** A list that is fetched page by page. */
export type Paged = Pick<
  UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
  'data' | 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError'
>

/** Whether fetching the next page failed. Meaningless during a request: an earlier error stays until it ends. */
export const hasFailed = ({ isFetchNextPageError, isFetchingNextPage }: Paged): boolean =>
  isFetchNextPageError && !isFetchingNextPage

/** The page to fetch automatically now, counted from 0; null for none. */
export function pageDue(list: Paged, isNearEnd: boolean): number | null {
  const isDue = isNearEnd && list.hasNextPage && !list.isFetching && !list.isFetchNextPageError
  return isDue ? countOf(list) : null
}

/**
 * Fetches the next page. A list has one request at a time: waits for a refetch to end, and tries again if a refetch
 * interrupts it. Resolves when the page is there or could not be fetched.
 */
export async function readOn(list: Paged): Promise<void> {
  const before = countOf(list)
  let now: Paged
  do now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isFetchNextPageError && countOf(now) <= before)
}

const countOf = ({ data }: Paged): number => data?.pages.length ?? 0
