import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useWords } from '../words/words.tsx'
import { IconButton } from './icon-button.tsx'
import './search-field.css'

type Props = {
  text: string
  change(text: string): void
  longest: number
  /** Of the command that goes to the field, and the group in which it stands. */
  command: string
  group: string
  words: { search: string; hint: string; clear: string }
  /** Whether Enter leads back to what was found, too. */
  isLeftByEnter?: boolean
}

/** Searches in the list that is shown. Escape leaves it, and empties it. */
export function SearchField({ text, change, longest, command, group, words, isLeftByEnter = false }: Props) {
  const { keys } = useWords()
  const field = useRef<HTMLInputElement>(null)
  const begin = () => {
    field.current?.focus()
    field.current?.select()
  }
  useCommand({ id: command, words: keys.search, group, keys: '/', run: begin })
  const leave = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Escape') change('')
    if (key === 'Escape' || (key === 'Enter' && isLeftByEnter)) currentTarget.blur()
  }
  return (
    <search className="search-field">
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        value={text}
        maxLength={longest}
        aria-label={words.search}
        placeholder={words.hint}
        onChange={({ target }) => change(target.value)}
        onKeyDown={leave}
        dir="auto"
        autoComplete="off"
      />
      {text === '' ? <KeysOf id={command} /> : <IconButton Icon={X} label={words.clear} onClick={() => change('')} />}
    </search>
  )
}
