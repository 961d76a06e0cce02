import { useEffect, useRef, useState } from 'react'
import { type ContactFilter, maxSearchLength, writeFilter } from '../../live/contact-filter.ts'
import { navigate } from '../../ui/route.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useContactsWords } from '../../words/screen-words.ts'

const restsFor = 250

/** Searches the contacts. */
export function ContactSearch({ filter }: { filter: ContactFilter }) {
  const { title, search, searchHint, clearSearch } = useContactsWords()
  const [text, change] = useTyped(filter)
  return (
    <SearchField
      text={text}
      change={change}
      maxLength={maxSearchLength}
      command="contacts.search"
      group={title}
      words={{ search, hint: searchHint, clear: clearSearch }}
      isLeftByEnter
    />
  )
}

/** The typed text. It is put into the address after a pause in typing, and follows other changes of the address. */
function useTyped(filter: ContactFilter): [text: string, change: (text: string) => void] {
  const [text, change] = useState(filter.q)
  const published = useRef(filter.q)
  const settled = useDebounced(text.trim(), restsFor)
  const latest = useRef(filter)
  latest.current = filter
  useEffect(() => {
    if (settled === published.current) return
    published.current = settled
    navigate({ page: 'contacts', id: null, query: writeFilter({ ...latest.current, q: settled }) }, { replace: true })
  }, [settled])
  useEffect(() => {
    if (filter.q === published.current) return
    published.current = filter.q
    change(filter.q)
  }, [filter.q])
  return [text, change]
}
