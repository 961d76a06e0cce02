import { Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { matches } from '../ui/search.ts'
import { useLaterWords } from '../words/later-words.ts'

type Props<T> = {
  /** The section's name. */
  name: string
  intro: string
  /** The heading, if a page has several lists. */
  title?: string
  /** The label of the button that adds an item. */
  add: string
  /** Shown if there are no items. */
  empty: string
  /** The number of items, in words. */
  count?: string
  items: T[]
  /** With more items than this, a search field is shown. */
  few: number
  /** Whether this person may add, change and delete items. */
  mayEdit: boolean
  /** The texts that the search looks in. */
  textsOf(item: T): string[]
  /** The form that changes an item, or adds one if there is none. */
  form(close: () => void, item?: T): ReactNode
} & RowProps<T>

type RowProps<T> = {
  nameOf(item: T): string
  /** The content of an item's row. */
  show(item: T): ReactNode
  remove(item: T): Promise<unknown>
  removeHint?: string
}

/** A searchable list of the site's items, which are added, changed and deleted individually. */
export function EditableList<T extends { id: string }>(given: Props<T>) {
  const { name, intro, title, empty, items, mayEdit, textsOf, form, ...row } = given
  const { settings } = useLaterWords()
  const [wanted, setWanted] = useState('')
  /** The id of the item being changed. */
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const found = items.filter((item) => matches(wanted, ...textsOf(item)))
  const close = () => setEditing(null)
  const isMaking = editing === 'new'
  return (
    <section className="settings-section" aria-label={name}>
      {title && (
        <header className="cluster spread">
          <h2>{title}</h2>
        </header>
      )}
      <p className="muted">{intro}</p>
      <Tools given={given} wanted={wanted} want={setWanted} make={isMaking ? undefined : () => setEditing('new')} />
      {isMaking && form(close)}
      <ul className="settings-list">
        {found.map((item) =>
          editing === item.id ? (
            <li key={item.id} className="editing">
              {form(close, item)}
            </li>
          ) : (
            <Row key={item.id} item={item} {...row} {...(mayEdit && { edit: () => setEditing(item.id) })} />
          ),
        )}
      </ul>
      {items.length === 0 && !isMaking && <p className="empty">{empty}</p>}
      {items.length > 0 && found.length === 0 && <p className="empty">{settings.nothingFound(wanted)}</p>}
    </section>
  )
}

type ToolsProps<T> = {
  given: Props<T>
  wanted: string
  want: (wanted: string) => void
  make: (() => void) | undefined
}

function Tools<T>({ given: { add, count, items, few, mayEdit }, wanted, want, make }: ToolsProps<T>) {
  const { settings } = useLaterWords()
  return (
    <div className="settings-tools">
      {items.length > few && (
        <input
          type="search"
          value={wanted}
          aria-label={settings.search}
          placeholder={settings.search}
          onChange={(event) => want(event.target.value)}
        />
      )}
      {count !== undefined && <span className="muted">{count}</span>}
      {mayEdit && make && (
        <button type="button" onClick={make}>
          <Plus size={16} aria-hidden="true" />
          {add}
        </button>
      )}
    </div>
  )
}

type OneProps<T> = RowProps<T> & { item: T; edit?: () => void }

function Row<T>({ item, edit, nameOf, show, remove, removeHint }: OneProps<T>) {
  const { settings, common } = useLaterWords()
  const name = nameOf(item)
  return (
    <li>
      <div className="what">{show(item)}</div>
      {edit && (
        <div className="cluster row-actions">
          <IconButton Icon={Pencil} label={settings.edit(name)} className="icon quiet" onClick={edit} />
          <RemoveButton
            words={common.remove}
            label={settings.removeOne(name)}
            sure={settings.removeForGood}
            {...(removeHint !== undefined && { hint: removeHint })}
            remove={() => remove(item)}
          />
        </div>
      )}
    </li>
  )
}
