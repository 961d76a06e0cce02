import { TextField } from './fields.tsx'
import { OrderedList } from './ordered-list.tsx'

type Props = {
  label: string
  path: string
  /** Replaces the list at the path, and what a change does. */
  value?: readonly string[]
  change?: (items: readonly string[]) => void
  /** The label of an item, without its number. */
  one: string
  add: string
  max: number
  placeholder?: string
  empty?: string
  isFixed?: boolean
  type?: 'text' | 'url'
}

/** A list of short texts, one field each. */
export function TextList({ one, add, placeholder, type = 'text', ...list }: Props) {
  const nameOf = (place: number) => `${one} ${place + 1}`
  return (
    <OrderedList<string> nameOf={(_, place) => nameOf(place)} add={{ words: add, make: () => '' }} isInline {...list}>
      {({ item, put, place, path }) => (
        <TextField isBare label={nameOf(place)} {...{ path, value: item, change: put, placeholder, type }} />
      )}
    </OrderedList>
  )
}
