import {
  AlarmClock,
  Ban,
  Circle,
  CircleCheck,
  Clock,
  Eye,
  Mail,
  OctagonAlert,
  ShieldQuestionMark,
  Sparkles,
  UserRound,
} from 'lucide-react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useViewers } from '../../../live/ephemeral.ts'
import { useTimes } from '../../../ui/format.ts'
import { VisitorPresence } from '../../../ui/visitor-presence.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './conversation.module.css'
import { type ConversationState, conversationState, stateWords } from './conversation-state.ts'
import { HeadActions } from './head-actions.tsx'
import { titleOf } from './names.ts'

const icons: Record<ConversationState, typeof Circle> = {
  bot: Sparkles,
  waiting: Clock,
  nobody: Circle,
  mine: UserRound,
  other: UserRound,
  closed: CircleCheck,
}

/** The conversation's visitor, state, viewers and actions. */
export function Head({ answer, summarize }: { answer: ConversationAnswer; summarize: () => void }) {
  const words = useWords().conversation
  const { me } = useDesk()
  const times = useTimes()
  const { conversation } = answer
  const state = conversationState(conversation, me.email)
  const Icon = icons[state]
  const title = titleOf(answer, words.visitor)
  return (
    <header className={`row gap-3 ${styles.head}`}>
      <div className={styles.whose}>
        <h2 className="truncate" dir="auto" title={title}>
          {title}
        </h2>
        <p className={`cluster ${styles.facts}`}>
          <span className={styles.standing} data-state={state}>
            <Icon size={14} aria-hidden />
            <bdi>{stateWords(conversation, me.email, words.status, times.clock)}</bdi>
          </span>
          {conversation.status === 'live' && (
            <VisitorPresence id={conversation.id} known={conversation.visitor_presence} inWords />
          )}
          {conversation.snoozed && (
            <span>
              <AlarmClock size={14} aria-hidden />
              {conversation.snoozed.until === null
                ? words.snooze.untilMessage
                : words.snooze.until(times.whole(conversation.snoozed.until))}
            </span>
          )}
          {conversation.ended_at !== null && <span>{words.status.ended}</span>}
          {conversation.missed_at !== null && conversation.reply_email && (
            <span className={styles.standing} data-state="waiting" title={conversation.reply_email}>
              <Mail size={14} aria-hidden />
              {words.status.wantsEmail}
            </span>
          )}
          {conversation.lead_verified === false && (
            <span className={styles.standing} data-state="unverified">
              <ShieldQuestionMark size={14} aria-hidden />
              {words.status.unverified}
            </span>
          )}
          <Alarms conversation={conversation} />
          <Viewers id={conversation.id} />
        </p>
      </div>
      <HeadActions answer={answer} state={state} summarize={summarize} />
    </header>
  )
}

/** What the team should know before it answers. */
function Alarms({ conversation }: { conversation: ConversationAnswer['conversation'] }) {
  const words = useWords().conversation
  return (
    <>
      {conversation.spam && (
        <span className={styles.standing} data-state="alarm">
          <OctagonAlert size={14} aria-hidden />
          {words.status.spam}
        </span>
      )}
      {conversation.blocked && (
        <span className={styles.standing} data-state="alarm">
          <Ban size={14} aria-hidden />
          {words.status.blocked}
        </span>
      )}
    </>
  )
}

/** Other team members who view this conversation. */
function Viewers({ id }: { id: string }) {
  const words = useWords().conversation
  const { me } = useDesk()
  const others = useViewers(id).filter(({ email }) => email !== me.email)
  if (others.length === 0) return null
  const names = others.map(({ name, email }) => name ?? email).join(', ')
  return (
    <span role="status">
      <Eye size={14} aria-hidden />
      <bdi>{others.length === 1 ? words.viewing(names) : words.viewingMany(names)}</bdi>
    </span>
  )
}
