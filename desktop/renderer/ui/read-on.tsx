import { useEffect, useState } from 'react'
import { wordsOf } from '../live/connection.ts'
import { useConnection } from '../live/follow-site.ts'
import { hasFailed, type Paged, pageDue, readOn } from '../live/paged.ts'
import { useWords } from '../words/words.tsx'
import styles from './read-on.module.css'

/** Fetches the next page of a list when its end is near. After a failure, the person retries. */
export function useReadOn(list: Paged, isNearEnd: boolean): void {
  const { fetchNextPage } = list
  const due = pageDue(list, isNearEnd)
  // Compares pages, because one may have arrived without a render in between, and the next one is due.
  useEffect(() => {
    if (due !== null) void fetchNextPage({ cancelRefetch: false })
  }, [due, fetchNextPage])
}

type Props = {
  list: Paged
  /** The label of the button for the next page. Without it, the list loads pages by itself. */
  more?: string
  /** Whether it stands below rows that reach from edge to edge. */
  isWide?: boolean
}

/** The end of a list: loads the next page, and shows errors. */
export function ReadOn({ list, more, isWide = false }: Props) {
  const { common } = useWords()
  const isOffline = useConnection().state === 'offline'
  // The button stays until it is done, and keeps the focus.
  const [pressed, press] = useState<string>()
  const failed = hasFailed(list)
  const isReading = list.isFetchingNextPage || pressed !== undefined
  const button = pressed ?? (failed ? common.retry : more)
  const waits = isReading && isOffline ? common.readsOnLater : ''
  if (!list.hasNextPage) return null
  const readNext = async () => {
    press(button)
    await readOn(list)
    press(undefined)
  }
  return (
    <div className={`cluster ${styles.readOn}`} data-wide={isWide}>
      <p role="status">{failed ? common.notReadOn(wordsOf(list.error)) : waits}</p>
      {button && (
        // Not `disabled`, which would drop the focus of keyboard users.
        <button type="button" aria-disabled={isReading} onClick={() => void (!isReading && readNext())}>
          {button}
        </button>
      )}
    </div>
  )
}
