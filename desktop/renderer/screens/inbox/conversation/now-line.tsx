import { Sparkles } from 'lucide-react'
import { useDesk } from '../../../live/desk.tsx'
import { useTyping, useWriting } from '../../../live/moments.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { useWords } from '../../../words/words.tsx'

/** What happens just now: the assistant's reply as far as it is written, and who types. Of typing only that it is so. */
export function NowLine({ id, visitor }: { id: string; visitor: string }) {
  const words = useWords().conversation
  const { me } = useDesk()
  const typing = useTyping(id)
  const writing = useWriting(id)
  const names = typing
    .filter(({ who, name }) => who === 'visitor' || name !== me.name)
    .map(({ who, name }) => (who === 'visitor' ? visitor : (name ?? words.visitor)))
  return (
    <>
      {writing !== undefined && (
        <div className="group from-assistant writing">
          <p className="by">
            <Sparkles size={14} aria-hidden />
            <span className="speaker">{words.writing}</span>
          </p>
          {writing !== '' && (
            <div className="message">
              <div className="bubble">
                <Formatted text={writing} markdown />
              </div>
            </div>
          )}
        </div>
      )}
      <div className="now" role="status">
        {names.map((name) => (
          <p key={name}>
            <bdi>{words.typing(name)}</bdi>
          </p>
        ))}
      </div>
    </>
  )
}
