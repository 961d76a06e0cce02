import type { RefObject } from 'react'
import { useCommand } from '../../../keys/commands.tsx'
import { useWords } from '../../../words/words.tsx'
import type { Mode } from './draft.ts'

type Options = {
  field: RefObject<HTMLTextAreaElement | null>
  switchTo: (mode: Mode) => void
  submit: (close: boolean) => void
}

/** The keys of the reply box. Those that send do so only from within it. */
export function useComposerKeys({ field, switchTo, submit }: Options): void {
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
