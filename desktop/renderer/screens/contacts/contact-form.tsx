import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PatchLead } from '../../../../shared/lead.ts'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { DraftForm } from '../../form/draft-form.tsx'
import { Section } from '../../form/fields.tsx'
import { TextField } from '../../form/text-field.tsx'
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
  type ContactDraft,
  draftOf,
  fieldPath,
  formFieldsOf,
  patchOf,
} from './contact-draft.ts'
import { faulted, otherIn } from './contact-faults.ts'

type Props = { lead: LeadDetail; definitions: readonly Attribute[] }

/** All that is known of a contact, to be changed where it stands, and saved together. */
export function ContactForm({ lead, definitions }: Props) {
  const { page: words, commands, title: group } = useContactsWords()
  const form = useRef<HTMLDivElement>(null)
  const edit = () => form.current?.querySelector<HTMLElement>('input')?.focus()
  useCommand({ id: 'contacts.edit', words: commands.edit, group, keys: 'e', run: edit })
  const saved = draftOf(lead)
  const { write, other } = useWrite(lead.id)
  return (
    <div ref={form}>
      <DraftForm saved={saved} patchOf={(draft: ContactDraft) => patchOf(draft, saved)} write={write}>
        {({ value, change }) => (
          <>
            <Section title={words.details}>
              <Details value={value} change={change} />
              {other && <Link to={{ page: 'contacts', id: other, query: '' }}>{words.openOther}</Link>}
            </Section>
            <Section title={words.attributes} hint={words.attributesHint}>
              <AttributeFields attributes={attributesOf(value, definitions)} value={value} change={change} />
            </Section>
            <FormFields value={value} change={change} />
          </>
        )}
      </DraftForm>
    </div>
  )
}

/** Saves what was changed, and tells what is wrong at its field; `other` is the contact that has the email already. */
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

type Part = { value: ContactDraft; change: (part: ContactDraft) => void }

function Details({ value, change }: Part) {
  const { page: words } = useContactsWords()
  const { visitor } = useWords()
  const field = (name: string) => ({
    path: name,
    value: value[name] ?? '',
    change: (text: string) => change({ [name]: text }),
  })
  return (
    <>
      <div className="settings-pair">
        <TextField label={visitor.fullName} {...field('name')} />
        <TextField label={visitor.company} {...field('company')} />
        <TextField label={visitor.email} type="email" {...field('email')} />
        <TextField label={visitor.phone} type="tel" {...field('phone')} />
      </div>
      <TextField label={visitor.address} lines={2} {...field('address')} />
      <TextField label={words.notes} hint={words.notesHint} lines={3} {...field('notes')} />
    </>
  )
}

function FormFields({ value, change }: Part) {
  const { page: words } = useContactsWords()
  const names = formFieldsOf(value)
  if (names.length === 0) return null
  return (
    <Section title={words.formFields} hint={words.formFieldsHint}>
      {names.map((name) => (
        <TextField
          key={name}
          label={name}
          path={fieldPath(name)}
          value={value[fieldPath(name)] ?? ''}
          change={(text) => change({ [fieldPath(name)]: text })}
        />
      ))}
    </Section>
  )
}
