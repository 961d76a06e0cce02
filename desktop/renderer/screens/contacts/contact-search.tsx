import { useEffect, useRef, useState } from 'react'
import { go } from '../../app/route.ts'
import { type ContactFilter, longestSearch, writeFilter } from '../../live/contact-filter.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useContactsWords } from '../../words/screen-words.ts'

const restsFor = 250

/** Searches in the contacts. */
export function ContactSearch({ filter }: { filter: ContactFilter }) {
  const { title, search, searchHint, clearSearch } = useContactsWords()
  const [text, change] = useTyped(filter)
  return (
    <SearchField
      text={text}
      change={change}
      longest={longestSearch}
      command="contacts.search"
      group={title}
      words={{ search, hint: searchHint, clear: clearSearch }}
      isLeftByEnter
    />
  )
}

/** What is typed. It goes into the address once nobody types for a moment; an address that says another is followed. */
function useTyped(filter: ContactFilter): [text: string, change: (text: string) => void] {
  const [text, change] = useState(filter.q)
  const told = useRef(filter.q)
  const settled = useDebounced(text.trim(), restsFor)
  const latest = useRef(filter)
  latest.current = filter
  useEffect(() => {
    if (settled === told.current) return
    told.current = settled
    go({ page: 'contacts', id: null, query: writeFilter({ ...latest.current, q: settled }) }, { replace: true })
  }, [settled])
  useEffect(() => {
    if (filter.q === told.current) return
    told.current = filter.q
    change(filter.q)
  }, [filter.q])
  return [text, change]
}
