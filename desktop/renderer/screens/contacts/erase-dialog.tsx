import { type FormEvent, type RefObject, useState } from 'react'
import type { Erasure } from '../../../../shared/erasure.ts'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './contact-page.module.css'
import { nameOfContact } from './names.ts'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  lead: LeadDetail
  /** Shows the receipt, because the contact no longer exists. */
  erased: (receipt: Erasure) => void
}

/** Erases a contact after its name was typed. */
export function EraseDialog({ dialog, lead, erased }: Props) {
  const { erase: words } = useContactsWords()
  return (
    <Dialog dialog={dialog} className={`settings-dialog ${styles.erase}`} label={words.title(nameOfContact(lead))}>
      {(close) => <Confirm lead={lead} close={close} erased={erased} />}
    </Dialog>
  )
}

type ConfirmProps = { lead: LeadDetail; close: () => void; erased: (receipt: Erasure) => void }

function Confirm({ lead, close, erased }: ConfirmProps) {
  const { erase: words } = useContactsWords()
  const { common } = useWords()
  const { client, site } = useDesk()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const name = nameOfContact(lead)
  const wanted = lead.email ?? name
  const isSure = same(typed, wanted)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSure || isBusy) return
    setBusy(true)
    setRefused('')
    try {
      erased(await client.leads.erase.mutate({ site: site.id, id: lead.id }))
    } catch (error) {
      setRefused(wordsOf(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <h2 dir="auto">{words.title(name)}</h2>
      <p>{words.text}</p>
      <p>{words.first}</p>
      <label>
        <span>{words.type}</span>
        <bdi className={styles.toType}>{wanted}</bdi>
        <input
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-label={`${words.type} ${wanted}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      <div className="cluster">
        <button type="button" className="quiet" onClick={close} disabled={isBusy}>
          {common.cancel}
        </button>
        <button type="submit" className="danger" disabled={!isSure || isBusy}>
          {isBusy ? words.working : words.now}
        </button>
      </div>
    </form>
  )
}

/** Names may contain invisible kinds of spaces. */
const same = (one: string, other: string) => inOne(one) === inOne(other)
const inOne = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
