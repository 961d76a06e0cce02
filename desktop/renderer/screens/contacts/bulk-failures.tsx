import { X } from 'lucide-react'
import { useFigures } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import type { Failed } from './use-bulk.ts'

const mostShown = 20

/** Whom a change of many could not be made for, and why. It stays until somebody closes it. */
export function BulkFailures({ failed: { change, contacts }, close }: { failed: Failed; close: () => void }) {
  const words = useContactsWords().bulk
  const figures = useFigures()
  const said = 'delete' in change ? words.notRemoved : words.failed
  const rest = contacts.length - mostShown
  return (
    <section className="bulk-failures" role="alert">
      <header>
        <p className="error">{said(contacts.length)}</p>
        <IconButton Icon={X} label={words.close} onClick={close} />
      </header>
      <ul>
        {contacts.slice(0, mostShown).map(({ id, name, why }) => (
          <li key={id}>
            <Link to={{ page: 'contacts', id, query: '' }} dir="auto">
              {name}
            </Link>{' '}
            <span className="muted">{why}</span>
          </li>
        ))}
        {rest > 0 && <li className="muted">{words.more(figures.whole(rest))}</li>}
      </ul>
    </section>
  )
}
