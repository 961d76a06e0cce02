import { OrderedList } from './ordered-list.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  label: string
  path: string
  items: readonly string[]
  change: (items: string[]) => void
  /** What one of them is called: its label, without its number. */
  one: string
  add: string
  most: number
  placeholder?: string
  empty?: string
  isFixed?: boolean
  type?: 'text' | 'url'
}

/** A list of short texts, a field each. */
export function TextList({ label, path, items, change, one, add, most, placeholder, type = 'text', ...rest }: Props) {
  const nameOf = (place: number) => `${one} ${place + 1}`
  return (
    <OrderedList
      label={label}
      path={path}
      items={items}
      change={change}
      nameOf={(_, place) => nameOf(place)}
      add={{ words: add, make: () => '' }}
      most={most}
      isInline
      {...rest}
    >
      {(row) => (
        <TextField
          isBare
          label={nameOf(row.place)}
          path={row.path}
          value={row.item}
          change={row.put}
          placeholder={placeholder}
          type={type}
        />
      )}
    </OrderedList>
  )
}
