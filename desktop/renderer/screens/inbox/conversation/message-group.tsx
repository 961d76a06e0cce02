import { Sparkles } from 'lucide-react'
import { memo } from 'react'
import type { StoredMessage } from '../../../../../shared/message.ts'
import { useTimes } from '../../../ui/format.ts'
import styles from '../../../ui/message/message.module.css'
import { MessageBody } from '../../../ui/message/message-body.tsx'
import { useWords } from '../../../words/words.tsx'
import { MessageFoot } from './message-foot.tsx'
import type { Row } from './timeline.ts'
import { OtherLanguage } from './translation.tsx'

type Props = {
  group: Extract<Row, { kind: 'group' }>
  /** The visitor's name. */
  visitor: string
  /** The reader's account. */
  me: string
}

/** Consecutive messages of one author, with name and time. */
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
    <li className={`stack gap-1 ${styles.group}`} data-from={side}>
      <p className={`row gap-1 ${styles.by}`}>
        {side === 'assistant' && <Sparkles size={14} aria-hidden />}
        <bdi className={`truncate ${styles.speaker}`}>{name ?? words.visitor}</bdi>
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

/** Groups are new objects after each answer of the server, but their messages are the same unless changed. */
function isSame(before: Props, now: Props): boolean {
  const old = before.group.messages
  const { messages } = now.group
  const sameMessages = old.length === messages.length && messages.every((message, at) => message === old[at])
  return sameMessages && before.visitor === now.visitor && before.me === now.me
}

function Message({ message, isLast }: { message: StoredMessage; isLast: boolean }) {
  return (
    <div className={`stack gap-1 ${styles.message}`} data-message={message.id}>
      <div className={styles.bubble}>
        <MessageBody message={message} />
        <OtherLanguage message={message} />
      </div>
      <MessageFoot message={message} isLast={isLast} />
    </div>
  )
}
