import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { JobsOf, useCreateJob } from '../../../form/jobs-of.tsx'
import { useJobPageWords } from '../../../words/screen-words.ts'
import { VisitorAppointments } from './appointments.tsx'
import { Section } from './section.tsx'

/** The jobs and appointments that came from a conversation, and another one for its visitor. */
export function VisitorJobs({ answer }: { answer: ConversationAnswer }) {
  const { of: words } = useJobPageWords()
  const { id } = answer.conversation
  const { open, dialog } = useCreateJob({ conversationId: id, ...aboutOf(answer) })
  return (
    <>
      <Section name="jobs" title={words.title}>
        <JobsOf of={{ conversation: id }} create={open} />
      </Section>
      {dialog}
      <VisitorAppointments answer={answer} />
    </>
  )
}

/** Somebody who only typed the email of a contact is not that contact: the server leaves them out, too. */
function aboutOf({ conversation, lead, messages }: ConversationAnswer) {
  const isKnown = lead !== null && conversation.lead_verified !== false
  const first = messages.find(({ role }) => role === 'user')
  const said = first && 'text' in first ? first.text : ''
  return {
    title: (conversation.summary || said || '').replace(/\s+/g, ' ').trim(),
    ...(isKnown && { contactId: lead.id, contact: lead }),
  }
}
