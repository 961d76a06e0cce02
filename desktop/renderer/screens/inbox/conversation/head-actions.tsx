import { Check, Ellipsis, Hand, Sparkles, Tag, UserPlus } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useDesk } from '../../../live/desk.tsx'
import { Popup } from '../../../ui/popup.tsx'
import { useWords } from '../../../words/words.tsx'
import type { ConversationState } from './conversation-state.ts'
import { type Doings, useDoings } from './doings.ts'
import { GiveDialog } from './give-dialog.tsx'
import { LabelPicker } from './label-picker.tsx'

type Props = { answer: ConversationAnswer; standing: ConversationState }

/** What can be done with a conversation: the usual next step as buttons, the rest in a menu; all of it by key. */
export function HeadActions({ answer, standing }: Props) {
  const words = useWords().conversation
  const { me, site } = useDesk()
  const doings = useDoings(answer)
  const giving = useRef<HTMLDialogElement>(null)
  const labelling = useRef<HTMLButtonElement>(null)
  const { status, assigned_name, assigned_to } = answer.conversation
  const give = () => giving.current?.showModal()
  const mayTake = site.live && standing !== 'mine'
  const may = { take: mayTake, handBack: status !== 'bot', close: status !== 'closed' }
  useActionKeys(may, doings, give, labelling)
  const labelsTitle = useTitle(words.labels, 'conversation.label')
  const giveTitle = useTitle(words.transfer, 'conversation.assign')
  const take = standing === 'other' ? words.takeFrom(assigned_name ?? assigned_to ?? '') : words.take

  return (
    <div className="actions" role="toolbar" aria-label={words.actions}>
      {may.take && (
        <Button label={words.take} says={take} id="conversation.take" press={doings.take} strong={standing !== 'other'}>
          <Hand size={16} aria-hidden />
        </Button>
      )}
      {standing === 'mine' && (
        <Button label={words.handBackShort} says={words.handBack} id="conversation.handBack" press={doings.handBack}>
          <Sparkles size={16} aria-hidden />
        </Button>
      )}
      {may.close && standing !== 'bot' && (
        <Button label={words.close} says={words.close} id="conversation.close" press={doings.close}>
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
      <button type="button" className="icon" aria-label={words.transfer} title={giveTitle} onClick={give}>
        <UserPlus size={16} aria-hidden />
      </button>
      <Popup label={words.more} className="icon" button={<Ellipsis size={16} aria-hidden />}>
        {(close) => <Menu answer={answer} may={may} doings={doings} close={close} />}
      </Popup>
      <GiveDialog answer={answer} dialog={giving} me={me} />
    </div>
  )
}

type Press = {
  label: string
  says: string
  id: string
  press: () => void
  strong?: boolean
  children: React.ReactNode
}

function Button({ label, says, id, press, strong = false, children }: Press) {
  const title = useTitle(says, id)
  return (
    <button type="button" className={strong ? undefined : 'quiet'} onClick={press} title={title}>
      {children}
      <span className="label">{label}</span>
    </button>
  )
}

type May = Record<'take' | 'handBack' | 'close', boolean>

function Menu({
  answer,
  may,
  doings,
  close,
}: {
  answer: ConversationAnswer
  may: May
  doings: Doings
  close: () => void
}) {
  const words = useWords().conversation
  const { spam, blocked } = answer.conversation
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
      {may.handBack && item(words.handBack, doings.handBack, 'conversation.handBack')}
      {may.close && item(words.close, doings.close, 'conversation.close')}
      {item(spam ? words.notSpam : words.spam, () => doings.markSpam(!spam))}
      {blocked !== null &&
        item(blocked ? words.unblock : words.block, () => doings.block(!blocked), undefined, 'choice danger')}
    </div>
  )
}

function useActionKeys(may: May, doings: Doings, give: () => void, labelling: RefObject<HTMLButtonElement | null>) {
  const words = useWords().conversation
  const { group } = words
  useCommand({ id: 'conversation.take', words: words.take, group, keys: 't', run: doings.take }, may.take)
  useCommand(
    { id: 'conversation.handBack', words: words.handBack, group, keys: 'b', run: doings.handBack },
    may.handBack,
  )
  useCommand({ id: 'conversation.close', words: words.close, group, keys: 'e', run: doings.close }, may.close)
  useCommand({ id: 'conversation.assign', words: words.transfer, group, keys: 'a', run: give })
  useCommand({ id: 'conversation.label', words: words.labels, group, keys: 'l', run: () => labelling.current?.click() })
}
