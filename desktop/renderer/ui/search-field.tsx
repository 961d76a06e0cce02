import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { isComposing } from '../../../shared/composing.ts'
import { useCommand } from '../keys/commands.tsx'
import { KeysOf } from '../keys/key-caps.tsx'
import { useWords } from '../words/words.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './search-field.module.css'

type Props = {
  text: string
  change(text: string): void
  maxLength: number
  /** The command that focuses the field, and its group. */
  command: string
  group: string
  words: { search: string; hint: string; clear: string }
  /** Whether Enter also returns to the results. */
  isLeftByEnter?: boolean
}

/** Searches the shown list. Escape leaves and clears it. */
export function SearchField({ text, change, maxLength, command, group, words, isLeftByEnter = false }: Props) {
  const { keys } = useWords()
  const field = useRef<HTMLInputElement>(null)
  const begin = () => {
    field.current?.focus()
    field.current?.select()
  }
  useCommand({ id: command, words: keys.search, group, keys: '/', run: begin })
  const leave = ({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Escape') change('')
    if (key === 'Escape' || (key === 'Enter' && isLeftByEnter && !isComposing(nativeEvent))) currentTarget.blur()
  }
  return (
    <search className={`row ${styles.searchField}`}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        value={text}
        maxLength={maxLength}
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
