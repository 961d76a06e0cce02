import { Check, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { moveFocus } from './focus.ts'

type Item = { id: string; name: string; color: string }

type Props<T extends Item> = {
  items: readonly T[]
  /** How many of the selected objects have an item. */
  shareOf: (item: T) => 'all' | 'some' | 'none'
  set: (item: T, on: boolean) => void
  /** `none`: none has an item. `some`: some have it. */
  words: { find: string; none?: string; notFound?: string; some?: string }
  /** Rendered below the items found for these words. `done` clears the field. */
  children?: (name: string, done: () => void) => ReactNode
}

/** Labels or tags with check marks. They can be searched, and selected by keys. */
export function Picker<T extends Item>({ items, shareOf, set, words, children }: Props<T>) {
  const [wanted, setWanted] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const name = wanted.trim()
  const found = items.filter((item) => item.name.toLowerCase().includes(name.toLowerCase()))
  const done = () => {
    setWanted('')
    field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the buttons inside handle the events
    <div className="menu" onKeyDown={moveFocus}>
      <input
        type="search"
        dir="auto"
        maxLength={40}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        aria-label={words.find}
        placeholder={words.find}
        ref={field}
      />
      {found.length === 0 && <p className="muted">{name === '' ? words.none : words.notFound}</p>}
      {found.map((item) => (
        <Choice key={item.id} item={item} share={shareOf(item)} set={set} some={words.some} />
      ))}
      {children?.(name, done)}
    </div>
  )
}

type ChoiceProps<T> = {
  item: T
  share: 'all' | 'some' | 'none'
  set: (item: T, on: boolean) => void
  some: string | undefined
}

function Choice<T extends Item>({ item, share, set, some }: ChoiceProps<T>) {
  return (
    <button
      type="button"
      className="choice"
      aria-pressed={share === 'some' ? 'mixed' : share === 'all'}
      onClick={() => set(item, share !== 'all')}
    >
      <span className="tick">
        {share === 'all' && <Check size={16} aria-hidden />}
        {share === 'some' && <Minus size={16} aria-hidden />}
      </span>
      <span className="dot" style={{ background: item.color }} />
      <bdi>{item.name}</bdi>
      {share === 'some' && <span className="muted">{some}</span>}
    </button>
  )
}
