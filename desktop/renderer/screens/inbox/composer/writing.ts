import { type RefObject, useRef, useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { useDesk } from '../../../live/desk.tsx'
import type { Seen } from '../conversation/seen.ts'
import { type Mode, useDraft } from './draft.ts'
import { useComposerKeys } from './keys.ts'
import { lengthOver } from './length.ts'
import { useSend } from './send.ts'
import { type Suggestion, type Suggestions, useSuggestions } from './suggestions.ts'
import { useTellTyping } from './tell-typing.ts'
import { putIn } from './trigger.ts'

/** What is being written, and everything that can be done with it. */
export type Writing = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  mode: Mode
  /** By how many characters it is too long. */
  over: number
  maySend: boolean
  suggestions: Suggestions | undefined
  /** @param caret where the caret stands in the text */
  write(text: string, caret: number, mode?: Mode): void
  switchTo(mode: Mode): void
  submit(close: boolean): void
  choose(suggestion: Suggestion): void
  /** Goes up or down in what is suggested. */
  move(by: number): void
  /** Closes what is suggested. */
  dismiss(): void
  setCaret(caret: number): void
  /** The field was left. */
  left(): void
}

export function useWriting(answer: ConversationAnswer, seen: Seen): Writing {
  const { site } = useDesk()
  const { id } = answer.conversation
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ text, mode }, setWritten] = useDraft(id)
  const [caret, setCaret] = useState(0)
  const tellTyping = useTellTyping(id)
  const { suggestions, move, dismiss } = useSuggestions(answer, text, caret, mode)
  const send = useSend(id, seen)
  const over = lengthOver(text, mode)
  const maySend = text.trim() !== '' && over === 0 && (mode === 'note' || site.live)

  const write = (text: string, caret: number, to: Mode = mode) => {
    setWritten({ text, mode: to })
    setCaret(caret)
    tellTyping(to === 'reply' && text.trim() !== '')
  }
  const switchTo = (to: Mode) => {
    if (to !== mode) write(text, caret, to)
    field.current?.focus()
  }
  const submit = (close: boolean) => {
    if (!maySend) return
    send(mode, text.trim(), close)
    write('', 0)
  }
  const choose = ({ insert }: Suggestion) => {
    if (!suggestions) return
    const now = putIn(text, suggestions.trigger, insert)
    write(now.text, now.caret)
    // The caret goes where it belongs once the text is there.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(now.caret, now.caret)
    })
  }
  useComposerKeys({ field, switchTo, submit })
  const written = { field, text, mode, over, maySend, suggestions }
  return { ...written, write, switchTo, submit, choose, move, dismiss, setCaret, left: () => tellTyping(false) }
}
