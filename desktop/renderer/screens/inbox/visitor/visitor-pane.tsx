import { useQuery } from '@tanstack/react-query'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { createLater, useLater } from '../../../app/later.ts'
import { readScreens } from '../../../app/read-screens.ts'
import { useDesk } from '../../../live/desk.tsx'
import { conversationQuery } from '../../../live/queries.ts'
import { useWords } from '../../../words/words.tsx'
import { Callbacks } from './callbacks.tsx'
import { Contact } from './contact.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { Entries } from './entries.tsx'
import { Labels } from './labels.tsx'
import { Origin } from './origin.tsx'
import { PastConversations } from './past-conversations.tsx'
import { Section } from './section.tsx'
import './visitor.css'

const summaryPart = createLater(() => readScreens().then(({ Summary }) => Summary))

/** The right pane: who the visitor is, and what is known of them. */
export function VisitorPane({ id }: { id: string }) {
  const words = useWords()
  const { data } = useQuery(conversationQuery(useDesk(), id))
  return (
    <aside className="visitor" aria-label={words.visitor.name} aria-busy={!data}>
      {data ? <Known key={id} answer={data} /> : <div className="skeleton" />}
    </aside>
  )
}

function Known({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().visitor
  const { conversation, callbacks, lead } = answer
  const { user, attributes, data, metadata, summary } = conversation
  const Summary = useLater(summaryPart)
  return (
    <>
      <Contact answer={answer} />
      <Section name="labels" title={words.labels}>
        <Labels answer={answer} />
      </Section>
      <Section name="summary" title={words.summary}>
        {Summary ? <Summary answer={answer} /> : <p>{summary}</p>}
      </Section>
      {callbacks.length > 0 && (
        <Section name="callbacks" title={words.callbacks}>
          <Callbacks id={conversation.id} callbacks={callbacks} />
        </Section>
      )}
      <Section name="page" title={words.page}>
        <Origin conversation={conversation} />
      </Section>
      <Entries name="user" title={words.signedIn} hint={words.signedInHint} of={user} />
      <Entries name="attributes" title={words.attributes} of={{ ...lead?.attributes, ...attributes }} />
      <Entries name="metadata" title={words.metadata} of={metadata} />
      {lead && <PastConversations leadId={lead.id} except={conversation.id} />}
      {lead && <ContactNotes leadId={lead.id} />}
      <Entries name="data" title={words.data} of={data} folded />
    </>
  )
}
