import { useRef } from 'react'
import { go } from '../../app/route.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { NewContact } from './new-contact.tsx'

/** What a table without contacts says: what will be here, and what to do now. */
export function EmptyTable({ filter }: { filter: ContactFilter }) {
  const words = useContactsWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const isFiltered = filter.status !== '' || filter.tag !== '' || Object.keys(filter.made).length > 0
  if (filter.q !== '' || isFiltered)
    return (
      <div className="list-said empty">
        <h2>{filter.q === '' ? words.noneLike : words.notFound(filter.q)}</h2>
        {isFiltered && <p className="muted">{words.noneLikeHint}</p>}
        <button type="button" className="quiet" onClick={() => go({ page: 'contacts', id: null, query: '' })}>
          {words.showAll}
        </button>
      </div>
    )
  return (
    <div className="list-said empty">
      <h2>{words.none}</h2>
      <p className="muted">{words.noneHint}</p>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {words.add}
      </button>
      <NewContact dialog={dialog} />
    </div>
  )
}
