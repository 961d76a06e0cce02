import { Lock, Send } from 'lucide-react'
import { useId } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useTitle } from '../../../keys/own-keys.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useWords } from '../../../words/words.tsx'
import type { Seen } from '../conversation/seen.ts'
import './composer.css'
import { Field } from './field.tsx'
import { Held } from './held.tsx'
import { hintOf } from './hint.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useWriting, type Writing } from './writing.ts'

type Props = { answer: ConversationAnswer; seen: Seen }

/** Where a person answers the visitor, or writes a note for the team. The two never look alike. */
export function Composer({ answer, seen }: Props) {
  const words = useWords().composer
  const listId = useId()
  const writing = useWriting(answer, seen)
  const { mode, suggestions } = writing
  return (
    <section className={`composer for-${mode}`} aria-label={words.name}>
      <Held id={answer.conversation.id} takeBack={(text, to) => writing.write(text, text.length, to)} />
      {suggestions && <SuggestionList id={listId} suggestions={suggestions} choose={writing.choose} />}
      <div className="box">
        <ModeSwitch mode={mode} choose={writing.switchTo} />
        <Field writing={writing} listId={listId} />
        <div className="below">
          <Hint answer={answer} writing={writing} />
          <SendButton writing={writing} />
        </div>
      </div>
    </section>
  )
}

/** What will become of what is written. */
function Hint({ answer, writing: { mode, over } }: { answer: ConversationAnswer; writing: Writing }) {
  const words = useWords().composer
  const { me, site } = useDesk()
  if (over > 0) return <p className="hint error">{words.tooLong(over)}</p>
  if (mode === 'reply') return <p className="hint">{hintOf(answer, { me: me.email, live: site.live }, words)}</p>
  return (
    <p className="hint">
      <Lock size={12} aria-hidden /> {words.noteHint}
    </p>
  )
}

function SendButton({ writing: { mode, maySend, submit } }: { writing: Writing }) {
  const words = useWords().composer
  const said = mode === 'note' ? words.saveNote : words.send
  const title = useTitle(said, 'composer.send')
  const Icon = mode === 'note' ? Lock : Send
  return (
    <button type="button" disabled={!maySend} onClick={() => submit(false)} title={title}>
      <Icon size={14} aria-hidden />
      {said}
    </button>
  )
}
