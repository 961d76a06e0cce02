import { type RefObject, useState } from 'react'
import { FormActions } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { navigate } from '../../ui/route.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { faulted, otherIn } from './contact-draft.ts'

type Props = { dialog: RefObject<HTMLDialogElement | null> }

/** Adds a contact. */
export function NewContact({ dialog }: Props) {
  const words = useContactsWords()
  return (
    <Dialog dialog={dialog} label={words.add}>
      {(close) => <NewContactForm close={close} />}
    </Dialog>
  )
}

const nothing = { name: '', email: '', phone: '', company: '' }

function NewContactForm({ close }: { close: () => void }) {
  const words = useContactsWords()
  const { visitor } = useWords()
  const { client, site } = useDesk()
  /** The contact that already has the email. */
  const [other, setOther] = useState<string>()
  const draft = useDraft(nothing, async (typed) => {
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
    setOther(undefined)
    try {
      const made = await client.leads.create.mutate({ site: site.id, ...given })
      close()
      // After the form has no unsaved changes.
      setTimeout(() => navigate({ page: 'contacts', id: made.id, query: '' }))
    } catch (error) {
      setOther(otherIn(error))
      throw faulted(error, words.page)
    }
  })
  return (
    <Form draft={draft} noValidate className="stack gap-4">
      <h2>{words.add}</h2>
      <TextField label={visitor.fullName} path="name" />
      <TextField label={visitor.email} path="email" type="email" />
      {other && (
        <Link to={{ page: 'contacts', id: other, query: '' }} onClick={close}>
          {words.page.openOther}
        </Link>
      )}
      <TextField label={visitor.phone} path="phone" type="tel" />
      <TextField label={visitor.company} path="company" />
      <FormActions saving={draft.saving} close={close} />
    </Form>
  )
}
