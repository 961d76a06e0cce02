import { useQuery } from '@tanstack/react-query'
import { Plus, Sparkles, ThumbsDown, ThumbsUp, X } from 'lucide-react'
import type { ChatRating, ConversationAnswer } from '../../../../../shared/conversation.ts'
import { readScreens } from '../../../app/read-screens.ts'
import { inWords } from '../../../live/custom-fields.ts'
import { useDesk } from '../../../live/desk.tsx'
import { conversationQuery } from '../../../live/queries.ts'
import { Away } from '../../../ui/external-link.tsx'
import { useTimes } from '../../../ui/format.ts'
import { createLater, useLater } from '../../../ui/later.ts'
import { Popup } from '../../../ui/popup.tsx'
import { useWords } from '../../../words/words.tsx'
import { LabelPicker, useSetLabel } from '../conversation/label-picker.tsx'
import { Callbacks } from './callbacks.tsx'
import { Contact } from './contact.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { Fact } from './fact.tsx'
import { Origin } from './origin.tsx'
import { PastConversations } from './past-conversations.tsx'
import { Section } from './section.tsx'
import styles from './visitor.module.css'

const laterParts = createLater(() => readScreens().then(({ Summary, VisitorJobs }) => ({ Summary, VisitorJobs })))

/** The right pane: the visitor. */
export function VisitorPane({ id }: { id: string }) {
  const words = useWords()
  const { data } = useQuery(conversationQuery(useDesk(), id))
  return (
    <aside className={styles.visitor} aria-label={words.visitor.name} aria-busy={!data}>
      {data ? <Known key={id} answer={data} /> : <div className="skeleton apart" />}
    </aside>
  )
}

function Known({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().visitor
  const { conversation, callbacks, lead } = answer
  const { user, attributes, data, metadata, summary } = conversation
  const later = useLater(laterParts)
  return (
    <>
      <Contact answer={answer} />
      <Section name="labels" title={words.labels}>
        <Labels answer={answer} />
      </Section>
      <Section name="summary" title={words.summary}>
        {later ? <later.Summary answer={answer} /> : <p>{summary}</p>}
      </Section>
      {conversation.reply_email && (
        <Section name="reply-email" title={words.replyEmail}>
          <p>{words.replyEmailHint}</p>
          <Away address={`mailto:${conversation.reply_email}`}>{conversation.reply_email}</Away>
        </Section>
      )}
      {conversation.rating && (
        <Section name="rating" title={words.rating}>
          <Rating rating={conversation.rating} />
        </Section>
      )}
      {callbacks.length > 0 && (
        <Section name="callbacks" title={words.callbacks}>
          <Callbacks id={conversation.id} callbacks={callbacks} />
        </Section>
      )}
      {later && <later.VisitorJobs answer={answer} />}
      <Section name="page" title={words.page}>
        <Origin conversation={conversation} />
      </Section>
      <Entries name="user" title={words.signedIn} hint={words.signedInHint} of={user} />
      <Entries
        name="page-attributes"
        title={words.pageAttributes}
        hint={words.pageAttributesHint}
        of={conversation.page_attributes}
      />
      <Entries name="attributes" title={words.attributes} of={{ ...lead?.attributes, ...attributes }} />
      <Entries name="metadata" title={words.metadata} of={metadata} />
      {lead && <PastConversations leadId={lead.id} except={conversation.id} />}
      {lead && <ContactNotes leadId={lead.id} />}
      <Entries name="data" title={words.data} of={data} folded />
    </>
  )
}

/** How the visitor rated the chat with the team. */
function Rating({ rating: { rating, comment, ratedAt } }: { rating: ChatRating }) {
  const words = useWords().visitor
  const times = useTimes()
  const Icon = rating === 'good' ? ThumbsUp : ThumbsDown
  return (
    <>
      <p className="row">
        <Icon size={14} aria-hidden />
        {words.ratings[rating]} · {times.whole(ratedAt)}
      </p>
      {comment && <p dir="auto">{comment}</p>}
    </>
  )
}

type Props = {
  name: string
  title: string
  hint?: string
  of: Record<string, unknown> | null
  folded?: boolean
}

/** A list of names and values; nothing if it is empty. */
function Entries({ name, title, hint, of, folded = false }: Props) {
  const entries = Object.entries(of ?? {})
  if (entries.length === 0) return null
  return (
    <Section name={name} title={title} folded={folded}>
      {hint && <p className="muted">{hint}</p>}
      <dl>
        {entries.map(([key, value]) => (
          <Fact key={key} name={key} value={inWords(value)}>
            {typeof value === 'object' && value !== null ? <pre dir="ltr">{inWords(value)}</pre> : undefined}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

/** The labels of a conversation, which can be added and removed. */
function Labels({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().visitor
  const { setLabel } = useSetLabel(answer)
  return (
    <div className={`cluster gap-1 ${styles.labels}`}>
      {answer.labels.map((label) => (
        <span key={label.id} className="pill" title={label.addedBy === 'ai' ? words.byAssistant : label.addedBy}>
          <span className="dot" style={{ background: label.color }} />
          <bdi>{label.name}</bdi>
          {label.addedBy === 'ai' && <Sparkles size={12} className={styles.byAi} aria-label={words.byAssistant} />}
          <button type="button" onClick={() => setLabel(label, false)} aria-label={words.removeLabel(label.name)}>
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Popup label={words.addLabel} className="pill" button={<Plus size={14} aria-hidden />}>
        {() => <LabelPicker answer={answer} />}
      </Popup>
    </div>
  )
}
