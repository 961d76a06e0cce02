import { useEffect, useRef, useState } from 'react'
import { navigate } from '../../ui/route.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { type JobFilters, jobsRoute } from './filters.ts'

const restsFor = 250
const maxLength = 200

/** Searches the jobs. */
export function ListSearch({ filters }: { filters: JobFilters }) {
  const { list: words } = useJobPageWords()
  const { title } = useJobsWords()
  const [text, change] = useTyped(filters)
  return (
    <SearchField
      text={text}
      change={change}
      maxLength={maxLength}
      command="jobs.search"
      group={title}
      words={{ search: words.search, hint: words.searchHint, clear: words.clearSearch }}
      isLeftByEnter
    />
  )
}

/** The typed text. It is put into the address after a pause in typing, and follows other changes of the address. */
function useTyped(filters: JobFilters): [text: string, change: (text: string) => void] {
  const [text, change] = useState(filters.q)
  const published = useRef(filters.q)
  const settled = useDebounced(text.trim(), restsFor)
  const latest = useRef(filters)
  latest.current = filters
  useEffect(() => {
    if (settled === published.current) return
    published.current = settled
    navigate(jobsRoute({ ...latest.current, q: settled }), { replace: true })
  }, [settled])
  useEffect(() => {
    if (filters.q === published.current) return
    published.current = filters.q
    change(filters.q)
  }, [filters.q])
  return [text, change]
}
