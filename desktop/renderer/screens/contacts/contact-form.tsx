import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PatchLead } from '../../../../shared/lead.ts'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { DraftForm } from '../../form/draft-form.tsx'
import { Section, TextField } from '../../form/fields.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { Link } from '../../ui/link.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import {
  type Attribute,
  attributesOf,
  draftOf,
  faulted,
  fieldPath,
  formFieldsOf,
  otherIn,
  patchOf,
} from './contact-draft.ts'

type Props = { lead: LeadDetail; definitions: readonly Attribute[] }

/** Edits a contact's details in place, saved together. */
export function ContactForm({ lead, definitions }: Props) {
  const { page: words, commands, title: group } = useContactsWords()
  const form = useRef<HTMLDivElement>(null)
  const edit = () => form.current?.querySelector<HTMLElement>('input')?.focus()
  useCommand({ id: 'contacts.edit', words: commands.edit, group, keys: 'e', run: edit })
  const saved = draftOf(lead)
  const { write, other } = useWrite(lead.id)
  return (
    <div ref={form}>
      <DraftForm saved={saved} write={(draft) => write(patchOf(draft, saved))}>
        {({ value, put }) => (
          <>
            <Section title={words.details}>
              <Details />
              {other && <Link to={{ page: 'contacts', id: other, query: '' }}>{words.openOther}</Link>}
            </Section>
            <Section title={words.attributes} hint={words.attributesHint}>
              <AttributeFields attributes={attributesOf(value, definitions)} put={put} />
            </Section>
            <FormFields names={formFieldsOf(value)} />
          </>
        )}
      </DraftForm>
    </div>
  )
}

/** Saves the changes, and shows faults at their fields. `other` is the contact that already has the email. */
function useWrite(id: string) {
  const { page: words } = useContactsWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const [other, setOther] = useState<string>()
  const write = async (patch: PatchLead) => {
    setOther(undefined)
    try {
      await client.leads.update.mutate({ site: site.id, id, ...patch })
    } catch (error) {
      setOther(otherIn(error))
      throw faulted(error, words)
    }
    await queries.invalidateQueries({ queryKey: keys.lead(site.id, id) })
  }
  return { write, other }
}

function Details() {
  const { page: words } = useContactsWords()
  const { visitor } = useWords()
  return (
    <>
      <div className="grid">
        <TextField label={visitor.fullName} path="name" />
        <TextField label={visitor.company} path="company" />
        <TextField label={visitor.email} path="email" type="email" />
        <TextField label={visitor.phone} path="phone" type="tel" />
      </div>
      <TextField label={visitor.address} path="address" lines={2} />
      <TextField label={words.notes} hint={words.notesHint} path="notes" lines={3} />
    </>
  )
}

function FormFields({ names }: { names: readonly string[] }) {
  const { page: words } = useContactsWords()
  if (names.length === 0) return null
  return (
    <Section title={words.formFields} hint={words.formFieldsHint}>
      {names.map((name) => (
        <TextField key={name} label={name} path={fieldPath(name)} />
      ))}
    </Section>
  )
}
