import { type FormEvent, type RefObject, useState } from 'react'
import { go } from '../../app/route.ts'
import { useDraft } from '../../form/draft.ts'
import { type Faults, FaultsProvider, faultsOf, noFaults } from '../../form/faults.ts'
import { FormActions } from '../../form/form-actions.tsx'
import { TextField } from '../../form/text-field.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { faulted, otherIn } from './contact-faults.ts'

type Props = { dialog: RefObject<HTMLDialogElement | null> }

/** Adds a contact from elsewhere: what is known of them at first. */
export function NewContact({ dialog }: Props) {
  const words = useContactsWords()
  return (
    <Dialog dialog={dialog} label={words.add}>
      {(close) => <NewContactForm close={close} />}
    </Dialog>
  )
}

type Refused = { faults: Faults; other: string | undefined }

const nothingRefused: Refused = { faults: noFaults, other: undefined }
const nothing = { name: '', email: '', phone: '', company: '' }

function NewContactForm({ close }: { close: () => void }) {
  const words = useContactsWords()
  const { visitor } = useWords()
  const { client, site } = useDesk()
  const [{ faults, other }, setRefused] = useState<Refused>(nothingRefused)
  const draft = useDraft(nothing, async (typed) => {
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
    setRefused(nothingRefused)
    try {
      const made = await client.leads.create.mutate({ site: site.id, ...given })
      close()
      // Once nothing is unsaved any more.
      setTimeout(() => go({ page: 'contacts', id: made.id, query: '' }))
    } catch (error) {
      const told = faulted(error, words.page)
      setRefused({ faults: faultsOf(told), other: otherIn(error) })
      throw told
    }
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void draft.save()
  }
  const { value, change } = draft
  return (
    <FaultsProvider value={faults}>
      <form noValidate className="settings-form" onSubmit={submit}>
        <h2>{words.add}</h2>
        <TextField label={visitor.fullName} path="name" value={value.name} change={(name) => change({ name })} />
        <TextField
          label={visitor.email}
          path="email"
          type="email"
          value={value.email}
          change={(email) => change({ email })}
        />
        {other && (
          <Link to={{ page: 'contacts', id: other, query: '' }} onClick={close}>
            {words.page.openOther}
          </Link>
        )}
        <TextField
          label={visitor.phone}
          path="phone"
          type="tel"
          value={value.phone}
          change={(phone) => change({ phone })}
        />
        <TextField
          label={visitor.company}
          path="company"
          value={value.company}
          change={(company) => change({ company })}
        />
        <FormActions saving={draft.saving} close={close} />
      </form>
    </FaultsProvider>
  )
}
