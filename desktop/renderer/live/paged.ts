import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** A list that is read page by page. */
export type Paged = Pick<
  UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
  'data' | 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError'
>

/** Whether the last reading on failed. While one is under way, that says nothing: an error of before stands until it ends. */
export const hasFailed = ({ isFetchNextPageError, isFetchingNextPage }: Paged): boolean =>
  isFetchNextPageError && !isFetchingNextPage

/** Which page is to be read by itself now, counted from 0; null where none is. */
export function pageDue(list: Paged, isNearEnd: boolean): number | null {
  const isDue = isNearEnd && list.hasNextPage && !list.isFetching && !list.isFetchNextPageError
  return isDue ? countOf(list) : null
}

/**
 * Reads one page more. A list is read by one request at a time: where it is being read anew, this waits until that is done,
 * and where that comes in between, it asks once more. Ends when the page is there or could not be read.
 */
export async function readOn(list: Paged): Promise<void> {
  const before = countOf(list)
  let now: Paged
  do now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isFetchNextPageError && countOf(now) <= before)
}

const countOf = ({ data }: Paged): number => data?.pages.length ?? 0
