import { Ban, Circle, CircleCheck, Clock, OctagonAlert, ShieldQuestionMark, Sparkles, UserRound } from 'lucide-react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useTimes } from '../../../ui/format.ts'
import { useWords } from '../../../words/words.tsx'
import { type ConversationState, conversationState, stateWords } from './conversation-state.ts'
import { HeadActions } from './head-actions.tsx'
import { titleOf } from './names.ts'
import { Viewers } from './viewers.tsx'

const icons: Record<ConversationState, typeof Circle> = {
  bot: Sparkles,
  waiting: Clock,
  nobody: Circle,
  mine: UserRound,
  other: UserRound,
  closed: CircleCheck,
}

/** Whose conversation it is, how it stands, who else looks, and what can be done with it. */
export function Head({ answer }: { answer: ConversationAnswer }) {
  const words = useWords().conversation
  const { me } = useDesk()
  const times = useTimes()
  const { conversation } = answer
  const standing = conversationState(conversation, me.email)
  const Icon = icons[standing]
  const title = titleOf(answer, words.visitor)
  return (
    <header className="head">
      <div className="whose">
        <h2 dir="auto" title={title}>
          {title}
        </h2>
        <p className="facts">
          <span className={`standing ${standing}`}>
            <Icon size={14} aria-hidden />
            <bdi>{stateWords(conversation, me.email, words.status, times.clock)}</bdi>
          </span>
          {conversation.ended_at !== null && <span>{words.status.ended}</span>}
          {conversation.lead_verified === false && (
            <span className="standing unverified">
              <ShieldQuestionMark size={14} aria-hidden />
              {words.status.unverified}
            </span>
          )}
          {conversation.spam && (
            <span className="standing alarm">
              <OctagonAlert size={14} aria-hidden />
              {words.status.spam}
            </span>
          )}
          {conversation.blocked && (
            <span className="standing alarm">
              <Ban size={14} aria-hidden />
              {words.status.blocked}
            </span>
          )}
          <Viewers id={conversation.id} />
        </p>
      </div>
      <HeadActions answer={answer} standing={standing} />
    </header>
  )
}
