import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSoon } from '../data/use-soon.ts'
import { go } from '../frame/route.ts'
import '../inbox/search-field.css'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useWords } from '../words/words.tsx'
import { type ContactFilter, longestSearch, writeFilter } from './filter.ts'
import { useContactsWords } from './words.ts'

const restsFor = 250

/** Searches in the contacts. Escape leaves it, and empties it. */
export function ContactSearch({ filter }: { filter: ContactFilter }) {
  const words = useContactsWords()
  const { keys } = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [text, change] = useTyped(filter)
  const begin = () => {
    field.current?.focus()
    field.current?.select()
  }
  useCommand({ id: 'contacts.search', words: keys.search, group: words.title, keys: '/', run: begin })
  const leave = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Escape' && key !== 'Enter') return
    if (key === 'Escape') change('')
    currentTarget.blur()
  }
  return (
    <search className="search-field">
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        value={text}
        maxLength={longestSearch}
        aria-label={words.search}
        placeholder={words.searchHint}
        onChange={({ target }) => change(target.value)}
        onKeyDown={leave}
        dir="auto"
        autoComplete="off"
      />
      {text === '' ? (
        <KeysOf id="contacts.search" />
      ) : (
        <button type="button" className="icon" aria-label={words.clearSearch} onClick={() => change('')}>
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </search>
  )
}

/** What is typed. It goes into the address once nobody types for a moment; an address that says another is followed. */
function useTyped(filter: ContactFilter): [text: string, change: (text: string) => void] {
  const [text, change] = useState(filter.q)
  const told = useRef(filter.q)
  const settled = useSoon(text.trim(), restsFor)
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
