import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useWords } from '../words/words.tsx'
import './search-field.css'

type Given = { text: string; change(text: string): void }

/** The server takes no more. */
const longest = 48

/** Searches in the list that is shown. Escape leaves it, and empties it. */
export function SearchField({ text, change }: Given) {
  const { inbox, keys } = useWords()
  const field = useRef<HTMLInputElement>(null)
  useCommand({
    id: 'inbox.search',
    words: keys.search,
    group: inbox.group,
    keys: '/',
    run() {
      field.current?.focus()
      field.current?.select()
    },
  })
  const leave = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Escape') return
    change('')
    currentTarget.blur()
  }
  return (
    <search className="search-field">
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        value={text}
        maxLength={longest}
        aria-label={inbox.search}
        placeholder={inbox.searchHint}
        onChange={({ target }) => change(target.value)}
        onKeyDown={leave}
        dir="auto"
        autoComplete="off"
      />
      {text === '' ? (
        <KeysOf id="inbox.search" />
      ) : (
        <button type="button" className="icon" aria-label={inbox.clear} onClick={() => change('')}>
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </search>
  )
}
