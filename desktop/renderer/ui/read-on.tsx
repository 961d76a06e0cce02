import { useEffect, useState } from 'react'
import { wordsOf } from '../app/connection.ts'
import { useConnection } from '../live/follow-site.ts'
import { hasFailed, type Paged, pageDue, readOn } from '../live/paged.ts'
import { useWords } from '../words/words.tsx'
import './read-on.css'

/** Reads a list on by itself where its end is near. Where that failed, a person says when it is tried again. */
export function useReadOn(list: Paged, isNearEnd: boolean): void {
  const { fetchNextPage } = list
  const due = pageDue(list, isNearEnd)
  // By the page: one may have come without this having been drawn while it was read, and the next one is due.
  useEffect(() => {
    if (due !== null) void fetchNextPage({ cancelRefetch: false })
  }, [due, fetchNextPage])
}

type Props = {
  list: Paged
  /** On the button that reads on; none where the list does so by itself. */
  more?: string
}

/** Stands at the end of what was read of a list: reads on, and says in words where that does not go. */
export function ReadOn({ list, more }: Props) {
  const { common } = useWords()
  const isOffline = useConnection().state === 'offline'
  // What was pressed stays until it is done, and with it the focus.
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
    <div className="read-on">
      <p role="status">{failed ? common.notReadOn(wordsOf(list.error)) : waits}</p>
      {button && (
        // Not `disabled`, which would take the focus away from who works by keyboard.
        <button type="button" aria-disabled={isReading} onClick={() => void (!isReading && readNext())}>
          {button}
        </button>
      )}
    </div>
  )
}
