import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { wordsOf } from '../connection.ts'
import { useConnection } from '../data/live.ts'
import { useWords } from '../words/words.tsx'
import './read-on.css'

/** A list that is read page by page. */
export type Paged = Pick<
  UseInfiniteQueryResult,
  'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>

/** Reads a list on by itself where its end is near. Where that failed, a person says when it is tried again. */
export function useReadOn(
  { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError }: Paged,
  isNearEnd: boolean,
): void {
  const isDue = isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isDue) void fetchNextPage()
  }, [isDue, fetchNextPage])
}

type Given = {
  list: Paged
  /** On the button that reads on; none where the list does so by itself. */
  more?: string
}

/** Stands at the end of what was read of a list: reads on, and says in words where that does not go. */
export function ReadOn({ list, more }: Given) {
  const { common } = useWords()
  const isOffline = useConnection().state === 'offline'
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage: isReading, isFetchNextPageError: hasFailed } = list
  const press = hasFailed ? common.retry : more
  const waits = isReading && isOffline ? common.readsOnLater : ''
  const said = hasFailed && !isReading ? common.notReadOn(wordsOf(error)) : waits
  if (!hasNextPage) return null
  return (
    <div className="read-on">
      <p role="status">{said}</p>
      {press && (
        // Not `disabled`, which would take the focus away from who works by keyboard.
        <button type="button" aria-disabled={isReading} onClick={() => void (!isReading && fetchNextPage())}>
          {press}
        </button>
      )}
    </div>
  )
}
