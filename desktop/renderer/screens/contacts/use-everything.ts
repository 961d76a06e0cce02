import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { wordsOf } from '../../app/connection.ts'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { toast } from '../../ui/toast.ts'
import { type ContactsData, contactsIn } from './contact-list.ts'
import type { Selecting } from './use-selection.ts'

export type Everything = { count: number; isReading: boolean; choose: () => void }

/** Chooses all that a filter finds, with what was not read yet; undefined where all of it is here. */
export function useEverything(
  asked: UseInfiniteQueryResult<ContactsData>,
  filter: ContactFilter,
  { these }: Selecting,
): Everything | undefined {
  const [isReading, setReading] = useState(false)
  const shown = useRef('')
  shown.current = writeFilter(filter)
  const counts = asked.data?.pages[0]?.counts
  if (!counts || !asked.hasNextPage) return undefined
  const readAll = async () => {
    const wanted = shown.current
    let now = await asked.fetchNextPage()
    while (now.hasNextPage && !now.isError && shown.current === wanted) now = await now.fetchNextPage()
    if (now.isError) return toast(wordsOf(now.error), { tone: 'danger' })
    if (shown.current === wanted) these(contactsIn(now.data))
  }
  return {
    count:
      filter.status === '' ? Object.values(counts).reduce((sum, one) => sum + one, 0) : (counts[filter.status] ?? 0),
    isReading,
    choose() {
      setReading(true)
      void readAll().finally(() => setReading(false))
    },
  }
}
