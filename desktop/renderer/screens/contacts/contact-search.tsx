import { type ContactFilter, maxSearchLength, writeFilter } from '../../live/contact-filter.ts'
import { navigate } from '../../ui/route.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useTypedSearch } from '../../ui/typed-search.ts'
import { useContactsWords } from '../../words/screen-words.ts'

/** Searches the contacts. */
export function ContactSearch({ filter }: { filter: ContactFilter }) {
  const { title, search, searchHint, clearSearch } = useContactsWords()
  const put = (q: string) =>
    navigate({ page: 'contacts', id: null, query: writeFilter({ ...filter, q }) }, { replace: true })
  const [text, change] = useTypedSearch(filter.q, put)
  return (
    <SearchField
      text={text}
      change={change}
      maxLength={maxSearchLength}
      command="contacts.search"
      group={title}
      words={{ search, hint: searchHint, clear: clearSearch }}
      isLeftByEnter
    />
  )
}
