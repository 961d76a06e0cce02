import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { go } from '../../app/route.ts'
import { useCommand } from '../../keys/commands.tsx'
import { type ContactFilter, writeFilter } from '../../live/contact-filter.ts'
import { useDesk } from '../../live/desk.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { contactsIn } from './contact-list.ts'
import { contactsQuery } from './queries.ts'

/** Goes on to the contact below or above in the table, by the keys that go through it. */
export function useNeighbours(id: string, filter: ContactFilter): void {
  const { commands, title: group } = useContactsWords()
  const { data } = useInfiniteQuery(contactsQuery(useDesk(), filter))
  const contacts = useMemo(() => contactsIn(data), [data])
  const at = contacts.findIndex((contact) => contact.id === id)
  const next = contacts[at + 1]
  const previous = at > 0 ? contacts[at - 1] : undefined
  const show = (contact: { id: string } | undefined) =>
    contact && go({ page: 'contacts', id: contact.id, query: writeFilter(filter) }, { replace: true })
  const [below, above] = [() => show(next), () => show(previous)]
  useCommand({ id: 'contacts.next', words: commands.next, group, keys: 'j', run: below }, next !== undefined)
  useCommand(
    { id: 'contacts.previous', words: commands.previous, group, keys: 'k', run: above },
    previous !== undefined,
  )
}
