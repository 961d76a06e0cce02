import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { Section } from '../../form/fields.tsx'
import { JobsOf, useCreateJob } from '../../form/jobs-of.tsx'
import { useJobPageWords } from '../../words/screen-words.ts'
import { nameOfContact } from './names.ts'

/** The jobs of a contact, and another one for it. */
export function ContactJobs({ lead }: { lead: LeadDetail }) {
  const { of: words } = useJobPageWords()
  const name = nameOfContact(lead)
  const { open, dialog } = useCreateJob({ contactId: lead.id, title: name, contact: { name } })
  return (
    <>
      <Section title={words.title}>
        <JobsOf of={{ contact: lead.id }} create={open} />
      </Section>
      {dialog}
    </>
  )
}
