import { useRef, useState } from 'react'
import type { Rewriting } from '../../../../../shared/copilot.ts'
import { httpClient } from '../../../app/http-client.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { toast } from '../../../ui/toast.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useCopilotWords } from '../../../words/screen-words.ts'
import { useWords } from '../../../words/words.tsx'
import { insertText } from './insert-text.ts'
import { keepOriginal } from './originals.ts'
import type { Writing } from './writing.ts'

export const rewritings: readonly Rewriting[] = ['shorter', 'friendlier', 'formal', 'translated']

export type Rewriter = {
  mayRewrite: boolean
  isBusy: boolean
  /** Whether it has been taking long enough to say so. */
  isSlow: boolean
  rewrite(how: Rewriting): void
  cancel(): void
}

/** Progress is shown after this many milliseconds. */
const soon = 1_000

/**
 * Rewrites or translates the text of the reply box. Ctrl+Z restores what was there. A text that was changed in the
 * meantime stays.
 */
export function useRewriter(id: string, writing: Writing): Rewriter {
  const { site } = useDesk()
  const words = useCopilotWords().rewrite
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  const mayRewrite = !isBusy && writing.mode === 'reply' && writing.text.trim() !== '' && writing.over === 0

  const run = async (how: Rewriting, before: string, signal: AbortSignal) => {
    const input = { site: site.id, id, text: before, how }
    const { text } = await httpClient().conversations.rewrite.mutate(input, { signal })
    if (signal.aborted) return
    const { current: field } = writing.field
    if (text === null) return void toast(words.failed, { tone: 'danger' })
    // The field is gone if another conversation is shown by now.
    if (field?.value !== before) return void toast(words.changed)
    if (how === 'translated') keepOriginal(id, before.trim(), text)
    insertText(field, text, 0, before.length)
  }
  const rewrite = (how: Rewriting) => {
    if (!mayRewrite) return
    const abort = new AbortController()
    running.current = abort
    setBusy(true)
    run(how, writing.text, abort.signal)
      .catch((error) => abort.signal.aborted || toast(wordsOf(error), { tone: 'danger' }))
      .finally(() => setBusy(false))
  }
  useRewriteKeys(rewrite)
  const isSlow = useDebounced(isBusy, soon) && isBusy
  return { mayRewrite, isBusy, isSlow, rewrite, cancel: () => running.current?.abort() }
}

function useRewriteKeys(rewrite: (how: Rewriting) => void): void {
  const { group } = useWords().composer
  const words = useCopilotWords().rewrite
  const of = (how: Rewriting, keys = '') => ({
    ...{ id: `composer.${how}`, words: words.commands[how], group, keys, inFields: true },
    run: () => rewrite(how),
  })
  useCommand(of('shorter'))
  useCommand(of('friendlier'))
  useCommand(of('formal'))
  useCommand(of('translated', 'alt+l'))
}
