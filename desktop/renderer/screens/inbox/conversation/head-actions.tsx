import { Check, Ellipsis, Hand, Sparkles, Tag, UserPlus } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { toggleTranslation, useIsTranslated } from '../../../live/translating.ts'
import { Popup } from '../../../ui/popup.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { type ConversationActions, useConversationActions } from './actions.ts'
import { AssignDialog } from './assign-dialog.tsx'
import styles from './conversation.module.css'
import type { ConversationState } from './conversation-state.ts'
import { LabelPicker } from './label-picker.tsx'
import { SnoozeButton } from './snooze-menu.tsx'

type Props = {
  answer: ConversationAnswer
  state: ConversationState
  /** Shows the summary of the chat so far. */
  summarize: () => void
}

/** The actions on a conversation: the usual next step as buttons, the rest in a menu, all with shortcuts. */
export function HeadActions({ answer, state, summarize }: Props) {
  const words = useWords().conversation
  const { me, site } = useDesk()
  const actions = useConversationActions(answer)
  const assignDialog = useRef<HTMLDialogElement>(null)
  const labelling = useRef<HTMLButtonElement>(null)
  const snoozing = useRef<HTMLButtonElement>(null)
  const { status, assigned_name, assigned_to, waiting_since, snoozed } = answer.conversation
  const assign = () => assignDialog.current?.showModal()
  const mayTake = site.live && state !== 'mine'
  const may = { take: mayTake, handBack: status !== 'bot', close: status !== 'closed', snooze: waiting_since === null }
  const reading = useReading(answer.conversation.id, summarize)
  const take = state === 'closed' ? words.reopen : words.take
  const takeHint = state === 'other' ? words.takeFrom(assigned_name ?? assigned_to ?? '') : take
  useActionKeys(may, { ...actions, takeWords: take }, assign, { labelling, snoozing })
  const labelsTitle = useTitle(words.labels, 'conversation.label')
  const assignTitle = useTitle(words.transfer, 'conversation.assign')

  return (
    <div className={`cluster gap-1 ${styles.actions}`} role="toolbar" aria-label={words.actions}>
      {may.take && (
        <Button label={take} hint={takeHint} id="conversation.take" press={actions.take} strong={state !== 'other'}>
          <Hand size={16} aria-hidden />
        </Button>
      )}
      {state === 'mine' && (
        <Button label={words.handBackShort} hint={words.handBack} id="conversation.handBack" press={actions.handBack}>
          <Sparkles size={16} aria-hidden />
        </Button>
      )}
      {may.close && state !== 'bot' && (
        <Button label={words.close} hint={words.close} id="conversation.close" press={actions.close}>
          <Check size={16} aria-hidden />
        </Button>
      )}
      <Popup
        label={words.labels}
        title={labelsTitle}
        className="icon"
        button={<Tag size={16} aria-hidden />}
        ref={labelling}
      >
        {() => <LabelPicker answer={answer} />}
      </Popup>
      <button type="button" className="icon" aria-label={words.transfer} title={assignTitle} onClick={assign}>
        <UserPlus size={16} aria-hidden />
      </button>
      {may.snooze && <SnoozeButton button={snoozing} isSnoozed={snoozed !== null} snooze={actions.snooze} />}
      <Popup label={words.more} className="icon" button={<Ellipsis size={16} aria-hidden />}>
        {(close) => <Menu answer={answer} may={may} actions={actions} reading={reading} close={close} />}
      </Popup>
      <AssignDialog answer={answer} dialog={assignDialog} me={me} />
    </div>
  )
}

const showError = (error: unknown) => toast(wordsOf(error), { tone: 'danger' })

type Press = {
  label: string
  hint: string
  id: string
  press: () => void
  strong?: boolean
  children: React.ReactNode
}

function Button({ label, hint, id, press, strong = false, children }: Press) {
  const title = useTitle(hint, id)
  return (
    <button type="button" className={`row gap-1 ${strong ? '' : 'quiet'}`} onClick={press} title={title}>
      {children}
      <span>{label}</span>
    </button>
  )
}

type May = Record<'take' | 'handBack' | 'close' | 'snooze', boolean>

/** What helps to read the conversation: its summary, and a translation if there is a model. */
function useReading(id: string, summarize: () => void) {
  const words = useWords().conversation
  const { group } = words
  const { site } = useDesk()
  const isTranslated = useIsTranslated(id)
  const translateWords = isTranslated ? words.translation.hide : words.translation.show
  const translate = () => toggleTranslation(id)
  const mayTranslate = site.copilot === 'model'
  useCommand({ id: 'conversation.summarize', words: words.summarize, group, keys: 'i', run: summarize })
  useCommand(
    { id: 'conversation.translate', words: translateWords, group, keys: 'shift+l', run: translate },
    mayTranslate,
  )
  return { summarize, translate, mayTranslate, translateWords }
}

type MenuProps = {
  answer: ConversationAnswer
  may: May
  actions: ConversationActions
  reading: ReturnType<typeof useReading>
  close: () => void
}

function Menu({ answer, may, actions, reading, close }: MenuProps) {
  const words = useWords().conversation
  const { spam, blocked, undoable, email_replies } = answer.conversation
  const item = (label: string, press: () => void, id?: string, className = 'choice') => (
    <button
      type="button"
      className={className}
      onClick={() => {
        close()
        press()
      }}
    >
      {label}
      {id && <KeysOf id={id} />}
    </button>
  )
  return (
    <div className="menu">
      {undoable && item(words.undoLeaving, actions.undoLeaving)}
      {may.handBack && item(words.handBack, actions.handBack, 'conversation.handBack')}
      {may.close && item(words.close, actions.close, 'conversation.close')}
      {item(words.summarize, reading.summarize, 'conversation.summarize')}
      {reading.mayTranslate && item(reading.translateWords, reading.translate, 'conversation.translate')}
      {email_replies?.refusal === null && item(words.emailTranscript, actions.emailTranscript)}
      {item(spam ? words.notSpam : words.spam, () => actions.markSpam(!spam))}
      {blocked !== null &&
        item(blocked ? words.unblock : words.block, () => actions.block(!blocked), undefined, 'choice danger')}
      {item(words.delete, () => void actions.remove().catch(showError), undefined, 'choice danger')}
    </div>
  )
}

function useActionKeys(
  may: May,
  actions: ConversationActions & { takeWords: string },
  assign: () => void,
  buttons: Record<'labelling' | 'snoozing', RefObject<HTMLButtonElement | null>>,
) {
  const words = useWords().conversation
  const { group } = words
  useCommand({ id: 'conversation.take', words: actions.takeWords, group, keys: 't', run: actions.take }, may.take)
  useCommand(
    { id: 'conversation.handBack', words: words.handBack, group, keys: 'b', run: actions.handBack },
    may.handBack,
  )
  useCommand({ id: 'conversation.close', words: words.close, group, keys: 'e', run: actions.close }, may.close)
  useCommand({ id: 'conversation.assign', words: words.transfer, group, keys: 'a', run: assign })
  useCommand({
    id: 'conversation.label',
    words: words.labels,
    group,
    keys: 'l',
    run: () => buttons.labelling.current?.click(),
  })
  const snooze = () => buttons.snoozing.current?.click()
  useCommand({ id: 'conversation.snooze', words: words.snooze.title, group, keys: 'h', run: snooze }, may.snooze)
}
