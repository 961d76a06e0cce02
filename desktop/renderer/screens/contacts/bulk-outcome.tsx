import { X } from 'lucide-react'
import { useFigures } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { errorWords } from '../../words/error-words.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './contacts.module.css'
import type { Outcome } from './use-bulk.ts'

const maxShown = 20

type Props = { outcome: Outcome; resume: () => void; close: () => void }

/** The contacts that a bulk change was not made for, and the rest of one that did not end, until somebody closes it. */
export function BulkOutcome({ outcome: { change, failures }, resume, close }: Props) {
  const words = useContactsWords().bulk
  const { errors } = useWords()
  const figures = useFigures()
  const { done, failed, total, error } = change
  const text = change.change.delete ? words.notRemoved : words.failed
  const shown = failures.slice(0, maxShown)
  const why = error ? errorWords({ error }, errors) : ''
  return (
    <>
      {failed > 0 && (
        <section className={styles.bulkFailures} role="alert">
          <header>
            <p className="error">{text(failed)}</p>
            <IconButton Icon={X} label={words.close} onClick={close} />
          </header>
          <ul>
            {shown.map(({ id, name, why }) => (
              <li key={id}>
                <Link to={{ page: 'contacts', id, query: '' }} dir="auto">
                  {name}
                </Link>{' '}
                <span className="muted">{why}</span>
              </li>
            ))}
            {failed > shown.length && <li className="muted">{words.more(figures.whole(failed - shown.length))}</li>}
          </ul>
        </section>
      )}
      {change.status !== 'done' && (
        <section className={styles.bulkUnfinished} role="alert">
          <p>{words.unfinished(figures.whole(done + failed), figures.whole(total - done - failed), why)}</p>
          <button type="button" onClick={resume}>
            {words.goOn}
          </button>
          <IconButton Icon={X} label={words.close} onClick={close} />
        </section>
      )}
    </>
  )
}
