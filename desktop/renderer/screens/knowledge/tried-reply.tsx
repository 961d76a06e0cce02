import type { TriedChat } from '../../../../shared/assistant-test.ts'
import type { MessageContent, StoredMessage } from '../../../../shared/message.ts'
import type { Trace } from '../../../../shared/trace.ts'
import { Away } from '../../ui/external-link.tsx'
import { inPlaces } from '../../ui/in-places.ts'
import { MessageBody } from '../../ui/message/message-body.tsx'
import { TraceTold } from '../../ui/message/trace-told.tsx'
import { shortAddress } from '../../ui/safe-address.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'

/** A reply as a visitor would see it, with what it rests on, what was held back of it, and how it came about. */
export function TriedReply({ answer: { messages, sources, trace, handover } }: { answer: TriedChat }) {
  const { try: words } = useKnowledgeWords()
  const stored = messages.map((content, place) => asStored(content, `${trace.id} ${place}`))
  return (
    <div className="tried-reply">
      {inPlaces(stored.map(bodyOf))}
      {messages.length === 0 && <p className="muted">{words.silent}</p>}
      <Sources sources={sources} />
      {handover && <p className="muted">{handover.comes ? words.asksForPerson : words.asksInVain}</p>}
      <Dropped dropped={trace.dropped} />
      <Why trace={trace} />
    </div>
  )
}

const bodyOf = (message: StoredMessage) => <MessageBody message={message} />

/** As it would stand in a conversation of the inbox. */
function asStored(content: MessageContent, id: string): StoredMessage {
  const unseen = { payload: null, feedback: null, author: null, clientMessageId: null, deliveredAt: null, seenAt: null }
  return { ...content, ...unseen, id, ts: 0, role: 'agent' } as StoredMessage
}

function Sources({ sources }: Pick<TriedChat, 'sources'>) {
  const { try: words } = useKnowledgeWords()
  if (sources.length === 0) return null
  return (
    <ol className="tried-sources" aria-label={words.sources}>
      {sources.map(({ passageId, title, url }) => (
        <li key={passageId} dir="auto">
          {url ? <Away address={url}>{title || shortAddress(url)}</Away> : title}
        </li>
      ))}
    </ol>
  )
}

/** What the model claimed and nothing supports: no visitor is shown it. */
function Dropped({ dropped }: Pick<Trace, 'dropped'>) {
  const { try: words } = useKnowledgeWords()
  if (dropped.length === 0) return null
  const lineOf = ({ sentence, claim }: Trace['dropped'][number]) => (
    <li dir="auto">
      <s>{sentence}</s> <span className="muted">{words.nothingSays(claim)}</span>
    </li>
  )
  return (
    <section className="tried-dropped" aria-label={words.heldBack}>
      <h3>{words.heldBack}</h3>
      <ul>{inPlaces(dropped.map(lineOf))}</ul>
    </section>
  )
}

function Why({ trace }: { trace: Trace }) {
  const { trace: words } = useWords().conversation
  return (
    <details className="trace">
      <summary>{words.title}</summary>
      <TraceTold trace={trace} />
    </details>
  )
}
