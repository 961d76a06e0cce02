import type { TriedChat } from '../../../../shared/assistant-test.ts'
import type { MessageContent, StoredMessage } from '../../../../shared/message.ts'
import type { Trace } from '../../../../shared/trace.ts'
import { Away } from '../../ui/external-link.tsx'
import { keyedByPosition } from '../../ui/in-places.ts'
import { MessageBody } from '../../ui/message/message-body.tsx'
import { TraceExplanation } from '../../ui/message/trace-explanation.tsx'
import { shortAddress } from '../../ui/web-address.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './try-tab.module.css'

/** A reply as a visitor would see it, with its sources, rejected claims and trace. */
export function TriedReply({ answer: { messages, sources, trace, handover } }: { answer: TriedChat }) {
  const { try: words } = useKnowledgeWords()
  const stored = messages.map((content, place) => asStored(content, `${trace.id} ${place}`))
  return (
    <div className={`stack ${styles.reply}`}>
      {keyedByPosition(stored.map(bodyOf))}
      {messages.length === 0 && <p className="muted">{words.silent}</p>}
      <Sources sources={sources} />
      {handover && <p className="muted">{handover.comes ? words.asksForPerson : words.asksInVain}</p>}
      <Dropped dropped={trace.dropped} />
      <Why trace={trace} />
    </div>
  )
}

const bodyOf = (message: StoredMessage) => <MessageBody message={message} />

/** As shown in a conversation of the inbox. */
function asStored(content: MessageContent, id: string): StoredMessage {
  const unseen = { payload: null, feedback: null, author: null, clientMessageId: null, deliveredAt: null, seenAt: null }
  return { ...content, ...unseen, id, ts: 0, role: 'agent' } as StoredMessage
}

function Sources({ sources }: Pick<TriedChat, 'sources'>) {
  const { try: words } = useKnowledgeWords()
  if (sources.length === 0) return null
  return (
    <ol className={`cluster marked ${styles.sources}`} aria-label={words.sources}>
      {sources.map(({ passageId, title, url }) => (
        <li key={passageId} dir="auto">
          {url ? <Away address={url}>{title || shortAddress(url)}</Away> : title}
        </li>
      ))}
    </ol>
  )
}

/** The model's unsupported claims, which are never shown to visitors. */
function Dropped({ dropped }: Pick<Trace, 'dropped'>) {
  const { try: words } = useKnowledgeWords()
  if (dropped.length === 0) return null
  const lineOf = ({ sentence, claim }: Trace['dropped'][number]) => (
    <li dir="auto">
      <s>{sentence}</s> <span className="muted">{words.nothingSays(claim)}</span>
    </li>
  )
  return (
    <section className={styles.dropped} aria-label={words.heldBack}>
      <h3>{words.heldBack}</h3>
      <ul>{keyedByPosition(dropped.map(lineOf))}</ul>
    </section>
  )
}

function Why({ trace }: { trace: Trace }) {
  const { trace: words } = useWords().conversation
  return (
    <details>
      <summary>{words.title}</summary>
      <TraceExplanation trace={trace} />
    </details>
  )
}
