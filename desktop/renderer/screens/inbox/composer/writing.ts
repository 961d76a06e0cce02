import { type RefObject, useRef, useState } from 'react'
import type { CannedActions } from '../../../../../shared/canned-reply.ts'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { pauseLetters, useCaret } from '../../../keys/caret.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { hasActions } from '../../../live/macro.ts'
import type { NewUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { countTyped } from '../../../live/repeats.ts'
import { useWords } from '../../../words/words.tsx'
import type { Seen } from '../conversation/seen.ts'
import { type Mode, useDraft } from './draft.ts'
import { dropOriginal, useOriginal } from './originals.ts'
import { addMacro, dropMacro, useMacro } from './pending-macro.ts'
import { usePublishTyping } from './publish-typing.ts'
import { insertSuggestion, type Suggestion, type Suggestions, useSuggestions } from './suggestions.ts'

/** The text being written, and its actions. */
export type Writing = {
  field: RefObject<HTMLTextAreaElement | null>
  /** What Escape does instead of leaving the field, if anything. */
  onEscape: RefObject<(() => void) | undefined>
  text: string
  mode: Mode
  /** What a reply was before it was translated for the visitor. */
  original: string | undefined
  /** What happens after the reply was sent. */
  macro: CannedActions | undefined
  /** The number of characters over the limit. */
  over: number
  maySend: boolean
  suggestions: Suggestions | undefined
  /** @param caret the caret's position in the text */
  write(text: string, caret: number, mode?: Mode): void
  switchTo(mode: Mode): void
  submit(close: boolean): void
  choose(suggestion: Suggestion): void
  /** Moves up or down in the suggestions. */
  move(by: number): void
  /** Closes the suggestions. */
  dismiss(): void
  setCaret(caret: number): void
  /** The field lost the focus. */
  left(): void
}

export function useWriting(answer: ConversationAnswer, seen: Seen): Writing {
  const { site, me } = useDesk()
  const { id } = answer.conversation
  const field = useRef<HTMLTextAreaElement>(null)
  const isTyped = useRef(true)
  const onEscape = useRef<() => void>(undefined)
  const [{ text, mode }, setWritten] = useDraft(id)
  const [caret, setCaret] = useState(0)
  const publishTyping = usePublishTyping(id)
  const { suggestions, move, dismiss } = useSuggestions(answer, text, caret, mode)
  const send = useSend(id, seen)
  const original = useOriginal(id, text)
  const macro = useMacro(id)
  const over = charactersOver(text, mode)
  const maySend = text.trim() !== '' && over === 0 && (mode === 'note' || site.live)

  const write = (text: string, caret: number, to: Mode = mode) => {
    setWritten({ text, mode: to })
    setCaret(caret)
    if (text === '') {
      isTyped.current = true
      dropOriginal(id)
      dropMacro(id)
    }
    publishTyping(to === 'reply' && text.trim() !== '')
  }
  const switchTo = (to: Mode) => {
    if (to !== mode) write(text, caret, to)
    field.current?.focus()
  }
  const submit = (close: boolean) => {
    if (!maySend) return
    const { name } = (answer.conversation.lead_verified === false ? answer.conversation.lead_claim : answer.lead) ?? {}
    if (mode === 'reply' && isTyped.current)
      countTyped({ site: site.id, me: me.email, conversation: id, text: text.trim(), visitor: name ?? null })
    send(mode, text.trim(), mode === 'reply' ? { close, original, actions: macro } : { close })
    write('', 0)
  }
  const choose = ({ insert, actions }: Suggestion) => {
    if (!suggestions) return
    if (actions) isTyped.current = false
    if (actions && hasActions(actions)) addMacro(id, actions)
    const now = insertSuggestion(text, suggestions.trigger, insert)
    write(now.text, now.caret)
    // The caret is set after the text is rendered.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(now.caret, now.caret)
    })
  }
  const left = () => {
    publishTyping(false)
    pauseLetters()
  }
  useCaret(id, field)
  useComposerKeys({ field, switchTo, submit })
  const written = { field, onEscape, text, mode, original, macro, over, maySend, suggestions }
  return { ...written, write, switchTo, submit, choose, move, dismiss, setCaret, left }
}

type Options = {
  field: RefObject<HTMLTextAreaElement | null>
  switchTo: (mode: Mode) => void
  submit: (close: boolean) => void
}

/** The shortcuts of the reply field. Those that send work only inside it. */
function useComposerKeys({ field, switchTo, submit }: Options): void {
  const words = useWords().composer
  const { group } = words
  const fromField = (run: () => void) => () => {
    if (document.activeElement === field.current) run()
  }
  const send = { group, keys: 'mod+enter', inFields: true }
  const close = { group, keys: 'mod+shift+enter', inFields: true }
  useCommand({ id: 'composer.reply', words: words.writeReply, group, keys: 'r', run: () => switchTo('reply') })
  useCommand({ id: 'composer.note', words: words.writeNote, group, keys: 'n', run: () => switchTo('note') })
  useCommand({ id: 'composer.send', words: words.send, ...send, run: fromField(() => submit(false)) })
  useCommand({ id: 'composer.sendAndClose', words: words.sendAndClose, ...close, run: fromField(() => submit(true)) })
}

const maxLength: Record<Mode, number> = { reply: 4000, note: 5000 }

/** The number of characters over the limit, counted like the server does. 0: within the limit. */
export function charactersOver(text: string, mode: Mode): number {
  const trimmed = text.trim()
  return trimmed.length <= maxLength[mode] ? 0 : Math.max(0, [...trimmed].length - maxLength[mode])
}

/**
 * Sends through the outbox, which stores the text until the server has it. A reply includes the last message that the
 * writer saw, so that the server can hold it if somebody wrote in the meantime.
 */
function useSend(id: string, seen: Seen) {
  const outbox = useOutbox()
  return (mode: Mode, text: string, more: Pick<NewUnsent, 'close' | 'original' | 'actions'>): void => {
    const lastSeenMessageId = mode === 'reply' ? seen.current : undefined
    outbox.add({ conversation: id, kind: mode, text, ...more, lastSeenMessageId })
  }
}
