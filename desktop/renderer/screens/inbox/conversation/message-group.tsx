import { Sparkles } from 'lucide-react'
import { memo } from 'react'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { useTimes } from '../../../ui/format.ts'
import { MessageBody } from '../../../ui/message/message-body.tsx'
import { useWords } from '../../../words/words.tsx'
import { MessageFoot } from './message-foot.tsx'
import type { Row } from './timeline.ts'

type Props = {
  group: Extract<Row, { kind: 'group' }>
  /** What the visitor is called. */
  visitor: string
  /** The account of the reader. */
  me: string
}

/** What one speaker said in one go, under their name and the time. */
export const MessageGroup = memo(function MessageGroup({ group, visitor, me }: Props) {
  const words = useWords().conversation
  const times = useTimes()
  const { speaker, messages } = group
  const first = messages[0]!
  const side = speaker === 'visitor' || speaker === 'assistant' ? speaker : 'person'
  const name = { visitor, assistant: words.assistant, person: speaker === `person:${me}` ? words.you : group.name }[
    side
  ]
  return (
    <li className={`group from-${side}`}>
      <p className="by">
        {side === 'assistant' && <Sparkles size={14} aria-hidden />}
        <bdi className="speaker">{name ?? words.visitor}</bdi>
        <time dateTime={new Date(first.ts).toISOString()} title={times.whole(first.ts)}>
          {times.clock(first.ts)}
        </time>
      </p>
      {messages.map((message, at) => (
        <Message key={message.id} message={message} isLast={at === messages.length - 1} />
      ))}
    </li>
  )
}, isSame)

/** Groups are made anew with each answer of the server; the messages in them are the same ones while nothing changed. */
function isSame(before: Props, now: Props): boolean {
  const old = before.group.messages
  const { messages } = now.group
  const sameMessages = old.length === messages.length && messages.every((message, at) => message === old[at])
  return sameMessages && before.visitor === now.visitor && before.me === now.me
}

function Message({ message, isLast }: { message: StoredMessage; isLast: boolean }) {
  return (
    <div className="message" data-message={message.id}>
      <div className={`bubble type-${message.type}`}>
        <MessageBody message={message} />
      </div>
      <MessageFoot message={message} isLast={isLast} />
    </div>
  )
}
