import { useRef } from 'react'
import type { ContactFilter } from '../../live/contact-filter.ts'
import { navigate } from '../../ui/route.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { NewContact } from './new-contact.tsx'

/** The empty state of the table: what it will show, and what to do. */
export function EmptyTable({ filter }: { filter: ContactFilter }) {
  const words = useContactsWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const isFiltered = filter.status !== '' || filter.tag !== '' || Object.keys(filter.made).length > 0
  if (filter.q !== '' || isFiltered)
    return (
      <div className="list-said">
        <h2>{filter.q === '' ? words.noneLike : words.notFound(filter.q)}</h2>
        {isFiltered && <p className="muted">{words.noneLikeHint}</p>}
        <button type="button" className="quiet" onClick={() => navigate({ page: 'contacts', id: null, query: '' })}>
          {words.showAll}
        </button>
      </div>
    )
  return (
    <div className="list-said">
      <h2>{words.none}</h2>
      <p className="muted">{words.noneHint}</p>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {words.add}
      </button>
      <NewContact dialog={dialog} />
    </div>
  )
}
