import { Check, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Erasure } from '../../../../shared/erasure.ts'
import { focusAtFirst } from '../../ui/focus.ts'
import { useFigures, useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import styles from './contact-page.module.css'

type Props = { receipt: Erasure; close: () => void }

/** What was erased. It can be saved as a file, because the server does not store it. */
export function EraseReceipt({ receipt, close }: Props) {
  const { erase: words } = useContactsWords()
  const times = useTimes()
  const figures = useFigures()
  const { removed, emptied } = receipt
  const counts = [
    ...Object.entries(words.removed).map(([name, label]) => [label, removed[name as keyof typeof removed]] as const),
    [words.events, emptied.events] as const,
    [words.auditTargets, emptied.auditTargets] as const,
  ]
  return (
    <section className={`${styles.eraseReceipt} card`} aria-label={words.done}>
      <h1>
        <Check size={16} aria-hidden="true" /> {words.done}
      </h1>
      <p role="status">{words.receipt}</p>
      <p className="muted">
        <code>{receipt.id}</code> · <bdi>{words.by(receipt.by, times.whole(receipt.at))}</bdi>
      </p>
      <dl>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figures.whole(count)}</dd>
          </div>
        ))}
      </dl>
      <StillNamed named={receipt.stillNamed} />
      <div className="cluster end">
        <SaveReceipt receipt={receipt} />
        <button type="button" onClick={close} ref={focusAtFirst}>
          {words.close}
        </button>
      </div>
    </section>
  )
}

function SaveReceipt({ receipt }: Pick<Props, 'receipt'>) {
  const { erase: words } = useContactsWords()
  const [address, setAddress] = useState('')
  useEffect(() => {
    const file = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' })
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [receipt])
  return (
    <a className="as-button" href={address} download={`erasure-${receipt.id}.json`}>
      <Download size={16} aria-hidden="true" />
      {words.save}
    </a>
  )
}

/** Other records that contain the same email. */
function StillNamed({ named }: { named: Erasure['stillNamed'] }) {
  const { erase: words } = useContactsWords()
  const some = Object.entries(named).filter(([, ids]) => ids.length > 0) as [keyof typeof named, string[]][]
  if (some.length === 0) return null
  return (
    <div>
      <p>{words.stillNamed}</p>
      {some.map(([kind, ids]) => (
        <p key={kind}>
          {words.named[kind]}:{' '}
          {ids.map((id) => (
            <span key={id}>
              <Named kind={kind} id={id} />{' '}
            </span>
          ))}
        </p>
      ))}
    </div>
  )
}

function Named({ kind, id }: { kind: keyof Erasure['stillNamed']; id: string }) {
  if (kind === 'conversations') return <Link to={{ page: 'inbox', list: 'all', id }}>{id}</Link>
  if (kind === 'contacts') return <Link to={{ page: 'contacts', id, query: '' }}>{id}</Link>
  return <code>{id}</code>
}
