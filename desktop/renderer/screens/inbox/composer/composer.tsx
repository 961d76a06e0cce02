import { Lock, MessageSquare, Send } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { readScreens } from '../../../app/read-screens.ts'
import { useEnterSends } from '../../../keys/enter-sends.ts'
import { KeyCaps, KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useVisitorPresence } from '../../../live/ephemeral.ts'
import { createLater, useLater } from '../../../ui/later.ts'
import { useWords } from '../../../words/words.tsx'
import type { Seen } from '../conversation/seen.ts'
import styles from './composer.module.css'
import type { Mode } from './draft.ts'
import { Field } from './field.tsx'
import { Held } from './held.tsx'
import { hintOf } from './hint.ts'
import { PendingMacro } from './macro-actions.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useWriting, type Writing } from './writing.ts'

/** What needs a model, the knowledge or files is loaded later. */
const laterParts = createLater(() =>
  readScreens().then(({ Attachments, DraftOffer, RepeatedOffer, RewriteMenu }) => ({
    ...{ Attachments, DraftOffer, RepeatedOffer, RewriteMenu },
  })),
)

type Props = { answer: ConversationAnswer; seen: Seen }

/** The field for a reply to the visitor, or a note for the team. The two look different. */
export function Composer({ answer, seen }: Props) {
  const words = useWords().composer
  const listId = useId()
  const writing = useWriting(answer, seen)
  const { mode, suggestions } = writing
  const { copilot, files, live } = useDesk().site
  const box = useRef<HTMLElement>(null)
  const later = useLater(laterParts)
  return (
    <section className={`stack ${styles.composer}`} data-mode={mode} aria-label={words.name} ref={box}>
      <Held id={answer.conversation.id} takeBack={(text, to) => writing.write(text, text.length, to)} />
      {later && <later.RepeatedOffer id={answer.conversation.id} />}
      {later && copilot !== 'off' && <later.DraftOffer answer={answer} writing={writing} />}
      {suggestions && <SuggestionList id={listId} suggestions={suggestions} choose={writing.choose} />}
      <div className={styles.box}>
        <ModeSwitch mode={mode} choose={writing.switchTo} />
        <Field writing={writing} listId={listId} />
        {writing.macro && mode === 'reply' && <PendingMacro id={answer.conversation.id} actions={writing.macro} />}
        <div className={`row spread gap-3 ${styles.below}`}>
          <Hint answer={answer} writing={writing} />
          <div className="row gap-1">
            {later && files !== 'off' && live && mode === 'reply' && (
              <later.Attachments id={answer.conversation.id} seen={seen} box={box} />
            )}
            {later && copilot === 'model' && mode === 'reply' && (
              <later.RewriteMenu id={answer.conversation.id} writing={writing} />
            )}
            <SendButton writing={writing} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** The state of the text: hints, errors. */
function Hint({ answer, writing: { mode, over, original } }: { answer: ConversationAnswer; writing: Writing }) {
  const words = useWords().composer
  const { me, site } = useDesk()
  const isAway = useVisitorPresence(answer.conversation.id, answer.conversation.visitor_presence)?.present === false
  if (over > 0) return <p className={`${styles.hint} error`}>{words.tooLong(over)}</p>
  if (original !== undefined) return <p className={styles.hint}>{words.keepsOriginal}</p>
  if (mode === 'reply')
    return (
      <p className={styles.hint} dir="auto">
        {hintOf(answer, { me: me.email, live: site.live, isAway }, words)}
      </p>
    )
  return (
    <p className={styles.hint}>
      <Lock size={12} aria-hidden /> {words.noteHint}
    </p>
  )
}

function SendButton({ writing: { mode, maySend, submit } }: { writing: Writing }) {
  const words = useWords().composer
  const label = mode === 'note' ? words.saveNote : words.send
  const title = useTitle(label, 'composer.send')
  const Icon = mode === 'note' ? Lock : Send
  return (
    <button className="row gap-1" type="button" disabled={!maySend} onClick={() => submit(false)} title={title}>
      <Icon size={14} aria-hidden />
      {label}
      {useEnterSends() ? <KeyCaps keys="enter" /> : <KeysOf id="composer.send" />}
    </button>
  )
}

/** Switches between reply and note. */
function ModeSwitch({ mode, choose }: { mode: Mode; choose: (mode: Mode) => void }) {
  const words = useWords().composer
  const replyTitle = useTitle(words.reply, 'composer.reply')
  const noteTitle = useTitle(words.note, 'composer.note')
  return (
    <fieldset className={`row gap-1 ${styles.modes}`} aria-label={words.mode}>
      <button
        className="row gap-1"
        type="button"
        aria-pressed={mode === 'reply'}
        onClick={() => choose('reply')}
        title={replyTitle}
      >
        <MessageSquare size={14} aria-hidden />
        {words.reply}
      </button>
      <button
        className="row gap-1"
        type="button"
        aria-pressed={mode === 'note'}
        onClick={() => choose('note')}
        title={noteTitle}
      >
        <Lock size={14} aria-hidden />
        {words.note}
      </button>
    </fieldset>
  )
}
